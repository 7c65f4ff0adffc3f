import type { FieldProblem, SentWeek } from "~/domain/diary/entries/week-form.server";
import { countsOf } from "~/domain/diary/loops/word-counts";
import { LONGEST_FIELDS, LONGEST_REFLECTION, LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { FlashAt, WEEK_FORM } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea, TextField } from "~/ui/field";
import type { FieldText } from "~/ui/field-frame";
import { OpenBook } from "~/ui/open-book";
import { PageScript, WORKER } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import { LengthCount, WordCount } from "~/ui/word-count";
import { PrivateMatters } from "./private-matters";
import type { WeekActionResult } from "./save-week.server";
import { versionsAddress, weekAddress } from "./week-address";
import { NOT_SAVED_YET, WeekDock } from "./week-dock";
import { BookRemarks, WeekPhotos } from "./week-photos";
import type { WritingData } from "./year.server";

interface EntryFormProps {
  readonly loopId: string;
  readonly writing: WritingData;
  /** Whether it says itself which week it is; otherwise the head of the page does. */
  readonly hasHeading: boolean;
  readonly actionData?: WeekActionResult;
  /** Text sent before its writer signed in again. */
  readonly waiting: SentWeek | null;
}

/**
 * The week's two pages: the question first, then the photos, then everything else. Its main button comes first, so that
 * Enter presses it.
 */
export function EntryForm({ loopId, writing, hasHeading, actionData, waiting }: EntryFormProps) {
  const sent = actionData?.sent ?? waiting;
  const words = sent?.words ?? writing.words;
  const revision = actionData?.revision ?? waiting?.revision ?? writing.revision;
  const problems = actionData?.problems ?? [];
  const isUnsaved = (!actionData && waiting) || actionData?.isUnsaved || problems.some(({ field }) => field === "");
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.message;
  return (
    <div className="container week-page" id={hasHeading ? "week" : undefined}>
      <ErrorSummary problems={summaryOf(problems)} title={actionData?.alert}>
        <p>{isUnsaved ? "Everything you typed is still on this page." : "We’ve kept everything you typed."}</p>
      </ErrorSummary>
      {!(waiting && !actionData) && <FlashAt place="week" />}
      {waiting && !actionData && (
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
          You sent these words while you were signed out. Save the week or keep a draft, and choose any photos again.
        </Banner>
      )}
      {hasHeading && (
        <div className="week-book-head">
          <h2>Week {writing.week}</h2>
          <span className="muted">{writing.days}</span>
        </div>
      )}
      <PostForm
        id={WEEK_FORM}
        encType="multipart/form-data"
        action={weekAddress(loopId, writing.week)}
        data-week-form="/dashboard/draft"
        data-worker={WORKER}
      >
        <input type="hidden" name="loop" value={loopId} />
        <input type="hidden" name="week" value={writing.week} />
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="shownQuestion" value={writing.prompt} />
        <button type="submit" name="intent" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          Save
        </button>
        <OpenBook
          words={
            <>
              {writing.holdNote !== null && (
                <p className="book-remark">
                  <b>This week is on hold, so it won’t print.</b> {writing.holdNote} Change it and save it, and we’ll
                  check it again.
                </p>
              )}
              <TextArea
                label={<span className="question">{writing.prompt}</span>}
                name="content"
                hint={`A few lines, or up to ${LONGEST_REFLECTION_WORDS} words.`}
                rows={4}
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
              <PrivateMatters />
              <BookRemarks about={writing.remarks.words} />
            </>
          }
          photos={<WeekPhotos writing={writing} captions={sent?.captions ?? {}} errorOf={errorOf} />}
          more={
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
              <OwnQuestion
                question={sent?.ownQuestion ?? (writing.isOwnQuestion ? writing.prompt : "")}
                error={errorOf("question")}
              />
              {writing.hasDraft && (
                <p className="hint">This is a draft. It isn’t in the book until you save the week.</p>
              )}
              {writing.savedVersions > 0 && (
                <p>
                  <a className="stand-alone-link" href={versionsAddress(loopId, writing.week)}>
                    Earlier versions ({writing.savedVersions})
                  </a>
                </p>
              )}
              {writing.isWritten && (
                <p>
                  <a className="stand-alone-link" href={`${versionsAddress(loopId, writing.week)}&empty`}>
                    Empty week {writing.week}
                  </a>
                </p>
              )}
            </>
          }
        />
        <WeekDock week={writing.week} saved={isUnsaved ? NOT_SAVED_YET : writing.saved} />
      </PostForm>
      <PageScript name="week" />
      <PageScript name="week-kept" />
      {writing.photos.some(({ isWaiting, isSetAside }) => isWaiting && !isSetAside) && (
        <PageScript name="waiting-photos" />
      )}
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

/** Each message once, linked to the first field it is about, in the order of the page. */
function summaryOf(problems: readonly FieldProblem[]): FieldProblem[] {
  const isAnswer = ({ field }: FieldProblem) => field === "content";
  return [...problems.filter(isAnswer), ...problems.filter((problem) => !isAnswer(problem))].filter(
    (problem, place, all) => all.findIndex((other) => other.message === problem.message) === place,
  );
}

/** Below the answer: another question, or the writer's own, which any button of the form saves. */
function OwnQuestion({ question, error }: { readonly question: string; readonly error?: string }) {
  return (
    <div className="stack own-question">
      <button type="submit" className="link-button" name="intent" value="another">
        Show me another question
      </button>
      <details className="more-fields" open={question !== "" || error !== undefined}>
        <summary>Write my own question</summary>
        <div className="stack">
          <TextField
            label="My own question"
            name="question"
            hint="It goes above your answer, here and in the book, once you save or keep a draft."
            defaultValue={question}
            error={error}
            autoComplete="off"
          />
        </div>
      </details>
    </div>
  );
}
