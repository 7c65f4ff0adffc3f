import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { printVoucherForStaff } from "~/domain/documents/voucher-document.server";
import { recordVoucherDownload } from "~/domain/vouchers/voucher-actions.server";
import { notFound, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { requireStaff } from "~/web/staff-auth.server";

/** The card is given out by the button of the voucher's page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "vouchers.reveal");
  return redirect(`/hyperloop/vouchers/${encodeURIComponent(param(params, "voucher"))}`);
}

/** The card of a voucher as a PDF, which shows its code; who took it is written down. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.reveal");
  const voucherId = param(params, "voucher");
  const printed = await printVoucherForStaff(voucherId, currentTime());
  if (!printed) notFound();
  if (!printed.ok) {
    const flash = { tone: "bad" as const, message: "Failed to download voucher. Please try again." };
    return await seeOther(`/hyperloop/vouchers/${voucherId}`, { flash });
  }
  recordVoucherDownload(voucherId, staff.staffId, currentTime());
  return new Response(Buffer.from(printed.pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'attachment; filename="loop-voucher.pdf"',
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
