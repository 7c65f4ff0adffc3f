import { type EntryWords, entryProblems } from "./forms";

/**
 * What happens to each week in the book. A saved week with a photo is finished and prints, unless a moderator rejected
 * or hid it. Unfinished text and photos print only if the owner chose so; if a finished week has a newer draft, the
 * choice is between the draft and the saved text. No text is left out without notice: at sign-off the owner sees the
 * state of each week, and decides.
 */

export const MISSED_WEEKS = "You can write a missed week whenever you like.";
export const NO_GAP = "A week you don’t write leaves no gap in the book";

export type ModerationState = "PENDING" | "FLAGGED" | "APPROVED" | "REJECTED" | "HIDDEN";

export type BookWeekState = "printing" | "unfinished" | "changed" | "kept_out" | "empty";

export interface WeekData {
  /** Of the finished week; null when it is not finished. */
  moderation: ModerationState | null;
  /** Whether there is a draft that differs from the finished week. */
  hasDraft: boolean;
  hasPhotos: boolean;
  /** Whether the last photo of the finished week was removed. */
  isOpenAgain: boolean;
}

/** Whether moderation lets a finished week into the book. */
export function isPrinted(moderation: ModerationState): boolean {
  return moderation !== "REJECTED" && moderation !== "HIDDEN";
}

export function bookWeekState({ moderation, hasDraft, hasPhotos, isOpenAgain }: WeekData): BookWeekState {
  if (moderation === null) return hasDraft || hasPhotos ? "unfinished" : "empty";
  if (!isPrinted(moderation)) return "kept_out";
  if (isOpenAgain) return "unfinished";
  return hasDraft ? "changed" : "printing";
}

/** Which text of a week prints: the saved one, the draft's, or none. */
export function printedWords(state: BookWeekState, printsDrafts: boolean): "saved" | "draft" | null {
  switch (state) {
    case "printing":
      return "saved";
    case "changed":
      return printsDrafts ? "draft" : "saved";
    case "unfinished":
      return printsDrafts ? "draft" : null;
    case "kept_out":
    case "empty":
      return null;
  }
}

/** Whether the owner must decide about a week. */
export function needsDecision(state: BookWeekState): boolean {
  return state === "unfinished" || state === "changed";
}

export type WhyUnfinished = "no_photo" | "no_answer" | "neither" | "too_long" | "kept_as_draft";

/** What a week lacks to be finished. */
export function whyUnfinished(words: EntryWords, photoCount: number, answerWords: number | null): WhyUnfinished {
  const hasAnswer = words.content.trim() !== "";
  if (photoCount === 0) return hasAnswer ? "no_photo" : "neither";
  if (!hasAnswer) return "no_answer";
  return entryProblems(words, photoCount, answerWords).length > 0 ? "too_long" : "kept_as_draft";
}
