import { useLoaderData } from "@remix-run/react";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { type ReasonGiven, reasonForm } from "~/domain/people/staff/forms";
import { cancelVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { BulkPage } from "~/hyperloop/bulk";
import { respondToEach, selectedIn } from "~/hyperloop/bulk.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import type { ScreenHandle } from "~/web/screen";
import { selectedVouchers } from "./selected-vouchers.server";

export const handle: ScreenHandle = { title: "Cancel these vouchers – HyperLoop", noindex: true };

const NOT_OPEN = "It can no longer be cancelled.";

export const loader = staffLoader("vouchers.cancel", ({ request, now }) => ({
  things: selectedVouchers(selectedIn(request), now, ({ line }) =>
    line.status === "ACTIVE" || line.status === "SUSPENDED" ? null : NOT_OPEN,
  ),
}));

export const action = staffAction("vouchers.cancel", (at) =>
  respondToEach(
    at,
    reasonForm,
    { to: PATHS.vouchers, one: "voucher", many: "vouchers", done: "cancelled", refused: () => NOT_OPEN },
    (voucherId, { reason }) => cancelVoucher({ voucherId, reason }, at.staff.staffId, at.now),
  ),
);

export default function CancelSelected() {
  const { things } = useLoaderData<typeof loader>();
  return (
    <BulkPage<ReasonGiven>
      title="Cancel these vouchers?"
      back={{ label: "Vouchers", href: PATHS.vouchers }}
      things={things}
      lead="We’ll cancel these"
      button={(count) => `Cancel ${formatFigureOf(count, "voucher", "vouchers")}`}
      variant="danger"
      fields={({ reason }) => <ReasonField of={reason} />}
    >
      <p>Nobody will be able to use them. To return the money, refund the orders.</p>
    </BulkPage>
  );
}
