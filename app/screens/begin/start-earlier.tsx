import { WISH_FIELD } from "~/domain/orders/starting";
import { CANCELLATION_DAYS } from "~/domain/time/agreed-days";
import { formatDay } from "~/domain/time/format-days";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { StartTick } from "~/ui/start-tick";

/** For a buyer who has not asked us to start within the days to cancel. */
export function StartEarlier({
  credit,
  firstStart,
  error,
}: {
  readonly credit: string;
  readonly firstStart: string;
  readonly error?: string | undefined;
}) {
  return (
    <Banner>
      <p>
        Your year starts on <b>{formatDay(firstStart)}</b>, when your {CANCELLATION_DAYS} days to cancel are
        over. You can start today instead.
      </p>
      <PostForm className="form-stack">
        <input type="hidden" name="credit" value={credit} />
        <StartTick name={WISH_FIELD} laterStart={firstStart} isNeeded error={error} />
        <Button variant="line" size="small" name="intent" value="start">
          Start my year today
        </Button>
      </PostForm>
    </Banner>
  );
}
