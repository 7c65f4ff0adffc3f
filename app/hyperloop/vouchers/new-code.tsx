import { useLoaderData } from "@remix-run/react";
import { type RecipientCorrection, recipientForm } from "~/domain/backoffice/people/forms";
import { giveNewCode } from "~/domain/backoffice/people/gift-corrections.server";
import { voucherData } from "~/domain/shop/vouchers/admin-vouchers.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { RecipientFields } from "./recipient-fields";
import { RECIPIENT_REFUSALS, RESEND_REFUSALS, toVoucher } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Give a gift a new code – HyperLoop", noindex: true };

const REFUSALS = { ...RECIPIENT_REFUSALS, too_many: RESEND_REFUSALS.too_many } as const;

export const loader = staffLoader("vouchers.cancel", ({ param, now }) => {
  const { line, voucher } = voucherData(param("voucher"), now) ?? notFound();
  const { recipientName, recipientEmail } = voucher;
  return { line, recipientName: recipientName ?? "", recipientEmail: recipientEmail ?? "" };
});

export const action = staffFormAction("vouchers.cancel", recipientForm, (input, { staff, param, now }) => ({
  result: giveNewCode(param("voucher"), input, staff.staffId, now),
  to: toVoucher(param("voucher")).href,
  done: "The gift has a new code, and the old one no longer works. We’re emailing its giver.",
  beside: (refusal: keyof typeof REFUSALS) => ({ recipientEmail: REFUSALS[refusal] }),
}));

export default function NewCode() {
  const { line, recipientName, recipientEmail } = useLoaderData<typeof loader>();
  return (
    <FormPage<RecipientCorrection>
      title="Give this gift a new code"
      lead={line.code}
      back={toVoucher(line.id)}
      button="Give a new code"
      variant="danger"
      defaults={{ recipientName, recipientEmail }}
      fields={(fields) => <RecipientFields of={fields} />}
    >
      <p>
        For a gift that a stranger has received. The old code stops working at once. The order, its price and the last
        day stay the same. We email the new code to the giver, and to this person once the gift is due. You can’t undo
        this.
      </p>
    </FormPage>
  );
}
