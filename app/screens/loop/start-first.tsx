import { WISH_FIELD, WISH_FIRST_TODAY } from "~/domain/diary/loops/starting";
import { formatDay } from "~/domain/kernel/time/format-days";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { StartTick } from "~/ui/start-tick";
import type { StartFirstResult } from "./start-first.server";
import { weekAddress } from "./week-address";
import { SentAgain, WeekWords } from "./which-one";

/** Text for a year that waits for the days to cancel: one press starts the year and saves it. */
export function StartFirst({ sent, wish, isTickMissing }: StartFirstResult) {
  return (
    <div className="container section stack stack-large">
      <h1>Your year hasn’t started yet</h1>
      <p className="lead">
        Your words aren’t saved yet, but they’re on this page. Start your year today, and we’ll save them. You’ll need
        to choose your photos again.
      </p>
      <WeekWords words={sent.words} />
      <PostForm className="form-stack" action={weekAddress(sent.loopId, sent.week)} encType="multipart/form-data">
        <SentAgain sent={sent} />
        {wish && (
          <>
            <p>Start today and your book arrives on {formatDay(wish.bookDay)}.</p>
            <StartTick
              name={WISH_FIELD}
              laterStart={wish.laterStart}
              isNeeded
              error={isTickMissing ? WISH_FIRST_TODAY : undefined}
            />
          </>
        )}
        <Button name="intent" value="start">
          Start my year today and save my words
        </Button>
      </PostForm>
    </div>
  );
}
