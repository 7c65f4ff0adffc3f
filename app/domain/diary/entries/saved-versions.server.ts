import { and, eq, max } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { entryVersions } from "#db/schema";
import { type EntryWords, sameWords, wordsOf } from "../loops/entry-text";

/** Saving text as versions of its week: what an entry had before, and what two windows wrote. */

/** A week as its text is found before it changes. */
interface WeekFound {
  loop: { id: string };
  week: number;
  prompt: string;
  words: EntryWords;
  entry: { version: number } | undefined;
  hasDraft: boolean;
  savedAt: Date | null;
}

type Version = typeof entryVersions.$inferSelect;

export function saveVersion(tx: Transaction, entry: Omit<Version, "id" | "writtenAt"> & { updatedAt: Date }): void {
  const { loopId, week, version, prompt, updatedAt: writtenAt } = entry;
  tx.insert(entryVersions)
    .values({ ...wordsOf(entry), loopId, week, version, prompt, writtenAt })
    .run();
}

/** The number of the next version of a week, above that of its entry and of all saved versions. */
export function nextVersion({ loop, week, entry }: Pick<WeekFound, "loop" | "week" | "entry">): number {
  return Math.max(entry?.version ?? 0, findNewestVersion(loop.id, week)?.version ?? 0) + 1;
}

const findNewestVersion = prepareGet((loopId: string, week: number) =>
  db
    .select({ version: max(entryVersions.version) })
    .from(entryVersions)
    .where(and(eq(entryVersions.loopId, loopId), eq(entryVersions.week, week))),
);

const versionWith = (loopId: string, week: number, words: EntryWords) =>
  listVersions(loopId, week).find((saved) => sameWords(saved, words));

const listVersions = prepareAll((loopId: string, week: number) =>
  db
    .select()
    .from(entryVersions)
    .where(and(eq(entryVersions.loopId, loopId), eq(entryVersions.week, week))),
);

/** Saves text that was sent for an older state of the week, once, as an earlier version. */
export function saveAside(tx: Transaction, writing: WeekFound, words: EntryWords, now: Date): void {
  const { loop, week, prompt } = writing;
  const isSaved = (saved: Version) => saved.prompt === prompt && sameWords(saved, words);
  if (listVersions(loop.id, week).some(isSaved)) return;
  saveVersion(tx, { ...words, loopId: loop.id, week, version: nextVersion(writing), prompt, updatedAt: now });
}

/** Of the two texts of a conflict: a draft becomes an earlier version, and the chosen one stops being one. */
export function saveReplacedDraft(tx: Transaction, writing: WeekFound, chosen: EntryWords): void {
  const { loop, week, words, savedAt, hasDraft } = writing;
  if (hasDraft && savedAt && !sameWords(words, chosen)) saveAside(tx, writing, words, savedAt);
  const known = versionWith(loop.id, week, chosen);
  if (known) deleteVersion(known.id);
}

const deleteVersion = prepareRun((id: string) => db.delete(entryVersions).where(eq(entryVersions.id, id)));
