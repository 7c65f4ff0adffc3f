import { formatMoment } from "../domain/kernel/time/format-days";
import { Banner } from "./banner";
import { Button } from "./button";
import { PostForm } from "./post-form";

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
