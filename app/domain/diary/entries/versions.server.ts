import { and, count, desc, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { entryVersions } from "#db/schema";
import { sameWords, wordsOf } from "../loops/entry-text";
import { loopOwnedBy } from "../loops/loops.server";
import { recogniseQuestion, saveQuestion } from "../loops/questions.server";
import { countsOf } from "../loops/word-counts";
import { raiseContentVersion } from "../photos/photos.server";
import { draftOf, openWeek, readWriting, saveEntry, type Writing, writeWeek } from "./entries.server";
import { nextVersion, saveVersion } from "./saved-versions.server";

/**
 * Earlier versions of a week. Each change of an entry saves the previous text, and so does a choice between two
 * windows' texts; they can be restored until sign-off. The text they replace, and a draft on top of it, are saved as
 * versions too, so restoring loses nothing.
 */

/** How many earlier versions a week has. */
export const countVersions = (loopId: string, week: number): number => countVersionRows(loopId, week)?.found ?? 0;

const countVersionRows = prepareGet((loopId: string, week: number) =>
  db
    .select({ found: count() })
    .from(entryVersions)
    .where(and(eq(entryVersions.loopId, loopId), eq(entryVersions.week, week))),
);

/** A week with its earlier versions, newest first; undefined when this account has no text in such a week. */
export function versionsOf(accountId: string, loopId: string, week: number) {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return undefined;
  const writing = readWriting(loop, week);
  const versions = listVersions(loopId, week);
  return writing.savedAt || versions.length > 0 ? { loop, writing, versions } : undefined;
}

const listVersions = prepareAll((loopId: string, week: number) =>
  db
    .select()
    .from(entryVersions)
    .where(and(eq(entryVersions.loopId, loopId), eq(entryVersions.week, week)))
    .orderBy(desc(entryVersions.writtenAt), desc(entryVersions.version)),
);

export type RestoreResult = { ok: true; version: number } | { ok: false; reason: "not_found" | "read_only" };

/**
 * Makes a saved version the week's text again: its entry, or its draft where the week has none. Returns the entry's
 * current version number.
 */
export function restoreVersion(
  place: { accountId: string; loopId: string; week: number },
  version: number,
  now: Date,
): RestoreResult {
  return write((tx): RestoreResult => {
    const opened = openWeek(place.accountId, place.loopId, place.week, now);
    if (!opened.ok) return { ok: false, reason: "not_found" };
    const { writing } = opened;
    if (writing.loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
    const saved = findVersion(place.loopId, place.week, version);
    if (!saved) return { ok: false, reason: "not_found" };
    if (!writing.entry) {
      const { revision } = writing;
      const questionChange = { kind: "earlier", question: saved.prompt } as const;
      writeWeek({ ...place, words: wordsOf(saved), revision, complete: false, questionChange, isChosen: true }, now);
      return { ok: true, version: 0 };
    }
    const entry = saveDraftAsVersion(tx, writing, writing.entry);
    const { prompt } = saved;
    if (prompt !== writing.prompt) {
      saveQuestion(tx, { loopId: place.loopId, week: place.week }, recogniseQuestion(writing.loop, prompt), now);
    }
    const number = saveEntry(
      tx,
      { ...writing, prompt, entry },
      { ...wordsOf(saved), ...countsOf(saved) },
      entry.caughtUp,
      now,
    );
    raiseContentVersion(tx, place.accountId, place.loopId, now);
    return { ok: true, version: number };
  });
}

const findVersion = prepareGet((loopId: string, week: number, version: number) =>
  db
    .select()
    .from(entryVersions)
    .where(and(eq(entryVersions.loopId, loopId), eq(entryVersions.week, week), eq(entryVersions.version, version))),
);

/** A draft is newer than the entry, so it is numbered after it, as if it had been saved. */
function saveDraftAsVersion(
  tx: Transaction,
  writing: Writing,
  entry: NonNullable<Writing["entry"]>,
): NonNullable<Writing["entry"]> {
  const draft = draftOf(writing.loop.id, writing.week);
  if (!draft || sameWords(draft, entry)) return entry;
  saveVersion(tx, entry);
  const { prompt, updatedAt } = draft;
  return { ...entry, ...wordsOf(draft), prompt, updatedAt, version: nextVersion(writing) };
}
