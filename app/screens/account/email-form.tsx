import { type FormMetadata, getFormProps } from "@conform-to/react";
import { CODE_DIGITS } from "~/domain/people/accounts/codes";
import type { EmailChange } from "~/domain/people/accounts/forms";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { secretOf } from "~/ui/conform-field";
import { EmailField } from "~/ui/known-fields";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { UsernameField } from "~/ui/username-field";
import type { AccountData } from "./account-data.server";

interface EmailFormProps {
  readonly view: AccountData;
  readonly form: FormMetadata<EmailChange, string[]>;
  /** The form was sent and failed. */
  readonly isBack: boolean;
}

/** The sign-in email, and the form to change it. */
export function EmailForm({ view, form, isBack }: EmailFormProps) {
  const fields = form.getFieldset();
  return (
    <>
      <h2>Email address</h2>
      <p className="email-now">
        You sign in with <b>{view.profile.email}</b>, and we send our emails there.
      </p>
      {view.pendingEmail && (
        <Banner action={<a href="/account-settings/email">Enter the code</a>}>
          We’ve sent a code to <b>{view.pendingEmail}</b>. Your address stays the same until you enter it.
        </Banner>
      )}
      <details className="more-fields" open={isBack}>
        <summary>Change email address</summary>
        <div className="stack">
          <PostForm {...getFormProps(form)} className="form-stack">
            <UsernameField email={view.profile.email} />
            <EmailField
              of={fields.newEmail}
              label="New email address"
              hint={`We’ll send a ${CODE_DIGITS}-digit code there. Nothing changes until you enter it.`}
            />
            <PasswordField
              {...secretOf(fields.currentPassword)}
              label="Current password"
              autoComplete="current-password"
            />
            <Button variant="line" name="intent" value="email">
              Send the code
            </Button>
          </PostForm>
        </div>
      </details>
    </>
  );
}
