import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderVoucher } from "~/domain/operations/documents/voucher-document.server";
import { requireBuyingClient } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { respondWithDocument } from "./document-responses.server";

/**
 * A bought voucher as a card to print, for its buyer alone. Everybody else gets the response for a voucher that does
 * not exist.
 */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const client = await requireBuyingClient(request);
  return await respondWithDocument(request, client, {
    fileName: "loop-voucher.pdf",
    sorry: "Failed to download voucher. Please try again.",
    print: () => renderVoucher(client.accountId, param(params, "voucher"), currentTime()),
  });
}
