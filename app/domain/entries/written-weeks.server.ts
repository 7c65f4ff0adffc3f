import { and, asc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { drafts, entries, loops, photos } from "#db/schema";
import type { EntryWords } from "../loops/forms";
import { loopOwnedBy } from "../loops/loops.server";
import type { Photo } from "../photos/photos.server";

/**
 * What is written for the weeks of a loop, finished or not, under one name each: the entry's, or the draft's until
 * an entry comes of it, which then takes the draft's name over. Only the owner learns that there is anything.
 */
export interface WrittenWeek {
  id: string;
  loopId: string;
  week: number;
  /** Whether it was completed; otherwise it is a draft so far. */
  isCompleted: boolean;
  /** The newest words, those of a draft over the entry where there is one. */
  words: EntryWords;
  prompt: string;
  photos: Photo[];
  createdAt: Date;
  updatedAt: Date;
  /** Names the state of the words, as `writeWeek` takes it. */
  revision: string;
}

/** All weeks of a loop with something written, in order; undefined where the loop is not this account's. */
export function writingsOf(accountId: string, loopId: string): WrittenWeek[] | undefined {
  if (!loopOwnedBy(accountId, loopId)) return undefined;
  const written = db.select().from(entries).where(eq(entries.loopId, loopId)).all();
  const begun = db.select().from(drafts).where(eq(drafts.loopId, loopId)).all();
  const pictures = db
    .select()
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.state, "ready")))
    .orderBy(asc(photos.week), asc(photos.position))
    .all();
  const weeks = [...new Set([...written, ...begun].map(({ week }) => week))].sort((a, b) => a - b);
  return weeks.flatMap((week) => {
    const entry = written.find((row) => row.week === week);
    const draft = begun.find((row) => row.week === week);
    const newest = draft ?? entry;
    if (!newest) return [];
    const { title, highlight, gratitude, learned, content, prompt, updatedAt } = newest;
    return {
      id: entry?.id ?? newest.id,
      loopId,
      week,
      isCompleted: entry !== undefined,
      words: { title, highlight, gratitude, learned, content },
      prompt,
      photos: pictures.filter((photo) => photo.week === week),
      createdAt: entry?.createdAt ?? updatedAt,
      updatedAt,
      revision: `${entry?.version ?? 0}.${draft?.revision ?? 0}`,
    };
  });
}

/** What is written for one week; undefined where nothing is, or the loop is not this account's. */
export function writingAt(accountId: string, loopId: string, week: number): WrittenWeek | undefined {
  return writingsOf(accountId, loopId)?.find((one) => one.week === week);
}

/** What is written under this name; not yours and not there are the same answer. */
export function writingOwnedBy(accountId: string, id: string): WrittenWeek | undefined {
  const place = placeOfEntry(accountId, id) ?? placeOfDraft(accountId, id);
  return place && writingAt(accountId, place.loopId, place.week);
}

function placeOfEntry(accountId: string, id: string) {
  return db
    .select({ loopId: entries.loopId, week: entries.week })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(and(eq(entries.id, id), eq(loops.accountId, accountId)))
    .get();
}

function placeOfDraft(accountId: string, id: string) {
  return db
    .select({ loopId: drafts.loopId, week: drafts.week })
    .from(drafts)
    .innerJoin(loops, eq(loops.id, drafts.loopId))
    .where(and(eq(drafts.id, id), eq(loops.accountId, accountId)))
    .get();
}
