import type { SentWeek } from "~/domain/entries/week-form.server";
import type { EntryWords } from "~/domain/loops/forms";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { PrivateMatters } from "./private-matters";
import type { WeekAnswer } from "./save-week.server";
import { weekAddress } from "./week-address";
import type { WritingData } from "./year.server";

interface WhichOneProps {
  readonly loopId: string;
  readonly writing: WritingData;
  readonly answer: WeekAnswer;
  readonly other: EntryWords;
}

const LABELS: Record<keyof EntryWords, string> = {
  title: "Title",
  highlight: "The highlight",
  gratitude: "Grateful for",
  content: "Your answer",
  learned: "Something I learned",
};

/** An edit conflict: two windows wrote the same week. Both versions are shown, and the writer chooses one. */
export function WhichOne({ loopId, writing, answer, other }: WhichOneProps) {
  return (
    <div className="container section stack stack-large">
      <h1>Which one?</h1>
      <p className="lead">
        Week {writing.week} was saved somewhere else while this page was open, perhaps in another window or on
        your phone. Choose which one to keep, then choose any photos again.
      </p>
      <div className="which-one">
        <section aria-labelledby="just-typed">
          <h2 className="as-h3" id="just-typed">
            What you just typed
          </h2>
          <WeekWords words={answer.sent.words} />
          <PostForm action={weekAddress(loopId, writing.week)} encType="multipart/form-data">
            <SentAgain sent={{ ...answer.sent, revision: answer.revision }} />
            <PrivateMatters />
            <Button variant="theme" name="intent" value="draft">
              Keep what I just typed
            </Button>
          </PostForm>
        </section>
        <section aria-labelledby="saved-before">
          <h2 className="as-h3" id="saved-before">
            What was saved
          </h2>
          <WeekWords words={other} />
          <LinkButton href={`${weekAddress(loopId, writing.week)}#week`} variant="line">
            Keep what was saved
          </LinkButton>
        </section>
      </div>
    </div>
  );
}

/** A week's form as sent, ready to be sent again; without its photos. */
export function SentAgain({ sent }: { readonly sent: SentWeek }) {
  const { loopId, week, revision, shownQuestion, ownQuestion, words, captions } = sent;
  const fields = {
    loop: loopId,
    week: String(week),
    revision,
    shownQuestion,
    question: ownQuestion,
    ...words,
    ...Object.fromEntries(Object.entries(captions).map(([id, caption]) => [`caption:${id}`, caption])),
  };
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <textarea key={name} name={name} defaultValue={value} hidden readOnly />
      ))}
    </>
  );
}

/** The text of a week to read, without empty fields. */
export function WeekWords({ words }: { readonly words: EntryWords }) {
  return (
    <dl className="entry-words">
      {(Object.keys(LABELS) as (keyof EntryWords)[])
        .filter((name) => words[name] !== "")
        .map((name) => (
          <div key={name}>
            <dt>{LABELS[name]}</dt>
            <dd>{words[name]}</dd>
          </div>
        ))}
    </dl>
  );
}
