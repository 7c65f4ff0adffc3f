import { useLoaderData } from "@remix-run/react";
import { reasonForm } from "~/domain/people/staff/forms";
import { voucherData } from "~/domain/shop/vouchers/admin-vouchers.server";
import { cancelVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toVoucher } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Cancel this voucher? – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.cancel", ({ param, now }) => {
  const { line } = voucherData(param("voucher"), now) ?? notFound();
  return { line };
});

export const action = staffFormAction("vouchers.cancel", reasonForm, ({ reason }, { staff, param, now }) => ({
  result: cancelVoucher({ voucherId: param("voucher"), reason }, staff.staffId, now),
  to: toVoucher(param("voucher")).href,
  done: "The voucher is cancelled.",
  refused: () => "This voucher can no longer be cancelled.",
}));

export default function Cancel() {
  const { id, code } = useLoaderData<typeof loader>().line;
  const page = { title: "Cancel this voucher?", lead: code, back: toVoucher(id) };
  return (
    <ReasonPage {...page} button="Cancel Voucher" variant="danger">
      <p>Nobody will be able to use it. To return the money, refund the order.</p>
    </ReasonPage>
  );
}
