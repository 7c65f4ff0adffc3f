import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import { CODE_DIGITS } from "~/domain/people/accounts/codes";
import { Button } from "./button";
import { fieldOf } from "./conform-field";
import { FieldFrame, type FieldText, wireField } from "./field-frame";
import { PageScript } from "./page-script";
import { PostForm } from "./post-form";

const WAIT_COPY = "Nothing there? Check your junk folder. You can ask for another code in";
const ASK_COPY = "Nothing there? Check your junk folder, or ask for another code.";

interface CodeFormsProps {
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

/** Six digits in one input, so that paste, autofill and screen readers work without scripts. */
function CodeInput(field: FieldText & { readonly defaultValue?: string }) {
  const wiring = wireField(field);
  return (
    <FieldFrame field={field} wiring={wiring}>
      <input
        className="input code-input"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        // A code pasted from an email may come with spaces, which the server takes out.
        maxLength={20}
        data-digits="6"
        name={field.name}
        defaultValue={field.defaultValue}
        {...wiring.attributes}
      />
      <PageScript name="one-time-code" />
    </FieldFrame>
  );
}
