import { renderVoucherForStaff } from "~/domain/operations/documents/voucher-document.server";
import { recordVoucherDownload } from "~/domain/shop/vouchers/voucher-actions.server";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { notFound, seeOther } from "~/web/responses.server";

/** The card is given out by the button of the voucher's page. */
export const loader = leadToPage("vouchers.reveal", (param) => `/hyperloop/vouchers/${param("voucher")}`);

/** The card of a voucher as a PDF, which shows its code; who took it is written down. */
export const action = staffAction("vouchers.reveal", async ({ staff, param, now }) => {
  const voucherId = param("voucher");
  const printed = (await renderVoucherForStaff(voucherId, now)) ?? notFound();
  if (!printed.ok) {
    const flash = { tone: "bad" as const, message: "Failed to download voucher. Please try again." };
    return await seeOther(`/hyperloop/vouchers/${voucherId}`, { flash });
  }
  recordVoucherDownload(voucherId, staff.staffId, now);
  return new Response(Buffer.from(printed.pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'attachment; filename="loop-voucher.pdf"',
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
});
