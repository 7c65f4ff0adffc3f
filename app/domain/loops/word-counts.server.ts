import { wordsOf } from "./entry-text";
import { countWords } from "./forms";
import type { Loop } from "./loops.server";
import { entriesQuery } from "./printed-weeks.server";

/** A finished year is opened more often than it changes, so its count is kept until its content changes. */
const MOST_KEPT = 1_000;
const kept = new Map<string, { contentVersion: number; words: number }>();

/** How many words the finished weeks of a loop have, all fields together. */
export function countWordsOf({ id, contentVersion }: Pick<Loop, "id" | "contentVersion">): number {
  const known = kept.get(id);
  if (known?.contentVersion === contentVersion) return known.words;
  const words = entriesQuery(id).reduce(
    (sum, entry) => sum + countWords(Object.values(wordsOf(entry)).join(" ")),
    0,
  );
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(id, { contentVersion, words });
  return words;
}
