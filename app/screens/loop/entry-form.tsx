import type { FieldProblem, SentWeek } from "~/domain/entries/week-form.server";
import { LONGEST_FIELDS, LONGEST_REFLECTION, LONGEST_REFLECTION_WORDS } from "~/domain/loops/entry-limits";
import { countsOf } from "~/domain/loops/word-counts";
import { formatNumber } from "~/domain/text/numbers";
import { FlashAt, WEEK_FORM } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea, TextField } from "~/ui/field";
import type { FieldText } from "~/ui/field-frame";
import { OpenBook } from "~/ui/open-book";
import { PostForm } from "~/ui/post-form";
import { LengthCount, WordCount } from "~/ui/word-count";
import { useAnswer } from "~/web/answer-context";
import { OwnQuestion } from "./own-question";
import { PrivateMatters } from "./private-matters";
import type { WeekAnswer } from "./save-week.server";
import { versionsAddress, weekAddress } from "./week-address";
import { BookRemarks, WeekPhotos } from "./week-photos";
import type { WritingData } from "./year.server";

interface EntryFormProps {
  readonly loopId: string;
  readonly current: number;
  readonly writing: WritingData;
  readonly answer?: WeekAnswer;
  /** Text sent before its writer signed in again. */
  readonly waiting: SentWeek | null;
}

/**
 * The week's two pages: photos on the left, text on the right. Its main button comes first, so that Enter presses it.
 */
export function EntryForm({ loopId, current, writing, answer, waiting }: EntryFormProps) {
  const { nonce } = useAnswer();
  const sent = answer?.sent ?? waiting;
  const words = sent?.words ?? writing.words;
  const revision = answer?.revision ?? waiting?.revision ?? writing.revision;
  const problems = answer?.problems ?? [];
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.message;
  return (
    <div className="container" id="week">
      <ErrorSummary problems={summaryOf(problems)}>
        <p>
          {answer?.isUnsaved || problems.some(({ field }) => field === "")
            ? "Everything you typed is still on this page."
            : "We’ve kept everything you typed."}
        </p>
      </ErrorSummary>
      <FlashAt place="week" />
      {waiting && !answer && (
        <Banner
          action={
            <PostForm action={weekAddress(loopId, writing.week)} encType="multipart/form-data">
              <input type="hidden" name="loop" value={loopId} />
              <input type="hidden" name="week" value={writing.week} />
              <button type="submit" className="link-button" name="intent" value="let-go">
                Discard them
              </button>
            </PostForm>
          }
        >
          You sent these words while you were signed out. Save the week or keep a draft, and choose any photos
          again.
        </Banner>
      )}
      {writing.isCatchUp && (
        <Banner action={<a href={`/dashboard?loop=${loopId}#week`}>Back to week {current}</a>}>
          {writing.isWritten ? "You’re editing" : "You’re catching up on"} week {writing.week}.
        </Banner>
      )}
      {writing.holdNote !== null && (
        <Banner tone="warn">
          <b>This week is on hold, so it won’t print.</b> {writing.holdNote} Change it and save it, and we’ll
          check it again.
        </Banner>
      )}
      <PostForm
        id={WEEK_FORM}
        encType="multipart/form-data"
        action={weekAddress(loopId, writing.week)}
        data-week-form="/dashboard/draft"
      >
        <input type="hidden" name="loop" value={loopId} />
        <input type="hidden" name="week" value={writing.week} />
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="shownQuestion" value={writing.prompt} />
        <button
          type="submit"
          name="intent"
          value="save"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
        >
          Save
        </button>
        <OpenBook
          left={<WeekPhotos writing={writing} captions={sent?.captions ?? {}} errorOf={errorOf} />}
          right={
            <>
              <LimitedLine
                label="The highlight"
                name="highlight"
                hint="The bit you’d tell a friend about. One line is plenty."
                typed={words.highlight}
                error={errorOf("highlight")}
              />
              <LimitedLine
                label="One thing you’re grateful for"
                name="gratitude"
                typed={words.gratitude}
                error={errorOf("gratitude")}
              />
              <TextArea
                label={<span className="question">{writing.prompt}</span>}
                name="content"
                hint={`A few lines, or up to ${LONGEST_REFLECTION_WORDS} words and ${formatNumber(LONGEST_REFLECTION)} characters.`}
                rows={9}
                defaultValue={words.content}
                error={errorOf("content")}
                describedBy="word-count"
              />
              <WordCount
                id="word-count"
                field="content"
                count={sent ? countsOf(words).answerWords : writing.wordCount}
                limit={LONGEST_REFLECTION_WORDS}
                characters={words.content.length}
                mostCharacters={LONGEST_REFLECTION}
              />
              <BookRemarks about={writing.remarks.words} />
              <OwnQuestion
                question={sent?.ownQuestion ?? (writing.isOwnQuestion ? writing.prompt : "")}
                error={errorOf("question")}
              />
              <details className="more-fields" open={words.title !== "" || words.learned !== ""}>
                <summary>Add a title or something you learned</summary>
                <div className="stack">
                  <LimitedLine
                    label="A title for this week"
                    name="title"
                    optional
                    typed={words.title}
                    error={errorOf("title")}
                  />
                  <LimitedLine
                    label="Something I learned"
                    name="learned"
                    optional
                    typed={words.learned}
                    error={errorOf("learned")}
                  />
                </div>
              </details>
              <PrivateMatters />
              <div className="row">
                <Button variant="theme" name="intent" value="save">
                  Save week {writing.week}
                </Button>
                <Button variant="line" name="intent" value="draft">
                  Keep as a draft
                </Button>
              </div>
              <p className="hint" role="status" data-save-state="" />
              {writing.hasDraft && (
                <p className="hint">This is a draft. It isn’t in the book until you save the week.</p>
              )}
              {writing.keptVersions > 0 && (
                <p>
                  <a href={versionsAddress(loopId, writing.week)}>
                    Earlier versions ({writing.keptVersions})
                  </a>
                </p>
              )}
              {writing.isWritten && (
                <p>
                  <a href={`${versionsAddress(loopId, writing.week)}&empty`}>Empty week {writing.week}</a>
                </p>
              )}
            </>
          }
        />
      </PostForm>
      <script type="module" src="/scripts/week.js" nonce={nonce} />
    </div>
  );
}

interface LimitedLineProps extends FieldText {
  readonly name: keyof typeof LONGEST_FIELDS;
  readonly typed: string;
}

/** One line of the week, which says as somebody types when it is longer than its place in the book. */
function LimitedLine({ typed, ...field }: LimitedLineProps) {
  const count = `${field.name}-count`;
  return (
    <>
      <TextField {...field} defaultValue={typed} describedBy={count} autoComplete="off" />
      <LengthCount
        id={count}
        field={field.name}
        characters={typed.length}
        mostCharacters={LONGEST_FIELDS[field.name]}
      />
    </>
  );
}

/** Each message once, linked to the first field it is about. */
function summaryOf(problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.filter(
    (problem, place) => problems.findIndex((other) => other.message === problem.message) === place,
  );
}
