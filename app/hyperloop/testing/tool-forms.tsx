import { type FormMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { TestPaymentWanted, TestUsersWanted, TestVouchersWanted } from "~/domain/backoffice/checks/forms";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { NumberField } from "~/ui/known-fields";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";

interface ToolProps {
  readonly reply?: SubmissionResult;
}

/** Many test accounts at once. */
export function UsersForm({ reply }: ToolProps) {
  const usual = { count: "25", prefix: "test-user" };
  const [form, fields] = useForm<TestUsersWanted>({ id: "users", lastResult: reply, defaultValue: usual });
  return (
    <Tool title="Bulk user generator" form={form} button="Make test users">
      <NumberField of={fields.count} label="How many users" hint="1 to 100" whole />
      <TextField {...fieldOf(fields.prefix)} label="Prefix" hint="Starts each email address" />
      <NewPasswordFields password={secretOf(fields.password)} label="One password for all of them" />
    </Tool>
  );
}

/** Test vouchers, which are left out of all figures. */
export function VouchersForm({ reply }: ToolProps) {
  const usual = { count: "1", value: "49.00", expiryDays: "365" };
  const [form, fields] = useForm<TestVouchersWanted>({
    id: "vouchers",
    lastResult: reply,
    defaultValue: usual,
  });
  return (
    <Tool title="Voucher tester" form={form} button="Make test vouchers">
      <NumberField of={fields.count} label="How many vouchers" hint="1 to 50" whole />
      <NumberField of={fields.value} label="Value" />
      <NumberField of={fields.expiryDays} label="Valid for (days)" hint="365 if left blank" whole />
    </Tool>
  );
}

/** A payment that is opened at the provider's, asked about, and closed again; nobody is charged. */
export function PaymentForm({ reply, usual }: ToolProps & { readonly usual: string }) {
  const [form, fields] = useForm<TestPaymentWanted>({
    id: "payment",
    lastResult: reply,
    defaultValue: { amount: usual },
  });
  return (
    <Tool title="Payment tester" form={form} button="Try a payment">
      <NumberField
        of={fields.amount}
        label="Amount"
        hint="Opened with the provider, read and closed. Nobody is charged"
      />
    </Tool>
  );
}

interface FrameProps<Input extends Record<string, unknown>> {
  readonly title: string;
  /** Its id is the intent by which the action knows the tool. */
  readonly form: FormMetadata<Input>;
  readonly button: string;
  readonly children: ReactNode;
}

function Tool<Input extends Record<string, unknown>>({ title, form, button, children }: FrameProps<Input>) {
  return (
    <section className="staff-panel">
      <h2>{title}</h2>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <input type="hidden" name="intent" value={form.id} />
        {children}
        <Button size="staff" variant="line">
          {button}
        </Button>
      </PostForm>
    </section>
  );
}
