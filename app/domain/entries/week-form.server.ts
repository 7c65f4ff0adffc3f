import { captionForm, type EntryWords, ownQuestionForm, readEntryWords } from "../loops/forms";
import type { QuestionChange } from "../loops/questions.server";
import { captionPhotos } from "../photos/photo-changes.server";
import { type WriteResult, writeWeek } from "./entries.server";

/**
 * The form of a week as it was sent, by any of its buttons or by itself while somebody writes. Whatever it holds is
 * kept before anything else is done: the words as a draft, each caption with its photo, one's own question with its
 * week. What cannot be kept as it is goes back with a sentence.
 */

export interface SentWeek {
  loopId: string;
  week: number;
  words: EntryWords;
  revision: string;
  /** By the photo's id. */
  captions: Readonly<Record<string, string>>;
  /** The question above the answer when the page was made. */
  shownQuestion: string;
  ownQuestion: string;
}

export interface FieldProblem {
  /** The id of the field it is about; empty where it is about none. */
  field: string;
  message: string;
}

const CAPTION = /^caption:([0-9a-z]{1,40})$/;

/** Reads a week's form, whatever it holds; nothing is refused. */
export function readSentWeek(form: FormData): SentWeek {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const captions = [...form].flatMap(([name, value]) => {
    const photoId = CAPTION.exec(name)?.[1];
    return photoId && typeof value === "string" ? [[photoId, value] as const] : [];
  });
  return {
    loopId: text("loop"),
    week: Number(form.get("week") ?? 0),
    words: readEntryWords(form),
    revision: text("revision"),
    captions: Object.fromEntries(captions),
    shownQuestion: text("shownQuestion"),
    ownQuestion: text("question"),
  };
}

export interface KeepResult {
  written: WriteResult;
  problems: FieldProblem[];
  /** Whether a question of one's own was typed and taken. */
  asksOwn: boolean;
}

/** Keeps what was sent as a draft; with `another`, the week asks something else unless a question of one's own was typed. */
export function keepSentWeek(
  accountId: string,
  sent: SentWeek,
  now: Date,
  { another = false }: { another?: boolean } = {},
): KeepResult {
  const problems: FieldProblem[] = [];
  const captions = new Map<string, string>();
  for (const [photoId, typed] of Object.entries(sent.captions)) {
    const parsed = captionForm.safeParse(typed);
    if (parsed.success) captions.set(photoId, parsed.data ?? "");
    else problems.push({ field: `caption-${photoId}`, message: parsed.error.issues[0]?.message ?? "" });
  }
  const own = ownQuestionForm.safeParse(sent.ownQuestion);
  const hasTyped = sent.ownQuestion.trim() !== "" && sent.ownQuestion !== sent.shownQuestion;
  if (hasTyped && !own.success) {
    problems.push({ field: "question", message: own.error.issues[0]?.message ?? "" });
  }
  const input: QuestionChange | undefined =
    hasTyped && own.success
      ? { kind: "own", question: own.data }
      : another && !hasTyped
        ? { kind: "another" }
        : undefined;
  const { loopId, week, words, revision } = sent;
  const written = writeWeek({ accountId, loopId, week, words, revision, complete: false, input }, now);
  if (written.ok) captionPhotos({ accountId, loopId, week }, captions, now);
  return { written, problems, asksOwn: input?.kind === "own" };
}
