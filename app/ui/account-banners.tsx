import { formatMoment } from "../domain/kernel/time/format-days";
import { Banner } from "./banner";
import { Button } from "./button";
import { PostForm } from "./post-form";
import { LOGOUT_PATH } from "./site-links";

/** For an account due for deletion: the date, and the button that keeps the account. */
export function DeletionBanner({ dueAt }: { readonly dueAt: Date }) {
  return (
    <Banner
      tone="warn"
      action={
        <PostForm action="/account-settings/delete">
          <Button size="small" name="intent" value="keep">
            Keep my account
          </Button>
        </PostForm>
      }
    >
      <b>Your account will be deleted on {formatMoment(dueAt)}.</b> Until then you can change your mind.
    </Banner>
  );
}

/** For an account that a receipt's link opened: choose a password, or put it off. */
export function PasswordBanner() {
  return (
    <Banner
      action={
        <PostForm action="/account-settings" className="row">
          <a href="/account-settings?tab=password">Choose a password</a>
          <Button variant="line" size="small" name="intent" value="dismiss-password">
            Not now
          </Button>
        </PostForm>
      }
    >
      <b>Your account has no password yet.</b> Choose one, so you can sign in on any phone or computer.
    </Banner>
  );
}

/** For a guest who writes in the browser that paid: how to open their account, and how to leave. */
export function GuestBanner({ email }: { readonly email: string }) {
  return (
    <Banner action={<a href={LOGOUT_PATH}>Not your device? Sign out</a>}>
      <b>Open your account</b> with the link we’ve emailed to {email}, to write on any phone or computer and get each
      week’s question by email.
    </Banner>
  );
}
