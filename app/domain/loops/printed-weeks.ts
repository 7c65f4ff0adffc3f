import { type EntryWords, entryProblems } from "./forms";

/**
 * What becomes of each week in the book. A finished week prints, unless a moderator rejected or hid it. Words and
 * photos that are not finished print only where their owner chose so; where newer words lie on a finished week, the
 * choice is between those and what was saved. Nobody's words are left out in silence: whoever sends a year to print is
 * shown each week as one of these, and decides.
 */

export type ModerationState = "PENDING" | "FLAGGED" | "APPROVED" | "REJECTED" | "HIDDEN";

export type WeekStanding = "printing" | "unfinished" | "changed" | "kept_out" | "empty";

export interface WeekData {
  /** Of the finished week; null where it is not finished. */
  moderation: ModerationState | null;
  /** Whether words were kept that are not those of the finished week. */
  hasDraft: boolean;
  hasPhotos: boolean;
}

/** Whether a moderator lets a finished week into the book. */
export function isPrinted(moderation: ModerationState): boolean {
  return moderation !== "REJECTED" && moderation !== "HIDDEN";
}

export function standingOf({ moderation, hasDraft, hasPhotos }: WeekData): WeekStanding {
  if (moderation === null) return hasDraft || hasPhotos ? "unfinished" : "empty";
  if (!isPrinted(moderation)) return "kept_out";
  return hasDraft ? "changed" : "printing";
}

/** Which words of a week print: those that were saved, the draft's, or none. */
export function printedWords(standing: WeekStanding, printsDrafts: boolean): "saved" | "draft" | null {
  switch (standing) {
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

/** Whether its owner is asked what is to become of a week. */
export function needsDecision(standing: WeekStanding): boolean {
  return standing === "unfinished" || standing === "changed";
}

export type WhyUnfinished = "no_photo" | "no_answer" | "neither" | "too_long" | "kept_as_draft";

/** What a week still lacks to be finished. */
export function whyUnfinished(words: EntryWords, photoCount: number): WhyUnfinished {
  const hasAnswer = words.content.trim() !== "";
  if (photoCount === 0) return hasAnswer ? "no_photo" : "neither";
  if (!hasAnswer) return "no_answer";
  return entryProblems(words, photoCount).length > 0 ? "too_long" : "kept_as_draft";
}
