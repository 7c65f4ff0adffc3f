import { getFormProps, useForm } from "@conform-to/react";
import type { PasswordChange } from "~/domain/people/accounts/forms";
import { Button } from "~/ui/button";
import { problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { UsernameField } from "~/ui/username-field";
import type { FormResult } from "~/web/responses.server";

interface PasswordTabProps {
  readonly view: { readonly email: string; readonly lacksPassword: boolean };
  readonly actionData?: FormResult;
}

export function PasswordTab({ view, actionData }: PasswordTabProps) {
  return view.lacksPassword ? (
    <FirstPassword email={view.email} />
  ) : (
    <ChangePassword email={view.email} actionData={actionData} />
  );
}

/** An account opened by a receipt: its first password is chosen by email, which proves whose it is. */
function FirstPassword({ email }: { readonly email: string }) {
  return (
    <div className="settings-column">
      <h2>Choose a password</h2>
      <p>
        Your account has no password yet. We’ll email a link to <b>{email}</b> to choose one, so you can sign in on any
        phone or computer.
      </p>
      <PostForm>
        <Button name="intent" value="choose-password">
          Email me the link
        </Button>
      </PostForm>
    </div>
  );
}

function ChangePassword({ email, actionData }: { readonly email: string; readonly actionData?: FormResult }) {
  const [form, fields] = useForm<PasswordChange>({
    id: "password",
    lastResult: actionData?.intent === "password" ? actionData.reply : undefined,
  });
  return (
    <div className="settings-column">
      <ErrorSummary problems={problemsOf(form)} />
      <h2>Change your password</h2>
      <p className="muted">Every other browser will be signed out, and we’ll tell you by email.</p>
      <PostForm {...getFormProps(form)} className="form-stack">
        <UsernameField email={email} />
        <PasswordField {...secretOf(fields.currentPassword)} label="Current password" autoComplete="current-password" />
        <NewPasswordFields
          password={secretOf(fields.newPassword)}
          label="New password"
          confirmation={secretOf(fields.confirmPassword)}
          confirmationLabel="Confirm new password"
          advice={actionData?.advice}
        />
        <Button
          name="intent"
          value="password"
          data-ready-when="Fill in all three boxes first."
          data-busy="Changing Password..."
        >
          Change Password
        </Button>
      </PostForm>
    </div>
  );
}
