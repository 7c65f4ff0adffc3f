import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderReceipt } from "~/domain/operations/documents/receipt-document.server";
import { requireBuyingClient } from "~/web/buyers.server";
import { param } from "~/web/params";
import { respondWithDocument } from "./document-responses.server";

/** The receipt of a paid order, for its buyer. Everybody else gets the response for an order that does not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const client = await requireBuyingClient(request);
  return await respondWithDocument(request, client, {
    fileName: "loop-receipt.pdf",
    sorry: "Failed to download receipt. Please try again.",
    print: () => renderReceipt(client.accountId, param(params, "order")),
  });
}
