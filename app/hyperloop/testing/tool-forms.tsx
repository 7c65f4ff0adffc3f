import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { TestPaymentWanted, TestUsersWanted, TestVouchersWanted } from "~/domain/checks/forms";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
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
    <Tool
      title="Bulk user generator"
      attributes={getFormProps(form)}
      problems={problemsOf(form)}
      intent="users"
      button="Make test users"
    >
      <TextField {...fieldOf(fields.count)} label="How many users" hint="1 to 100" inputMode="numeric" />
      <TextField {...fieldOf(fields.prefix)} label="Prefix" hint="Begins each e-mail" />
      <NewPasswordFields password={secretOf(fields.password)} label="A password for all of them" />
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
    <Tool
      title="Voucher tester"
      attributes={getFormProps(form)}
      problems={problemsOf(form)}
      intent="vouchers"
      button="Make test vouchers"
    >
      <TextField {...fieldOf(fields.count)} label="How many vouchers" hint="1 to 50" inputMode="numeric" />
      <TextField {...fieldOf(fields.value)} label="Value" inputMode="decimal" />
      <TextField
        {...fieldOf(fields.expiryDays)}
        label="Valid for how many days"
        hint="365 where it is no number"
        inputMode="numeric"
      />
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
    <Tool
      title="Payment tester"
      attributes={getFormProps(form)}
      problems={problemsOf(form)}
      intent="payment"
      button="Try a payment"
    >
      <TextField
        {...fieldOf(fields.amount)}
        label="Amount"
        hint="Opened at the provider’s, read and closed; nobody is charged"
        inputMode="decimal"
      />
    </Tool>
  );
}

interface FrameProps {
  readonly title: string;
  readonly attributes: ReturnType<typeof getFormProps>;
  readonly problems: ReturnType<typeof problemsOf>;
  readonly intent: string;
  readonly button: string;
  readonly children: ReactNode;
}

function Tool({ title, attributes, problems, intent, button, children }: FrameProps) {
  return (
    <section className="staff-panel">
      <h2>{title}</h2>
      <ErrorSummary problems={problems} />
      <PostForm {...attributes} className="form-stack">
        <input type="hidden" name="intent" value={intent} />
        {children}
        <Button size="staff" variant="line">
          {button}
        </Button>
      </PostForm>
    </section>
  );
}
