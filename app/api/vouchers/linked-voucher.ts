import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderVoucher } from "~/domain/operations/documents/voucher-document.server";
import { readOrderLink } from "~/domain/shop/order-links/signed-order-links.server";
import { giftOfOrder } from "~/domain/shop/vouchers/gifts.server";
import { currentTime } from "~/web/clock.server";
import { fail } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { respondWithDocument } from "./document-responses.server";

export const handle: { guard: RequestGuardHandle } = { guard: { secretParams: ["link"] } };

/** Public: the voucher of a guest's gift as a card to print; the link of the order is the right to it. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const token = param(params, "link");
  const now = currentTime();
  const found = readOrderLink(token, now);
  if (found.kind !== "guest") return fail(404);
  const { guestId, order } = found;
  const voucherId = giftOfOrder(guestId, order.id, now)?.voucher.id ?? "";
  return await respondWithDocument(
    request,
    { accountId: guestId },
    {
      fileName: "loop-voucher.pdf",
      sorry: "Failed to download voucher. Please try again.",
      back: `/your-order/${token}`,
      print: () => renderVoucher(guestId, voucherId, now),
    },
  );
}
