import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { VoucherEntry } from "~/domain/shop/vouchers/forms";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { useActionResult } from "~/web/response-context";

/** The form for a code. `children` appear above the fields and below the error summary. */
export function VoucherForm({ reply, children }: { reply?: SubmissionResult; children?: ReactNode }) {
  const [form, fields] = useForm<VoucherEntry>({ id: "redeem", lastResult: reply });
  const { nonce } = useActionResult();
  return (
    <>
      <ErrorSummary problems={problemsOf(form)} />
      {children}
      <PostForm {...getFormProps(form)} action="/voucher-redeem" className="form-stack voucher-form">
        <TextField
          {...fieldOf(fields.code)}
          label="Voucher code"
          hint="Twelve letters and numbers, such as K7QM-4XPD-92HR. Use capitals or small letters, with or without dashes or spaces."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-voucher-code=""
        />
        <Checkbox
          {...checkboxOf(fields.acceptedTerms)}
          label={
            <>
              I accept the <a href="/terms#vouchers">voucher terms</a>
            </>
          }
        />
        <Button>Redeem voucher</Button>
      </PostForm>
      <script type="module" src="/scripts/voucher-code.js" nonce={nonce} />
    </>
  );
}
