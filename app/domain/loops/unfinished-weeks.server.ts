import type { Transaction } from "#db/client.server";
import { keepEntry, readWriting } from "../entries/entries.server";
import { wordsOf } from "./entry-text";
import type { Loop } from "./loops.server";
import { needsDecision } from "./printed-weeks";
import type { BookWeek } from "./printed-weeks.server";

/**
 * Finishes as they are the weeks that print unfinished, so that moderators review, and their owner keeps, what was
 * printed. Changes nothing of what prints.
 */
export function finishAsTheyAre(tx: Transaction, loop: Loop, weeks: readonly BookWeek[], now: Date): void {
  if (!loop.printsDrafts) return;
  for (const { week, standing, printed } of weeks) {
    if (!needsDecision(standing) || !printed) continue;
    const writing = readWriting(tx, loop, week);
    const prompt = printed.prompt || writing.prompt;
    keepEntry(tx, { ...writing, prompt }, wordsOf(printed), false, now);
  }
}
