import type { SentWeek } from "~/domain/diary/entries/week-form.server";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { PrivateMatters } from "./private-matters";
import { weekAddress } from "./week-address";
import { SentAgain, WeekWords } from "./which-one";

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
