import { type FormMetadata, getFormProps, useForm } from "@conform-to/react";
import type { Details, EmailChange, Notifications } from "~/domain/accounts/forms";
import { Button, LinkButton } from "~/ui/button";
import { Switch } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { FormAnswer } from "~/web/answers.server";
import type { AccountData } from "./account-data.server";
import { EmailForm } from "./email-form";
import { LoopAside } from "./loop-aside";

interface AccountTabProps {
  readonly view: AccountData;
  readonly answer?: FormAnswer;
}

/** The customer's name and contact details. */
export function AccountTab({ view, answer }: AccountTabProps) {
  const replyTo = (intent: string) => (answer?.intent === intent ? answer.reply : undefined);
  const [details] = useForm<Details>({
    id: "details",
    lastResult: replyTo("details"),
    defaultValue: view.details,
  });
  const [email] = useForm<EmailChange>({ id: "email", lastResult: replyTo("email") });
  const { email: byEmail, sms, push } = view.profile.notifications satisfies Notifications;
  const [emails] = useForm<EmailChoices>({
    id: "emails",
    lastResult: replyTo("notifications"),
    defaultValue: { email: byEmail, sms, push, marketing: view.profile.wantsNews },
  });
  return (
    <div className="two-columns">
      <div className="settings-column">
        <ErrorSummary problems={[details, email, emails].flatMap((form) => problemsOf(form))} />
        <DetailsForm form={details} />
        <hr />
        <EmailForm view={view} form={email} isBack={answer?.intent === "email"} />
        <hr />
        <NotificationsForm form={emails} marketingWording={view.marketingWording} />
      </div>
      {view.loop && <LoopAside loop={view.loop} />}
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
          hint="Only used if the courier can’t find you."
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

type EmailChoices = Notifications & { marketing: boolean };

interface NotificationsFormProps {
  readonly form: FormMetadata<EmailChoices, string[]>;
  readonly marketingWording: string;
}

function NotificationsForm({ form, marketingWording }: NotificationsFormProps) {
  const { email, sms, push, marketing } = form.getFieldset();
  return (
    <>
      <h2>How we nudge you</h2>
      <PostForm className="form-stack">
        <div className="switches">
          <Switch
            {...checkboxOf(email)}
            label="Email"
            hint="Emails about your year. Those about an order or your account always come."
          />
          <Switch
            {...checkboxOf(sms)}
            label="Text message"
            hint="We can’t send these yet. We’ll keep your choice for when we can."
          />
          <Switch
            {...checkboxOf(push)}
            label="Push notification"
            hint="We can’t send these yet. We’ll keep your choice for when we can."
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
