import { useLoaderData } from "@remix-run/react";
import { listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";
import { formatStartToStaff } from "~/domain/diary/loops/starting";
import { deliveryWindow, EARLIEST_DELIVERY_DAYS, LATEST_DELIVERY_YEARS } from "~/domain/diary/rules/calendar";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay, formatDayRange } from "~/domain/kernel/time/format-days";
import { voucherData } from "~/domain/shop/vouchers/admin-vouchers.server";
import { type ManualRedemption, manualRedeemForm } from "~/domain/shop/vouchers/forms";
import { redeemForCustomer } from "~/domain/shop/vouchers/voucher-actions.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField, SelectField, TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toVoucher } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Manual Redeem – HyperLoop", noindex: true };

/** The error beside the field. */
const REFUSALS = {
  no_customer: { email: "No customer has confirmed this email address" },
  suspended: { email: "This account is suspended" },
  limit: {
    email:
      "They didn’t buy this voucher, and its giver didn’t send it to them. Redeeming it gives away more than you may on your own today. With its code they can redeem it themselves",
  },
  unknown_type: { loop: "Please choose a loop" },
  not_a_day: { deliveryDay: "Please choose a date from the calendar" },
  too_early: { deliveryDay: `Please choose a day at least ${EARLIEST_DELIVERY_DAYS} days ahead` },
  too_late: { deliveryDay: `Please choose a day within ${numberInWords(LATEST_DELIVERY_YEARS)} years` },
  // Of the form as a whole.
  not_yet_valid: { "": "This voucher can’t be redeemed before its first day" },
  expired: { "": "This voucher has expired. You can extend it first" },
  used: { "": "This voucher has already been redeemed" },
  cancelled: { "": "This voucher has been cancelled" },
  on_hold: { "": "This voucher is suspended" },
  unknown: { "": "This voucher can’t be redeemed" },
} as const;

export const loader = staffLoader("vouchers.redeem", ({ param, now }) => {
  const view = voucherData(param("voucher"), now) ?? notFound();
  const { theme, type, recipientEmail } = view.voucher;
  const loops = listThemes().flatMap(({ id, name }) =>
    listLoopTypes({ themeId: id, journey: "redeem" }).map(({ key, displayName }) => ({
      value: `${id}/${key}`,
      label: `${name}: ${displayName}`,
    })),
  );
  const chosen = theme && type ? `${theme}/${type}` : "";
  const window = deliveryWindow(londonDay(now));
  return { line: view.line, loops, chosen, recipientEmail, window };
});

export const action = staffFormAction("vouchers.redeem", manualRedeemForm, (input, { staff, param, now }) => {
  const voucherId = param("voucher");
  const result = redeemForCustomer(voucherId, input, staff.staffId, now);
  if (!result.ok && !voucherData(voucherId, now)) notFound();
  return {
    result,
    to: toVoucher(voucherId).href,
    done: `Voucher redeemed. ${formatStartToStaff(input.deliveryDay, londonDay(now))}, and the book is due on ${formatDay(input.deliveryDay)}.`,
    beside: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
  };
});

export default function Redeem() {
  const { line, loops, chosen, recipientEmail, window } = useLoaderData<typeof loader>();
  return (
    <FormPage<ManualRedemption>
      title="Manual Redeem"
      lead={line.code}
      back={toVoucher(line.id)}
      defaults={{ email: recipientEmail ?? "", loop: chosen, deliveryDay: window.recommended }}
      button="Redeem"
      fields={({ email, loop, deliveryDay, reason }) => (
        <>
          <TextField {...fieldOf(email)} label="Customer’s email" type="email" />
          <SelectField {...fieldOf(loop)} label="Loop" options={loops} placeholder="Choose a loop" />
          <DateField
            {...fieldOf(deliveryDay)}
            label="Delivery date"
            hint={formatDayRange(window.earliest, window.latest)}
          />
          <ReasonField of={reason} />
        </>
      )}
    >
      <p>Only when the customer asks. It uses the voucher and gives their loop its dates.</p>
    </FormPage>
  );
}
