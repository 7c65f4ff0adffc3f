import { type FormMetadata, getFormProps, useForm } from "@conform-to/react";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { CODE_DIGITS } from "~/domain/people/accounts/codes";
import type { Details, EmailChange, EmailChoices } from "~/domain/people/accounts/forms";
import { PHONE_USE } from "~/domain/shop/order-rules/shipments";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Switch } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { EmailField } from "~/ui/known-fields";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { UsernameField } from "~/ui/username-field";
import type { FormResult } from "~/web/responses.server";
import type { AccountData } from "./account-data.server";

interface AccountTabProps {
  readonly view: AccountData;
  readonly actionData?: FormResult;
}

/** The customer's name and contact details. */
export function AccountTab({ view, actionData }: AccountTabProps) {
  const replyTo = (intent: string) => (actionData?.intent === intent ? actionData.reply : undefined);
  const [details] = useForm<Details>({
    id: "details",
    lastResult: replyTo("details"),
    defaultValue: view.details,
  });
  const [email] = useForm<EmailChange>({ id: "email", lastResult: replyTo("email") });
  const [emails] = useForm<EmailChoices>({
    id: "emails",
    lastResult: replyTo("notifications"),
    defaultValue: { email: view.profile.wantsEmails, marketing: view.profile.wantsNews },
  });
  return (
    <div className="settings-column">
      <ErrorSummary problems={[details, email, emails].flatMap((form) => problemsOf(form))} />
      <DetailsForm form={details} />
      <hr />
      <EmailForm view={view} form={email} isBack={actionData?.intent === "email"} />
      <hr />
      <NotificationsForm form={emails} marketingWording={view.marketingWording} />
    </div>
  );
}

function DetailsForm({ form }: { readonly form: FormMetadata<Details, string[]> }) {
  const fields = form.getFieldset();
  return (
    <>
      <h2>Your details</h2>
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.fullName)} label="Full name" autoComplete="name" />
        <TextField
          {...fieldOf(fields.phone)}
          label="Phone"
          optional
          hint={PHONE_USE}
          type="tel"
          width="m"
          autoComplete="tel"
        />
        <div className="row">
          <Button name="intent" value="details">
            Save Changes
          </Button>
          <LinkButton variant="line" href="/account-settings?tab=password">
            Change password
          </LinkButton>
        </div>
      </PostForm>
    </>
  );
}

interface NotificationsFormProps {
  readonly form: FormMetadata<EmailChoices, string[]>;
  readonly marketingWording: string;
}

function NotificationsForm({ form, marketingWording }: NotificationsFormProps) {
  const { email, marketing } = form.getFieldset();
  return (
    <>
      <h2>What we send you</h2>
      <PostForm className="form-stack">
        <div className="switches">
          <Switch
            {...checkboxOf(email)}
            label="Email"
            hint={`Emails about your year, and reminders if a loop or a gift hasn’t been used yet. ${ALWAYS_SENT}`}
          />
          <Switch {...checkboxOf(marketing)} label={marketingWording} />
        </div>
        <Button name="intent" value="notifications">
          Save preferences
        </Button>
      </PostForm>
    </>
  );
}

interface EmailFormProps {
  readonly view: AccountData;
  readonly form: FormMetadata<EmailChange, string[]>;
  /** The form was sent and failed. */
  readonly isBack: boolean;
}

/** The sign-in email, and the form to change it. */
function EmailForm({ view, form, isBack }: EmailFormProps) {
  const fields = form.getFieldset();
  return (
    <>
      <h2>Email address</h2>
      <p className="email-now">
        You sign in with <b>{view.profile.email}</b>, and we send our emails there.
      </p>
      {view.cameBackOn && (
        <Banner tone="warn">
          Our email to <b>{view.profile.email}</b> came back on {view.cameBackOn}, so we don’t send emails about your
          year there. Change the address, or if it works again, save your preferences with Email on.
        </Banner>
      )}
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
