import { type FormMetadata, getFormProps, useForm } from "@conform-to/react";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import type { Details, EmailChange, EmailChoices } from "~/domain/people/accounts/forms";
import { PHONE_USE } from "~/domain/shop/order-rules/shipments";
import { Button, LinkButton } from "~/ui/button";
import { Switch } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { FormResult } from "~/web/responses.server";
import type { AccountData } from "./account-data.server";
import { EmailForm } from "./email-form";

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
