import { and, desc, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { keepAll, keepGet } from "#db/queries.server";
import { entryVersions } from "#db/schema";
import { sameWords, wordsOf } from "../loops/entry-text";
import { recogniseQuestion, saveQuestion } from "../loops/questions.server";
import { countsOf } from "../loops/word-counts";
import { raiseContentVersion } from "../photos/photos.server";
import { draftOf, entryOf, openWeek, saveEntry, saveVersion, type Writing } from "./entries.server";

/**
 * Earlier versions of a week. Each change of an entry keeps the previous words, which can be restored until sign-off.
 * The words they replace, and a draft on top of them, are kept as versions too, so restoring loses nothing.
 */

export type KeptVersion = typeof entryVersions.$inferSelect;

const versionsOfQuery = keepAll((entryId: string) =>
  db
    .select()
    .from(entryVersions)
    .where(eq(entryVersions.entryId, entryId))
    .orderBy(desc(entryVersions.version)),
);

/** The entry of a week with its earlier versions, newest first; undefined when this account has no such entry. */
export function versionsOf(accountId: string, loopId: string, week: number) {
  const found = entryOf(accountId, loopId, week);
  if (!found) return undefined;
  const versions = versionsOfQuery(found.entry.id);
  return { loop: found.loop, entry: found.entry, versions };
}

export type RestoreResult = { ok: true; version: number } | { ok: false; reason: "not_found" | "read_only" };

/** Makes a kept version the week's entry again. Returns the entry's current version number. */
export function restoreVersion(
  place: { accountId: string; loopId: string; week: number },
  version: number,
  now: Date,
): RestoreResult {
  return write((tx): RestoreResult => {
    const opened = openWeek(place.accountId, place.loopId, place.week, now);
    if (!opened.ok || !opened.writing.entry) return { ok: false, reason: "not_found" };
    const { writing } = opened;
    if (writing.loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
    const kept = findVersion(opened.writing.entry.id, version);
    if (!kept) return { ok: false, reason: "not_found" };
    const entry = saveDraftAsVersion(tx, writing, opened.writing.entry);
    const { prompt } = kept;
    if (prompt !== writing.prompt) {
      saveQuestion(
        tx,
        { loopId: place.loopId, week: place.week },
        recogniseQuestion(writing.loop, prompt),
        now,
      );
    }
    const number = saveEntry(
      tx,
      { ...writing, prompt, entry },
      { ...wordsOf(kept), ...countsOf(kept) },
      entry.caughtUp,
      now,
    );
    raiseContentVersion(tx, place.accountId, place.loopId, now);
    return { ok: true, version: number };
  });
}

const findVersion = keepGet((entryId: string, version: number) =>
  db
    .select()
    .from(entryVersions)
    .where(and(eq(entryVersions.entryId, entryId), eq(entryVersions.version, version))),
);

/** A draft is newer than the entry, so it is numbered after it, as if it had been saved. */
function saveDraftAsVersion(
  tx: Transaction,
  { loop, week }: Writing,
  entry: NonNullable<Writing["entry"]>,
): NonNullable<Writing["entry"]> {
  const draft = draftOf(loop.id, week);
  if (!draft || sameWords(draft, entry)) return entry;
  saveVersion(tx, entry);
  const { prompt, updatedAt } = draft;
  return { ...entry, ...wordsOf(draft), prompt, updatedAt, version: entry.version + 1 };
}
