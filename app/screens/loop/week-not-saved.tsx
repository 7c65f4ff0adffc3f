import type { SentWeek } from "~/domain/diary/entries/week-form.server";
import { WISH_FIELD, WISH_FIRST_TODAY } from "~/domain/diary/loops/starting";
import { formatDay } from "~/domain/kernel/time/format-days";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { StartTick } from "~/ui/start-tick";
import { TextLink } from "~/ui/text-link";
import { PrivateMatters } from "./private-matters";
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

/** Text that arrived after the book was sent to print: it cannot be in the book, so the page returns it whole. */
export function TooLate({ sent }: { readonly sent: SentWeek }) {
  return (
    <div className="container section stack stack-large">
      <h1>This loop has gone to print</h1>
      <p className="lead">
        You can only read it now, so what you just sent isn’t in it. Here are your words, so you can copy them.
      </p>
      <WeekWords words={sent.words} />
      <p>
        <LinkButton href={weekAddress(sent.loopId, sent.week)}>Back to my loop</LinkButton>
      </p>
    </div>
  );
}

/** Text from an unknown browser: it stays on this page until its writer has signed in at another window. */
export function SignInFirst({ sent }: { readonly sent: SentWeek }) {
  return (
    <div className="stack stack-large">
      <h1>Please sign in again</h1>
      <p className="lead">
        You’ve been signed out, but your words are on this page. Sign in (it opens another window), then come back here
        and save them. You’ll need to choose your photos again.
      </p>
      <p>
        <TextLink href="/auth" target="_blank" rel="noopener" arrow>
          Sign in in another window
        </TextLink>
      </p>
      <WeekWords words={sent.words} />
      <PostForm action={weekAddress(sent.loopId, sent.week)} encType="multipart/form-data" className="stack">
        <SentAgain sent={sent} />
        <PrivateMatters />
        <Button name="intent" value="draft">
          Save my words
        </Button>
      </PostForm>
    </div>
  );
}
