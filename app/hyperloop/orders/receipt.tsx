import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderReceiptForStaff } from "~/domain/operations/documents/receipt-document.server";
import { param } from "~/web/params";
import { notFound, seeOther } from "~/web/responses.server";
import { requireStaff } from "~/web/staff-auth.server";

/** The receipt of a paid order as a PDF, as its buyer has it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "orders.read");
  const orderId = param(params, "order");
  const printed = (await renderReceiptForStaff(orderId)) ?? notFound();
  if (!printed.ok) {
    const flash = { tone: "bad" as const, message: "Failed to download receipt. Please try again." };
    return await seeOther(`/hyperloop/orders/${orderId}`, { flash });
  }
  return new Response(Buffer.from(printed.pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'attachment; filename="loop-receipt.pdf"',
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
