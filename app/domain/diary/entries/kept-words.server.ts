import { and, eq, max } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { entryVersions } from "#db/schema";
import { type EntryWords, sameWords, wordsOf } from "../loops/entry-text";

/** Keeping words as versions of their week: those an entry had before, and those that two windows wrote. */

/** A week as its words are found before they change. */
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

const newestVersion = prepareGet((loopId: string, week: number) =>
  db
    .select({ version: max(entryVersions.version) })
    .from(entryVersions)
    .where(and(eq(entryVersions.loopId, loopId), eq(entryVersions.week, week))),
);

/** The number of the next version of a week, above that of its entry and of all words kept beside it. */
export function nextVersion({ loop, week, entry }: Pick<WeekFound, "loop" | "week" | "entry">): number {
  return Math.max(entry?.version ?? 0, newestVersion(loop.id, week)?.version ?? 0) + 1;
}

const versionsQuery = prepareAll((loopId: string, week: number) =>
  db
    .select()
    .from(entryVersions)
    .where(and(eq(entryVersions.loopId, loopId), eq(entryVersions.week, week))),
);

const versionWith = (loopId: string, week: number, words: EntryWords) =>
  versionsQuery(loopId, week).find((kept) => sameWords(kept, words));

const dropVersion = prepareRun((id: string) => db.delete(entryVersions).where(eq(entryVersions.id, id)));

/** Keeps words that were sent for an older state of the week, once, as an earlier version. */
export function keepAside(tx: Transaction, writing: WeekFound, words: EntryWords, now: Date): void {
  const { loop, week, prompt } = writing;
  const isKept = (kept: Version) => kept.prompt === prompt && sameWords(kept, words);
  if (versionsQuery(loop.id, week).some(isKept)) return;
  saveVersion(tx, { ...words, loopId: loop.id, week, version: nextVersion(writing), prompt, updatedAt: now });
}

/** Of the words between which somebody chose: a draft becomes an earlier version, and those they chose stop being one. */
export function keepReplacedDraft(tx: Transaction, writing: WeekFound, chosen: EntryWords): void {
  const { loop, week, words, savedAt, hasDraft } = writing;
  if (hasDraft && savedAt && !sameWords(words, chosen)) keepAside(tx, writing, words, savedAt);
  const known = versionWith(loop.id, week, chosen);
  if (known) dropVersion(known.id);
}
