import { captionForm, type EntryWords, ownQuestionForm, readEntryWords } from "../loops/forms";
import type { QuestionChange } from "../loops/questions.server";
import { captionPhotos } from "../photos/photo-changes.server";
import { type DeviceSave, readDeviceSave } from "./device-saves.server";
import { type WriteResult, writeWeek } from "./entries.server";

/**
 * The form of a week as submitted by any of its buttons or by autosave. Its content is saved before anything else
 * happens: the text as a draft, each caption with its photo, the owner's own question with the week. Content that
 * cannot be saved as it is returns with an error message.
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
  /** Whether this text was chosen over that of another window. */
  isChosen: boolean;
  /** Which save of its page this is; absent where the page has no script. */
  save?: DeviceSave;
  /** The newest save that a choice between two texts is about. */
  settles?: DeviceSave;
}

export interface FieldProblem {
  /** The id of the field concerned; empty when it concerns no field. */
  field: string;
  message: string;
}

const CAPTION = /^caption:([0-9a-z]{1,40})$/;

/** Reads a week's form; accepts any content. */
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
    isChosen: form.has("chosen"),
    save: readDeviceSave(text("save")),
    settles: readDeviceSave(text("settles")),
  };
}

export interface KeepResult {
  written: WriteResult;
  problems: FieldProblem[];
  /** Whether a question of the owner's own was entered and saved. */
  asksOwn: boolean;
}

/**
 * Saves the submission as a draft, or with `complete` as the entry that it may be; with `another`, the week gets another
 * question unless the owner entered one. An own question that was taken out of its field is withdrawn, but not while
 * somebody types.
 */
export function saveSentWeek(
  accountId: string,
  sent: SentWeek,
  now: Date,
  options: { another?: boolean; isTyping?: boolean; complete?: boolean } = {},
): KeepResult {
  const { another = false, isTyping = false, complete = false } = options;
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
  const questionChange: QuestionChange | undefined =
    hasTyped && own.success
      ? { kind: "own", question: own.data }
      : another && !hasTyped
        ? { kind: "another" }
        : sent.ownQuestion.trim() === "" && !isTyping
          ? { kind: "withdrawn", question: sent.shownQuestion }
          : undefined;
  const { loopId, week, words, revision, isChosen, save, settles } = sent;
  const written = writeWeek(
    { accountId, loopId, week, words, revision, complete, questionChange, isChosen, save, settles, isTyping },
    now,
  );
  if (!written.ok && written.reason === "changed_meanwhile") {
    // A caption of another window is never overwritten; one without place goes back with the question.
    for (const { id, caption } of written.stored.photos) if (caption !== "") captions.delete(id);
  }
  if (
    written.ok ||
    written.reason === "incomplete" ||
    written.reason === "too_long" ||
    written.reason === "changed_meanwhile"
  )
    captionPhotos({ accountId, loopId, week }, captions, now);
  return { written, problems, asksOwn: questionChange?.kind === "own" };
}
