import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderReceipt } from "~/domain/operations/documents/receipt-document.server";
import { requireBuyingCaller } from "~/web/buyers.server";
import { param } from "~/web/params";
import { answerWithDocument } from "./document-answers.server";

/** The receipt of a paid order, for its buyer. Everybody else gets the response for an order that does not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const caller = await requireBuyingCaller(request);
  return await answerWithDocument(request, caller, {
    fileName: "loop-receipt.pdf",
    sorry: "Failed to download receipt. Please try again.",
    print: () => renderReceipt(caller.accountId, param(params, "order")),
  });
}
