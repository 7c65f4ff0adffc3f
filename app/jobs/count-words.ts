import { setImmediate } from "node:timers/promises";
import { logLine } from "~/adapters/log/log.server";
import { countSavedWords } from "~/domain/diary/loops/word-counts.server";

const MOST_TIMES = 100;

/** Counts the words of weeks from before they were counted at saving, a few at a time, so that other work goes on. */
export async function countWords(): Promise<void> {
  let weeks = 0;
  for (let times = 0; times < MOST_TIMES; times += 1) {
    const counted = countSavedWords();
    if (counted === 0) break;
    weeks += counted;
    await setImmediate();
  }
  if (weeks > 0) logLine("info", "words_counted", { weeks });
}
