import { getFormProps, useForm } from "@conform-to/react";
import { CODE_DIGITS } from "~/domain/people/accounts/codes";
import type { StreamlinedRegistration } from "~/domain/people/accounts/forms";
import { AcceptanceBoxes } from "~/ui/acceptance-boxes";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { EmailField, NameFields } from "~/ui/known-fields";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";
import { SignupAside, type StepProps } from "./signup-aside";
import type { AccountData } from "./signup-data.server";

/** First step: the account. The form starts with what was typed before, without the password. */
export function SignupAccount({ view, onSale, actionData }: StepProps<AccountData>) {
  const { registration } = view;
  const [form, fields] = useForm<StreamlinedRegistration>({
    id: "signup",
    lastResult: actionData?.reply,
    defaultValue: registration && { ...registration, acceptedTerms: true, acceptedPrivacy: true },
  });
  return (
    <>
      <ErrorSummary problems={problemsOf(form)} />
      <div className="with-aside signup-columns">
        <div className="form-column">
          <h1>
            A year of your own, <em>in five steps</em>
          </h1>
          <p className="lead">{onSale.price.inFull}. You pay in step four.</p>
          <p className="muted">
            Already have an account? <a href="/auth?then=streamlined-signup">Please use the login page</a>
          </p>
          <PostForm {...getFormProps(form)} action="/streamlined-signup?step=account" className="form-stack">
            <div className="form-grid">
              <NameFields fields={fields} />
            </div>
            <EmailField
              of={fields.email}
              autoComplete="username"
              hint={`We’ll email you a ${CODE_DIGITS}-digit code to check it’s yours.`}
            />
            <NewPasswordFields password={secretOf(fields.password)} advice={actionData?.advice} />
            <Checkbox {...checkboxOf(fields.marketingOptIn)} label={view.marketingWording} optional />
            <AcceptanceBoxes terms={fields.acceptedTerms} privacy={fields.acceptedPrivacy} />
            <Button name="intent" value="register">
              Continue
            </Button>
          </PostForm>
          {registration && (
            <p>
              <a className="stand-alone-link" href="/streamlined-signup?reset=true">
                Clear everything and start again
              </a>
            </p>
          )}
        </div>
        <SignupAside onSale={onSale} />
      </div>
    </>
  );
}
