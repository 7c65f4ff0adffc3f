import type { EntryProblem } from "~/domain/loops/forms";
import { countWords, LONGEST_REFLECTION_WORDS } from "~/domain/loops/forms";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea, TextField } from "~/ui/field";
import { FileField, PhotoPrint } from "~/ui/file-field";
import { formatBytes } from "~/ui/format";
import { OpenBook } from "~/ui/open-book";
import { PostForm } from "~/ui/post-form";
import { WordCount } from "~/ui/word-count";
import type { WeekAnswer } from "./save-week.server";
import { weekAddress } from "./week-address";
import type { WritingFacts } from "./year.server";

interface EntryFormProps {
  readonly loopId: string;
  readonly current: number;
  readonly writing: WritingFacts;
  readonly answer?: WeekAnswer;
}

const FIELD_IDS = {
  photo: "photos",
  title: "title",
  highlight: "highlight",
  gratitude: "gratitude",
  learned: "learned",
  content: "content",
};

/** The week's two pages: photos on the left, words on the right. Its main button stands first for Enter. */
export function EntryForm({ loopId, current, writing, answer }: EntryFormProps) {
  const words = answer?.words ?? writing.words;
  const mark = answer?.mark ?? writing.mark;
  const problems = answer?.problems ?? [];
  const errorOf = (field: EntryProblem["field"]) =>
    problems.find((problem) => problem.field === field)?.message;
  const room = 3 - writing.photos.length;
  return (
    <div className="container" id="week">
      <ErrorSummary problems={summaryOf(problems)}>
        <p>Everything you typed is kept.</p>
      </ErrorSummary>
      {writing.isCatchUp && (
        <Banner action={<a href={`/dashboard?loop=${loopId}#week`}>Back to week {current}</a>}>
          You are catching up on week {writing.week}.
        </Banner>
      )}
      <PostForm encType="multipart/form-data" action={weekAddress(loopId, writing.week)}>
        <input type="hidden" name="loop" value={loopId} />
        <input type="hidden" name="week" value={writing.week} />
        <input type="hidden" name="mark" value={mark} />
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
          left={
            <>
              <div className="open-book-head">
                <h2>Week {writing.week}</h2>
                <span className="muted">{writing.days}</span>
              </div>
              {writing.photos.map((photo, index) => (
                <PhotoPrint
                  key={photo.id}
                  src={`/photos/${photo.id}/screen`}
                  alt={photo.caption || `Photo ${index + 1} of week ${writing.week}`}
                  name={photo.fileName}
                  size={formatBytes(photo.bytes)}
                  actions={
                    <button type="submit" className="link-button" name="intent" value={`remove:${photo.id}`}>
                      Remove<span className="visually-hidden"> {photo.fileName}</span>
                    </button>
                  }
                />
              ))}
              {room > 0 && (
                <FileField
                  label={writing.photos.length === 0 ? "This week’s photo" : "Another photo"}
                  name="photos"
                  multiple
                  optional={writing.photos.length > 0}
                  accept="image/jpeg,image/png,image/webp"
                  error={errorOf("photo")}
                  limits={`JPG, PNG or WebP, up to 10 MB each. ${room === 3 ? "One to three" : `Up to ${room} more`}.`}
                />
              )}
            </>
          }
          right={
            <>
              <TextField
                label="The highlight"
                name="highlight"
                hint="The bit you’d tell a friend about. One line is plenty."
                defaultValue={words.highlight}
                error={errorOf("highlight")}
                autoComplete="off"
              />
              <TextField
                label="One thing you’re grateful for"
                name="gratitude"
                defaultValue={words.gratitude}
                error={errorOf("gratitude")}
                autoComplete="off"
              />
              <TextArea
                label={<span className="question">{writing.prompt}</span>}
                name="content"
                hint="A few lines, or up to 500 words."
                rows={9}
                defaultValue={words.content}
                error={errorOf("content")}
                describedBy="word-count"
              />
              <WordCount
                id="word-count"
                field="content"
                count={countWords(words.content)}
                limit={LONGEST_REFLECTION_WORDS}
              />
              <details className="more-fields" open={words.title !== "" || words.learned !== ""}>
                <summary>A title, or something you learned</summary>
                <div className="stack">
                  <TextField
                    label="A title for this week"
                    name="title"
                    optional
                    defaultValue={words.title}
                    error={errorOf("title")}
                    autoComplete="off"
                  />
                  <TextField
                    label="Something I learned"
                    name="learned"
                    optional
                    defaultValue={words.learned}
                    error={errorOf("learned")}
                    autoComplete="off"
                  />
                </div>
              </details>
              <div className="row">
                <Button variant="theme" name="intent" value="save">
                  Save week {writing.week}
                </Button>
                <Button variant="line" name="intent" value="draft">
                  Keep as a draft
                </Button>
              </div>
              {writing.hasDraft && (
                <p className="hint">
                  You are looking at a draft. It isn’t in the book until you save the week.
                </p>
              )}
            </>
          }
        />
      </PostForm>
    </div>
  );
}

/** Each sentence once, leading to the first field it is about. */
function summaryOf(problems: readonly EntryProblem[]) {
  return problems
    .filter((problem, place) => problems.findIndex((other) => other.message === problem.message) === place)
    .map(({ field, message }) => ({ message, field: FIELD_IDS[field] }));
}
