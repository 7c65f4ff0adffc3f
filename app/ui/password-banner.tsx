import { Banner } from "./banner";
import { Button } from "./button";
import { PostForm } from "./post-form";

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
