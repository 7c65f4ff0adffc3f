import type { Transaction } from "#db/client.server";
import { wordsOf } from "../loops/entry-text";
import type { Loop } from "../loops/loops.server";
import { needsDecision } from "../loops/printed-weeks";
import type { BookWeek } from "../loops/printed-weeks.server";
import { readWriting, saveEntry } from "./entries.server";

/**
 * Turns the unfinished weeks that print into entries as they are, so that moderators review what prints and the owner
 * keeps it. The printed content does not change.
 */
export function completeUnfinishedWeeks(tx: Transaction, loop: Loop, weeks: readonly BookWeek[], now: Date): void {
  if (!loop.printsDrafts) return;
  for (const { week, state, printed, counts } of weeks) {
    if (!needsDecision(state) || !printed) continue;
    const writing = readWriting(loop, week);
    const prompt = printed.prompt || writing.prompt;
    saveEntry(tx, { ...writing, prompt }, { ...wordsOf(printed), ...counts }, false, now);
  }
}
