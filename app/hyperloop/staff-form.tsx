import { type DefaultValue, type FormMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ReasonGiven } from "~/domain/people/staff/forms";
import { Button, type ButtonProps } from "~/ui/button";
import { classes } from "~/ui/classes";
import { type ConformField, fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { FactsAside, type FactsAsideProps } from "./beside";
import { StaffFrame, type StaffFrameProps } from "./frame";

interface StaffFormProps<Input extends Record<string, unknown>> {
  readonly form: FormMetadata<Input>;
  readonly button: ReactNode;
  readonly variant?: ButtonProps["variant"];
  /** Tells the button from the page's other buttons. */
  readonly intent?: string;
  /** Puts the fields side by side where there is room. */
  readonly isWide?: boolean;
  /** Its form has a file. */
  readonly sendsFiles?: boolean;
  readonly children?: ReactNode;
}

/** A form of the staff's: the error summary, its fields and one button. */
export function StaffForm<Input extends Record<string, unknown>>(props: StaffFormProps<Input>) {
  const { form, button, variant, intent, isWide, sendsFiles, children } = props;
  const submit = (
    <Button size="staff" variant={variant} name={intent && "intent"} value={intent}>
      {button}
    </Button>
  );
  return (
    <>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm
        {...getFormProps(form)}
        className={classes(isWide ? "staff-form" : "form-stack")}
        encType={sendsFiles ? "multipart/form-data" : undefined}
      >
        {children}
        {isWide ? <div className="staff-form-wide">{submit}</div> : submit}
      </PostForm>
    </>
  );
}

export function ReasonField({ of, hint }: { readonly of: ConformField; readonly hint?: string }) {
  return <TextField {...fieldOf(of)} label="Reason" hint={hint} maxLength={500} />;
}

interface FormPageProps<Input extends Record<string, unknown>>
  extends Omit<StaffFrameProps, "actions" | "children">,
    Omit<StaffFormProps<Input>, "form"> {
  readonly defaults?: DefaultValue<Input>;
  readonly fields: (fields: ReturnType<FormMetadata<Input>["getFieldset"]>) => ReactNode;
  /** What is known of its subject, beside the form; on a phone below it. */
  readonly beside?: FactsAsideProps;
}

/** A page with one form, whose action is a `staffFormAction`. `children` appear above the form. */
export function FormPage<Input extends Record<string, unknown>>(props: FormPageProps<Input>) {
  const { defaults, fields, button, variant, intent, isWide, sendsFiles, beside, children, ...frame } = props;
  const actionData = useActionData<{ readonly reply: SubmissionResult }>();
  const [form] = useForm<Input>({ id: "form", lastResult: actionData?.reply, defaultValue: defaults });
  const content = (
    <>
      {children}
      <StaffForm form={form} button={button} variant={variant} intent={intent} isWide={isWide} sendsFiles={sendsFiles}>
        {fields(form.getFieldset())}
      </StaffForm>
    </>
  );
  return (
    <StaffFrame {...frame}>
      {beside ? (
        <div className="two-columns">
          <div className="stack">{content}</div>
          <FactsAside {...beside} />
        </div>
      ) : (
        content
      )}
    </StaffFrame>
  );
}

interface ReasonPageProps extends Omit<FormPageProps<ReasonGiven>, "fields" | "defaults"> {
  readonly hint?: string;
}

/** A page that asks why before something is done; `children` say what will happen. */
export function ReasonPage({ hint, ...page }: ReasonPageProps) {
  return <FormPage<ReasonGiven> {...page} fields={({ reason }) => <ReasonField of={reason} hint={hint} />} />;
}
