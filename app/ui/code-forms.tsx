import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import { CODE_DIGITS } from "~/domain/people/accounts/codes";
import { Button } from "./button";
import { CodeInput } from "./code-input";
import { fieldOf } from "./conform-field";
import { PostForm } from "./post-form";

const WAIT_COPY = "Nothing there? Check your junk folder. You can ask for another code in";
const ASK_COPY = "Nothing there? Check your junk folder, or ask for another code.";

export interface CodeFormsProps {
  readonly form: FormMetadata<{ code: string }, string[]>;
  readonly code: FieldMetadata<string>;
  /** Until another code may be requested; 0 when it may be now. */
  readonly waitSeconds: number;
  /** The button's label. */
  readonly confirm?: string;
}

/** Enters the emailed code, or requests another; the page's action handles "verify" and "resend". */
export function CodeForms({ form, code, waitSeconds, confirm = "Confirm my email" }: CodeFormsProps) {
  return (
    <>
      <PostForm {...getFormProps(form)} className="form-stack">
        <CodeInput {...fieldOf(code)} label={`Your ${CODE_DIGITS}-digit code`} />
        <Button name="intent" value="verify">
          {confirm}
        </Button>
      </PostForm>
      <PostForm className="resend">
        {waitSeconds > 0 ? (
          <p className="hint" data-wait={waitSeconds} data-before={WAIT_COPY} data-then={ASK_COPY}>
            {WAIT_COPY} {waitSeconds} seconds.
          </p>
        ) : (
          <p className="hint">{ASK_COPY}</p>
        )}
        <Button variant="line" size="small" name="intent" value="resend">
          Send another code
        </Button>
      </PostForm>
    </>
  );
}
