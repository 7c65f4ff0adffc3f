import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderReceipt } from "~/domain/operations/documents/receipt-document.server";
import { readOrderLink } from "~/domain/shop/order-links/signed-order-links.server";
import { currentTime } from "~/web/clock.server";
import { fail } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { respondWithDocument } from "./document-responses.server";

export const handle: { guard: RequestGuardHandle } = { guard: { secretParams: ["link"] } };

/** Public: the receipt of a guest's order, whose link is the right to it. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const token = param(params, "link");
  const found = readOrderLink(token, currentTime());
  if (found.kind !== "guest") return fail(404);
  const { guestId, order } = found;
  return await respondWithDocument(
    request,
    { accountId: guestId },
    {
      fileName: "loop-receipt.pdf",
      sorry: "Failed to download receipt. Please try again.",
      back: `/your-order/${token}`,
      print: () => renderReceipt(guestId, order.id),
    },
  );
}
