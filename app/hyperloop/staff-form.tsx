import {
  type FieldMetadata,
  type FormMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import type { ReactNode } from "react";
import type { ReasonGiven } from "~/domain/staff/forms";
import { Button, type ButtonProps } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { StaffFrame, type StaffFrameProps } from "./frame";

interface StaffFormProps<Schema extends Record<string, unknown>> {
  readonly form: FormMetadata<Schema>;
  /** Asked for last, where the form asks why. */
  readonly reason?: FieldMetadata<string>;
  readonly reasonHint?: string;
  readonly button: ReactNode;
  readonly variant?: ButtonProps["variant"];
  /** Told apart from the page's other buttons by this. */
  readonly intent?: string;
  /** The fields before the reason. */
  readonly children?: ReactNode;
}

/** A form of the staff's: what is wrong with it, its fields, why, and one button. */
export function StaffForm<Schema extends Record<string, unknown>>(props: StaffFormProps<Schema>) {
  const { form, reason, reasonHint, button, variant, intent, children } = props;
  return (
    <>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        {children}
        {reason && <TextField {...fieldOf(reason)} label="Reason" hint={reasonHint} maxLength={500} />}
        <Button size="staff" variant={variant} name={intent && "intent"} value={intent}>
          {button}
        </Button>
      </PostForm>
    </>
  );
}

interface ReasonPageProps
  extends Omit<StaffFrameProps, "actions">,
    Pick<StaffFormProps<ReasonGiven>, "reasonHint" | "button" | "variant" | "intent"> {
  /** What the action tags its answers with. */
  readonly id: string;
  readonly answer: { readonly reply: SubmissionResult } | undefined;
}

/** A page that asks why before something is done; `children` say what will happen. */
export function ReasonPage(props: ReasonPageProps) {
  const { id, answer, reasonHint, button, variant, intent, children, ...frame } = props;
  const [form, fields] = useForm<ReasonGiven>({ id, lastResult: answer?.reply });
  return (
    <StaffFrame {...frame}>
      {children}
      <StaffForm form={form} reason={fields.reason} {...{ reasonHint, button, variant, intent }} />
    </StaffFrame>
  );
}
