import type { SentWeek } from "~/domain/diary/entries/week-form.server";
import { joinWords } from "~/domain/diary/loops/entry-text";
import type { EntryWords } from "~/domain/diary/loops/forms";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { PrivateMatters } from "./private-matters";
import type { OtherWords, WeekActionResult } from "./save-week.server";
import { weekAddress } from "./week-address";

interface WhichOneProps {
  readonly loopId: string;
  readonly week: number;
  readonly actionData: WeekActionResult;
  readonly other: OtherWords;
}

const LABELS: Record<keyof EntryWords, string> = {
  title: "Title",
  highlight: "The highlight",
  gratitude: "Grateful for",
  content: "Your answer",
  learned: "Something I learned",
};

/**
 * An edit conflict: two windows wrote the same week. Both versions are saved and shown, and the writer chooses one; the
 * other stays as an earlier version.
 */
export function WhichOne({ loopId, week, actionData, other }: WhichOneProps) {
  const address = weekAddress(loopId, week);
  const sent = { ...actionData.sent, revision: actionData.revision };
  const joined = joinWords(other.words, sent.words);
  // A device may send this text again, and the finishing of its week, which has the next number.
  const settles = sent.save && (
    <input type="hidden" name="settles" value={`${sent.save.writer}.${sent.save.number + 1}`} />
  );
  return (
    <div className="container section stack stack-large">
      <ErrorSummary problems={actionData.problems} />
      <h1>Which one?</h1>
      <p className="lead">
        Week {week} was saved somewhere else while this page was open, perhaps in another window or on your phone. We’ve
        kept both. Choose one, and the other stays under “Earlier versions”. Any photos you sent are in the week.
      </p>
      {other.photos.length > 0 && (
        <div className="which-one-photos">
          {other.photos.map(({ id, caption }, index) => (
            <img key={id} src={`/photos/${id}/thumb`} alt={caption || `Photo ${index + 1} of week ${week}`} />
          ))}
        </div>
      )}
      <div className="which-one" data-saved-aside={sent.save && `${sent.save.writer}.${sent.save.number}`}>
        <section aria-labelledby="just-typed">
          <h2 className="as-h3" id="just-typed">
            What you just typed
          </h2>
          <p className="muted">Sent {other.sentAt}</p>
          {sent.ownQuestion && sent.ownQuestion !== sent.shownQuestion && <p className="serif">{sent.ownQuestion}</p>}
          <WeekWords words={sent.words} />
          <PostForm action={address} encType="multipart/form-data" className="stack">
            <SentAgain sent={sent} />
            {settles}
            <input type="hidden" name="chosen" value="typed" />
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
          <p className="muted">Saved {other.savedAt}</p>
          <WeekWords words={other.words} />
          <PostForm action={address} encType="multipart/form-data">
            <input type="hidden" name="loop" value={loopId} />
            <input type="hidden" name="week" value={week} />
            {settles}
            <Button variant="line" name="intent" value="keep-saved">
              Keep what was saved
            </Button>
          </PostForm>
        </section>
      </div>
      <section className="stack" aria-labelledby="both">
        <h2 className="as-h3" id="both">
          Or keep both
        </h2>
        <p>What was saved comes first, then what you just typed. You can edit it before you save the week.</p>
        <PostForm action={address} encType="multipart/form-data" className="stack">
          <SentAgain sent={{ ...sent, words: joined }} />
          {settles}
          <input type="hidden" name="chosen" value="both" />
          <PrivateMatters />
          <Button variant="line" name="intent" value="draft">
            Keep both
          </Button>
        </PostForm>
      </section>
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
