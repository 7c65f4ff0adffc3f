import { useLoaderData } from "@remix-run/react";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { type ReasonGiven, reasonForm } from "~/domain/people/staff/forms";
import { cancelVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { TickedPage } from "~/hyperloop/ticked";
import { answerEach, tickedIn } from "~/hyperloop/ticked.server";
import type { ScreenHandle } from "~/web/screen";
import { tickedVouchers } from "./ticked-vouchers.server";

export const handle: ScreenHandle = { title: "Cancel these vouchers – HyperLoop", noindex: true };

const NOT_OPEN = "It can no longer be cancelled.";

export const loader = staffLoader("vouchers.cancel", ({ request, now }) => ({
  things: tickedVouchers(tickedIn(request), now, ({ line }) =>
    line.status === "ACTIVE" || line.status === "SUSPENDED" ? null : NOT_OPEN,
  ),
}));

export const action = staffAction("vouchers.cancel", (at) =>
  answerEach(
    at,
    reasonForm,
    { to: PATHS.vouchers, one: "voucher", many: "vouchers", done: "cancelled", refused: () => NOT_OPEN },
    (voucherId, { reason }) => cancelVoucher({ voucherId, reason }, at.staff.staffId, at.now),
  ),
);

export default function CancelTicked() {
  const { things } = useLoaderData<typeof loader>();
  return (
    <TickedPage<ReasonGiven>
      title="Cancel these vouchers?"
      back={{ label: "Vouchers", href: PATHS.vouchers }}
      things={things}
      lead="We’ll cancel these"
      button={(count) => `Cancel ${formatFigureOf(count, "voucher", "vouchers")}`}
      variant="danger"
      fields={({ reason }) => <ReasonField of={reason} />}
    >
      <p>Nobody will be able to use them. To return the money, refund the orders.</p>
    </TickedPage>
  );
}
