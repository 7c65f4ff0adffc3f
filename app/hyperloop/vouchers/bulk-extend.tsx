import { useLoaderData } from "@remix-run/react";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { type Extension, extendForm } from "~/domain/shop/vouchers/forms";
import { extendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { BulkPage } from "~/hyperloop/bulk";
import { respondToEach, selectedIn } from "~/hyperloop/bulk.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField } from "~/ui/field";
import type { ScreenHandle } from "~/web/screen";
import { selectedVouchers } from "./selected-vouchers.server";
import { EXTEND_REFUSALS } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Extend these vouchers – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.extend", ({ request, now }) => ({
  things: selectedVouchers(selectedIn(request), now, ({ line }) =>
    line.status === "ACTIVE" || line.status === "EXPIRED" ? null : `${EXTEND_REFUSALS.not_open}.`,
  ),
}));

export const action = staffAction("vouchers.extend", (at) =>
  respondToEach(
    at,
    extendForm,
    {
      to: PATHS.vouchers,
      one: "voucher",
      many: "vouchers",
      done: "extended",
      refused: (refusal: keyof typeof EXTEND_REFUSALS | "not_found") =>
        refusal === "not_found" ? "It no longer exists." : `${EXTEND_REFUSALS[refusal]}.`,
    },
    (voucherId, extension) => extendVoucher(voucherId, extension, at.staff.staffId, at.now),
  ),
);

export default function ExtendSelected() {
  const { things } = useLoaderData<typeof loader>();
  return (
    <BulkPage<Extension>
      title="Extend these vouchers"
      back={{ label: "Vouchers", href: PATHS.vouchers }}
      things={things}
      lead="We’ll extend these"
      button={(count) => `Extend ${formatFigureOf(count, "voucher", "vouchers")}`}
      fields={({ expiresOn, reason }) => (
        <>
          <DateField {...fieldOf(expiresOn)} label="Valid until" />
          <ReasonField of={reason} />
        </>
      )}
    >
      <p>Vouchers already valid for longer stay as they are.</p>
    </BulkPage>
  );
}
