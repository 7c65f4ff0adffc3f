import { useLoaderData } from "@remix-run/react";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { nothingForm } from "~/domain/people/staff/forms";
import { resendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { BulkPage } from "~/hyperloop/bulk";
import { respondToEach, selectedIn } from "~/hyperloop/bulk.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import type { ScreenHandle } from "~/web/screen";
import { selectedVouchers } from "./selected-vouchers.server";
import { RESEND_REFUSALS } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Send these vouchers again – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.resend", ({ request, now }) => ({
  things: selectedVouchers(selectedIn(request), now, ({ line, voucher }) => {
    if (line.status !== "ACTIVE") return RESEND_REFUSALS.not_open;
    return voucher.recipientEmail === null ? RESEND_REFUSALS.no_address : null;
  }),
}));

export const action = staffAction("vouchers.resend", (at) =>
  respondToEach(
    at,
    nothingForm,
    {
      to: PATHS.vouchers,
      one: "voucher",
      many: "vouchers",
      done: "being sent again",
      refused: (refusal: keyof typeof RESEND_REFUSALS | "not_found") =>
        refusal === "not_found" ? "It no longer exists." : RESEND_REFUSALS[refusal],
    },
    (voucherId) => resendVoucher(voucherId, at.staff.staffId, at.now),
  ),
);

export default function ResendSelected() {
  const { things } = useLoaderData<typeof loader>();
  return (
    <BulkPage
      title="Send these vouchers again?"
      back={{ label: "Vouchers", href: PATHS.vouchers }}
      things={things}
      lead="We’ll email these to their recipients"
      button={(count) => `Send ${formatFigureOf(count, "voucher", "vouchers")} again`}
    />
  );
}
