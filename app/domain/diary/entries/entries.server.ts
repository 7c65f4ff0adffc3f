import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { drafts, entries } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { firstStartOfLoop } from "../loops/credits.server";
import { lengthOf, NO_WORDS, sameWords, wordsOf } from "../loops/entry-text";
import { draftProblem, type EntryProblem, type EntryWords, entryProblems } from "../loops/forms";
import { type Loop, loopOwnedBy } from "../loops/loops.server";
import { changeQuestion, type QuestionChange, questionOf } from "../loops/questions.server";
import { startToday } from "../loops/rescheduling.server";
import { canWrite } from "../loops/starting";
import { countsOf, type WordCounts } from "../loops/word-counts";
import { type Photo, photosOf, raiseContentVersion } from "../photos/photos.server";
import { currentWeek, WEEKS } from "../rules/calendar";
import { LONGEST_DRAFT } from "../rules/entry-limits";
import {
  type DeviceSave,
  digestOf,
  findDeviceSave,
  isSentAgain,
  recordChoice,
  recordDeviceSave,
} from "./device-saves.server";
import { nextVersion, saveAside, saveReplacedDraft, saveVersion } from "./saved-versions.server";
import { screenWords } from "./screening";

/**
 * Writing a week. Every submission is saved as a draft first, even when it is incomplete, late or too long for its
 * page; one too long for any draft stays with its writer. It becomes an entry when it has a photo and a reflection. An
 * entry can be rewritten until sign-off, and its earlier versions are kept. A form that was opened on an older text
 * never overwrites a newer one silently: what it sent is saved as an earlier version, it reports the conflict, and the
 * writer chooses; what they don't choose is saved as an earlier version too.
 */

export type Entry = typeof entries.$inferSelect;

export interface Writing {
  loop: Loop;
  week: number;
  /** The question of this week. */
  prompt: string;
  /** Whether the owner wrote that question. */
  isOwnQuestion: boolean;
  words: EntryWords;
  /** The words of its answer, as counted when they were saved. */
  answerWords: number | null;
  photos: Photo[];
  entry: Entry | undefined;
  hasDraft: boolean;
  /** When this text was saved; null in a week without text. */
  savedAt: Date | null;
  /** Identifies the state of the text; a form sends it back, so that an outdated one is detected. */
  revision: string;
}

export type OpenResult =
  | { ok: true; writing: Writing }
  | { ok: false; reason: "not_found" | "not_yet" }
  /** The year waits for the days to cancel: its owner can ask us not to wait. */
  | { ok: false; reason: "wish_first"; loop: Loop };

/** A year that hasn't started, while its buyer can still cancel and hasn't asked us not to wait. */
function isTooSoon({ id, startDay }: Loop, now: Date): boolean {
  const today = londonDay(now);
  return startDay > today && !canWrite(startDay, firstStartOfLoop(id, now), today);
}

/** The text of a week so far: the draft if there is one, otherwise the entry, otherwise nothing. */
export function openWeek(accountId: string, loopId: string, week: number, now: Date): OpenResult {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop || !Number.isInteger(week) || week < 1 || week > WEEKS) return { ok: false, reason: "not_found" };
  if (week > currentWeek(loop, londonDay(now))) return { ok: false, reason: "not_yet" };
  if (isTooSoon(loop, now)) return { ok: false, reason: "wish_first", loop };
  return { ok: true, writing: readWriting(loop, week) };
}

/** Starts a year that waits for the days to cancel, at its owner's wish, so that it can be written; null for any other. */
export function startToWrite(accountId: string, loopId: string, now: Date): Loop | null {
  const opened = openWeek(accountId, loopId, 1, now);
  if (opened.ok || opened.reason !== "wish_first") return null;
  const started = startToday(accountId, loopId, now, true);
  return started.ok ? started.loop : null;
}

export const draftOf = (loopId: string, week: number) => findDraft(loopId, week);

const findDraft = prepareGet((loopId: string, week: number) =>
  db
    .select()
    .from(drafts)
    .where(and(eq(drafts.loopId, loopId), eq(drafts.week, week))),
);

export function readWriting(loop: Loop, week: number): Writing {
  const entry = findEntry(loop.id, week);
  const draft = draftOf(loop.id, week);
  const { question, isOwn } = questionOf(loop, week, draft?.prompt || entry?.prompt);
  const source = draft ?? entry;
  return {
    loop,
    week,
    prompt: question,
    isOwnQuestion: isOwn,
    words: source ? wordsOf(source) : NO_WORDS,
    answerWords: source ? source.answerWords : 0,
    photos: photosOf(loop.id, week),
    entry,
    hasDraft: draft !== undefined,
    savedAt: source?.updatedAt ?? null,
    revision: `${entry?.version ?? 0}.${draft?.revision ?? 0}`,
  };
}

const findEntry = prepareGet((loopId: string, week: number) =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.loopId, loopId), eq(entries.week, week))),
);

export interface WriteRequest {
  accountId: string;
  loopId: string;
  week: number;
  words: EntryWords;
  /** The revision the form was opened with. */
  revision: string;
  /** Whether the week is to be completed, or only saved as a draft. */
  complete: boolean;
  /** A change of the week's question; without it the question stays. */
  questionChange?: QuestionChange;
  /** After a conflict: this text is the one to keep, and a draft that it replaces becomes an earlier version. */
  isChosen?: boolean;
  /** Which save of its page this is. */
  save?: DeviceSave;
  /** After a conflict: the save that was chosen about. */
  settles?: DeviceSave;
  /** Whether it comes from a script, which sends again what it got no response for; a form's button is always followed. */
  isTyping?: boolean;
}

export type WriteResult =
  | { ok: true; saved: "entry" | "draft"; caughtUp: boolean; revision: string }
  | { ok: false; reason: "incomplete"; problems: EntryProblem[]; revision: string }
  | { ok: false; reason: "too_long"; problems: EntryProblem[]; revision: string }
  | { ok: false; reason: "changed_meanwhile"; stored: Writing }
  | { ok: false; reason: "read_only" }
  | Extract<OpenResult, { ok: false }>;

/** Saves the text of a week and, if requested and complete, makes it the week's entry. */
export function writeWeek(request: WriteRequest, now: Date): WriteResult {
  return write((tx): WriteResult => {
    const opened = openWeek(request.accountId, request.loopId, request.week, now);
    if (!opened.ok) return opened;
    const { writing } = opened;
    if (writing.loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
    const { save } = request;
    const before = save && findDeviceSave(request, save.writer);
    const { questionChange } = request;
    // A button of the form withdraws the question of an empty field; the same text sent by its page does not.
    const digest = digestOf(request.words, questionChange?.kind === "withdrawn" ? undefined : questionChange);
    if (save && before && request.isTyping && isSentAgain({ number: save.number, digest }, before)) {
      const saved = writing.entry && !writing.hasDraft ? "entry" : "draft";
      return { ok: true, saved, caughtUp: false, revision: before.revision || writing.revision };
    }
    const result = writeOpened(tx, { ...request, revision: before?.revision ?? request.revision }, writing, now);
    if (save && (result.ok || result.reason === "incomplete"))
      recordDeviceSave(tx, request, save, { digest, revision: result.revision, savedAt: now });
    if (request.settles && result.ok) recordChoice(tx, request, request.settles, now);
    return result;
  });
}

/** Of two texts the saved one was chosen: the other is an earlier version since it came. */
export function keepSavedText(
  place: { accountId: string; loopId: string; week: number },
  save: DeviceSave | undefined,
  now: Date,
): void {
  write((tx) => {
    if (save && openWeek(place.accountId, place.loopId, place.week, now).ok) recordChoice(tx, place, save, now);
  });
}

function writeOpened(tx: Transaction, request: WriteRequest, opened: Writing, now: Date): WriteResult {
  const { revision, words } = opened;
  if (lengthOf(request.words) > LONGEST_DRAFT && !sameWords(words, request.words)) {
    return { ok: false, reason: "too_long", problems: [draftProblem(request.words)], revision };
  }
  const isOlder = request.revision !== revision;
  if (isOlder && !sameWords(words, request.words) && !sameWords(words, NO_WORDS)) {
    const typed = request.questionChange?.kind === "own" ? { prompt: request.questionChange.question } : {};
    saveAside(tx, { ...opened, ...typed }, request.words, now);
    return { ok: false, reason: "changed_meanwhile", stored: opened };
  }
  const writing = {
    ...opened,
    ...(request.questionChange && replaceQuestion(tx, opened, request.questionChange, now)),
  };
  if (request.isChosen) saveReplacedDraft(tx, opened, request.words);
  const counts = countsOf(request.words);
  const problems = request.complete ? entryProblems(request.words, writing.photos.length, counts.answerWords) : [];
  if (!request.complete || problems.length > 0) {
    const revision = isUnchanged(writing, request.words)
      ? writing.revision
      : saveDraft(tx, writing, { ...request.words, ...counts }, now);
    if (problems.length > 0) return { ok: false, reason: "incomplete", problems, revision };
    return { ok: true, saved: "draft", caughtUp: false, revision };
  }
  const isLate = request.week < currentWeek(writing.loop, londonDay(now));
  const caughtUp = isLate && !writing.entry;
  const version = saveEntry(tx, writing, { ...request.words, ...counts }, caughtUp, now);
  raiseContentVersion(tx, request.accountId, request.loopId, now);
  return { ok: true, saved: "entry", caughtUp, revision: `${version}.0` };
}

/**
 * Completes a week whose draft lacked only its photo. Does nothing when it is still incomplete, already complete or
 * read-only.
 */
export function completeWeek(place: { accountId: string; loopId: string; week: number }, now: Date): void {
  const opened = openWeek(place.accountId, place.loopId, place.week, now);
  if (!opened.ok || opened.writing.entry || !opened.writing.hasDraft) return;
  const { words, answerWords, revision, photos } = opened.writing;
  if (entryProblems(words, photos.length, answerWords).length === 0)
    writeWeek({ ...place, words, revision, complete: true }, now);
}

function replaceQuestion(
  tx: Transaction,
  { loop, week, prompt, isOwnQuestion }: Writing,
  questionChange: QuestionChange,
  now: Date,
) {
  const asks = { question: prompt, isOwn: isOwnQuestion };
  const { question, isOwn } = changeQuestion(tx, { loop, week, asks }, questionChange, now);
  return { prompt: question, isOwnQuestion: isOwn };
}

/** A draft that equals the entry is not stored. */
function isUnchanged({ entry, hasDraft, prompt }: Writing, words: EntryWords): boolean {
  return entry !== undefined && !hasDraft && entry.prompt === prompt && sameWords(wordsOf(entry), words);
}

function saveDraft(tx: Transaction, writing: Writing, words: EntryWords & WordCounts, now: Date): string {
  const values = { ...words, prompt: writing.prompt, updatedAt: now };
  const draft = tx
    .insert(drafts)
    .values({ loopId: writing.loop.id, week: writing.week, begunAt: now, ...values })
    .onConflictDoUpdate({
      target: [drafts.loopId, drafts.week],
      set: { ...values, revision: sql`${drafts.revision} + 1` },
    })
    .returning()
    .get();
  // Drafts print in this loop, so the printed content has changed.
  if (writing.loop.printsDrafts) raiseContentVersion(tx, writing.loop.accountId, writing.loop.id, now);
  return `${writing.entry?.version ?? 0}.${draft.revision}`;
}

/**
 * Writes the entry, saves its previous text as a version and deletes the draft. The same text again, from a double
 * click, create no new version. Returns the entry's current version number.
 */
export function saveEntry(
  tx: Transaction,
  writing: Writing,
  words: EntryWords & WordCounts,
  caughtUp: boolean,
  now: Date,
): number {
  const { loop, week, prompt, entry } = writing;
  const isNew = !entry || entry.prompt !== prompt || !sameWords(wordsOf(entry), words);
  const version = isNew || !entry ? nextVersion(writing) : entry.version;
  const flagReason = screenWords(words);
  const review = { moderation: flagReason === null ? "PENDING" : "FLAGGED", flagReason } as const;
  if (entry) {
    if (isNew) saveVersion(tx, entry);
    // A changed week returns to moderation, even if only its photos changed.
    tx.update(entries)
      .set({ ...words, prompt, version, ...review, openAgainAt: null, updatedAt: now })
      .where(eq(entries.id, entry.id))
      .run();
  } else {
    const draft = draftOf(loop.id, week);
    // The entry takes over its draft's id, so that an API client keeps the id it knows.
    tx.insert(entries)
      .values({
        id: draft?.id,
        begunAt: draft?.begunAt,
        loopId: loop.id,
        week,
        ...words,
        prompt,
        caughtUp,
        ...review,
        createdAt: now,
        updatedAt: now,
      })
      .run();
  }
  tx.delete(drafts)
    .where(and(eq(drafts.loopId, loop.id), eq(drafts.week, week)))
    .run();
  return version;
}

/** The entry of a week with its photos, for the loop's owner. */
export function entryOf(accountId: string, loopId: string, week: number) {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return undefined;
  const entry = findEntry(loopId, week);
  return entry && { loop, entry, photos: photosOf(loopId, week) };
}

/** The weeks of a loop that have an entry, in order. */
export function weeksWritten(loopId: string): number[] {
  return listWeeks(loopId).map((row) => row.week);
}

const listWeeks = prepareAll((loopId: string) =>
  db.select({ week: entries.week }).from(entries).where(eq(entries.loopId, loopId)).orderBy(asc(entries.week)),
);
