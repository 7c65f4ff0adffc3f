import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createDiscount } from "~/domain/discounts/admin-discounts.server";
import { type DiscountWanted, discountForm, OVER_SENTENCE, TAKEN_SENTENCE } from "~/domain/discounts/forms";
import { discountTimes } from "~/domain/discounts/validity";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { DateField, SelectField, TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Create discount code – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "discounts.change");
  return data({ staff }, { headers: PRIVATE });
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "discounts.change");
  const submission = readForm(formOf(request), discountForm);
  if (submission.status !== "success") return unprocessable("create", submission.reply());
  const { code } = submission.value;
  const made = createDiscount(
    submission.value,
    discountTimes(submission.value),
    staff.staffId,
    currentTime(),
  );
  if (!made.ok) {
    const fieldErrors: Record<string, string[]> =
      made.reason === "over" ? { expiresOn: [OVER_SENTENCE] } : { code: [TAKEN_SENTENCE] };
    return unprocessable("create", submission.reply({ fieldErrors }));
  }
  const message = `${code} was created.`;
  const more = "It can be used once a second person has approved it.";
  return await seeOther(`/hyperloop/discounts/${made.discountId}`, {
    flash: made.isHeld ? { tone: "warn", message, more } : { tone: "ok", message },
  });
}

export default function NewDiscount() {
  const { staff } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<DiscountWanted>({ id: "discount", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title="Create discount code"
      back={{ label: "Discounts", href: "/hyperloop/discounts" }}
    >
      <p>
        A code that takes more than half off a loop, or that has no limit of uses, waits for a second person
        to approve it.
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="staff-form">
        <TextField {...fieldOf(fields.code)} label="Code" hint="3 to 20 letters, figures and dashes" />
        <SelectField
          {...fieldOf(fields.type)}
          label="Type"
          options={[
            { value: "PERCENTAGE", label: "Percentage" },
            { value: "FIXED_AMOUNT", label: "Fixed amount" },
          ]}
        />
        <TextField {...fieldOf(fields.value)} label="Value" hint="Per cent, or pounds" inputMode="decimal" />
        <TextField {...fieldOf(fields.description)} label="Description" optional />
        <TextField
          {...fieldOf(fields.maxUses)}
          label="Maximum uses"
          hint="Leave blank for no limit"
          inputMode="numeric"
          optional
        />
        <TextField
          {...fieldOf(fields.minOrderValue)}
          label="Minimum order"
          hint="Pounds; empty means none"
          inputMode="decimal"
          optional
        />
        <TextField
          {...fieldOf(fields.maxDiscountValue)}
          label="Most it takes off"
          hint="Pounds; empty means no limit"
          inputMode="decimal"
          optional
        />
        <DateField {...fieldOf(fields.startsOn)} label="First day" hint="Empty means at once" optional />
        <DateField {...fieldOf(fields.expiresOn)} label="Last day" hint="Empty means no expiry" optional />
        <div className="staff-form-wide">
          <Checkbox {...checkboxOf(fields.firstOrderOnly)} label="For a first order only" />
          <Checkbox {...checkboxOf(fields.oncePerCustomer)} label="Once for each customer" />
        </div>
        <div className="staff-form-wide">
          <Button size="staff">Create</Button>
        </div>
      </PostForm>
    </StaffFrame>
  );
}
