import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { addMonths, londonDay } from "~/domain/kernel/time/days";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { APPROVAL_LIMIT_HOURS } from "~/domain/shop/discounts/approval-limits";
import { approvalLimits, costOfVouchers } from "~/domain/shop/discounts/approval-limits.server";
import { generateVouchers } from "~/domain/shop/vouchers/batches.server";
import {
  CURRENCIES,
  DATES_MESSAGE,
  generateForm,
  MADE_AT_ONCE,
  MOST_IN_A_BATCH,
  TOO_MANY_EMAILS_MESSAGE,
  type VouchersWanted,
} from "~/domain/shop/vouchers/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf } from "~/ui/conform-field";
import { DateField, SelectField, TextArea, TextField } from "~/ui/field";
import { NumberField } from "~/ui/known-fields";
import { isCall } from "~/web/json-calls.server";
import type { ScreenHandle } from "~/web/screen";
import { generateByCall } from "./generate-call.server";

export const handle: ScreenHandle = {
  title: "Generate vouchers – HyperLoop",
  noindex: true,
  guard: { call: true },
};

export const loader = staffLoader("vouchers.generate", ({ staff, now }) => {
  const today = londonDay(now);
  const limit = { ...approvalLimits()[staff.role], costPence: costOfVouchers(1, now) };
  return { today, usual: addMonths(today, VOUCHER_MONTHS), limit };
});

export async function action(args: ActionFunctionArgs) {
  if (isCall(args.request)) throw await generateByCall(args.request);
  const run = staffFormAction("vouchers.generate", generateForm, (input, { staff, now }) => {
    const result = generateVouchers(input, staff.staffId, now);
    const isMade = input.count <= MADE_AT_ONCE;
    const many = input.count === 1 ? "1 voucher" : `${formatNumber(input.count)} vouchers`;
    const message = isMade ? `${many} made.` : `${many} asked for.`;
    const more = isMade
      ? "They work once a second person approves the partner order."
      : "They’re made once a second person approves the partner order.";
    return {
      result,
      to: result.ok ? `${PATHS.vouchers}/batches/${result.batchId}` : PATHS.vouchers,
      done: result.ok && result.isHeld ? { tone: "warn", message, more } : message,
      beside: (refusal: "dates" | "too_many_emails"): Readonly<Record<string, string>> =>
        refusal === "dates" ? { expiresOn: DATES_MESSAGE } : { recipientEmail: TOO_MANY_EMAILS_MESSAGE },
    };
  });
  return await run(args);
}

const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

export default function Generate() {
  const { today, usual, limit } = useLoaderData<typeof loader>();
  return (
    <FormPage<VouchersWanted>
      title="Generate vouchers"
      back={{ label: "Vouchers", href: PATHS.vouchers }}
      defaults={{ count: "1", value: "49.00", currency: "GBP", validFrom: today, expiresOn: usual }}
      button="Generate"
      isWide
      fields={(fields) => (
        <>
          <NumberField
            of={fields.count}
            label="How many"
            hint={`1 to ${formatNumber(MOST_IN_A_BATCH)}. More than ${MADE_AT_ONCE} are made in the background`}
            whole
          />
          <NumberField of={fields.value} label="Value" hint="More than 0" />
          <SelectField {...fieldOf(fields.currency)} label="Currency" options={CURRENCY_OPTIONS} />
          <DateField {...fieldOf(fields.validFrom)} label="Valid from" optional />
          <DateField
            {...fieldOf(fields.expiresOn)}
            label="Valid until"
            hint={`${VOUCHER_MONTHS} months by default`}
            optional
          />
          <TextField {...fieldOf(fields.note)} label="What for" hint="Saved with the partner order" />
          <TextField {...fieldOf(fields.recipientName)} label="Recipient name" optional />
          <TextField {...fieldOf(fields.recipientEmail)} label="Recipient email" type="email" optional />
          <div className="staff-form-wide">
            <TextArea {...fieldOf(fields.giftMessage)} label="Gift message" rows={3} optional />
          </div>
          <div className="staff-form-wide">
            <Checkbox {...checkboxOf(fields.isTest)} label="Mark as test vouchers" />
          </div>
        </>
      )}
    >
      <p>
        Each voucher counts as {formatPence(limit.costPence)}, the price of a loop, whatever its value. In{" "}
        {APPROVAL_LIMIT_HOURS} hours you can give away {formatPence(limit.dayPence)} on your own, and{" "}
        {formatPence(limit.recipientPence)} to one email address. Anything over that needs a second person. Test
        vouchers don’t count.
      </p>
    </FormPage>
  );
}
