import { createDiscount } from "~/domain/shop/discounts/admin-discounts.server";
import { APPROVAL_LIMIT_HOURS } from "~/domain/shop/discounts/approval-limits";
import { type DiscountWanted, discountForm, OVER_MESSAGE, TAKEN_MESSAGE } from "~/domain/shop/discounts/forms";
import { LAUNCH_RULE } from "~/domain/shop/discounts/launch-offer";
import { discountTimes } from "~/domain/shop/discounts/rules";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf } from "~/ui/conform-field";
import { DateField, SelectField, TextField } from "~/ui/field";
import { NumberField } from "~/ui/known-fields";
import type { ScreenHandle } from "~/web/screen";
import { formatFirstDay } from "./discount-labels";

export const handle: ScreenHandle = { title: "Create discount code – HyperLoop", noindex: true };

const REFUSALS = {
  over: { expiresOn: OVER_MESSAGE },
  code_taken: { code: TAKEN_MESSAGE },
} as const;

export const loader = staffLoader("discounts.change");

export const action = staffFormAction("discounts.change", discountForm, (input, { staff, now }) => {
  const result = createDiscount(input, discountTimes(input), staff.staffId, now);
  const { startsAt } = discountTimes(input);
  const message = [`${input.code} was created.`, formatFirstDay(startsAt, now)].filter(Boolean).join(" ");
  const more = "It works once a second person approves it.";
  return {
    result,
    to: result.ok ? `${PATHS.discounts}/${result.discountId}` : PATHS.discounts,
    done: result.ok && result.isHeld ? { tone: "warn", message, more } : message,
    beside: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
  };
});

const TYPES = [
  { value: "PERCENTAGE", label: "Percentage" },
  { value: "FIXED_AMOUNT", label: "Fixed amount" },
];

export default function NewDiscount() {
  return (
    <FormPage<DiscountWanted>
      title="Create discount code"
      back={{ label: "Discounts", href: PATHS.discounts }}
      button="Create"
      isWide
      fields={(fields) => (
        <>
          <TextField {...fieldOf(fields.code)} label="Code" hint="3 to 20 letters, figures or dashes" />
          <SelectField {...fieldOf(fields.type)} label="Type" options={TYPES} />
          <NumberField of={fields.value} label="Value" hint="Percentage, or pounds" />
          <TextField {...fieldOf(fields.description)} label="Description" optional />
          <NumberField of={fields.maxUses} label="Maximum uses" hint="Leave blank for no limit" whole optional />
          <NumberField of={fields.minOrderValue} label="Minimum order" hint="Pounds. Leave blank for none" optional />
          <NumberField
            of={fields.maxDiscountValue}
            label="Maximum discount"
            hint="Pounds. Leave blank for no limit"
            optional
          />
          <DateField {...fieldOf(fields.startsOn)} label="First day" hint="Leave blank to start now" optional />
          <DateField
            {...fieldOf(fields.expiresOn)}
            label="Last day"
            hint={`Leave blank for no expiry. ${LAUNCH_RULE}.`}
            optional
          />
          <div className="staff-form-wide">
            <Checkbox {...checkboxOf(fields.firstOrderOnly)} label="First order only" />
            <Checkbox {...checkboxOf(fields.oncePerCustomer)} label="Once per customer" />
          </div>
        </>
      )}
    >
      <p>
        A second person must approve a code that takes more than half off a loop, has no limit on uses, or could cost
        more than you can give away on your own in {APPROVAL_LIMIT_HOURS} hours.
      </p>
    </FormPage>
  );
}
