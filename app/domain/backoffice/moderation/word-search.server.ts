import { and, desc, eq, gt, lt, or, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { isIn, prepareAll, prepareGet } from "#db/queries.server";
import { auditEvents, chosenPrompts, entries, entryViews, photos } from "#db/schema";
import { countTogether } from "~/domain/kernel/limits/limits.server";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { WordSearch } from "./forms";
import { entryLines } from "./moderation-queue.server";
import { holding } from "./words";

/**
 * A search in what people wrote: the text of their entries, questions of their own, captions. It takes a reason and
 * counts as a look into each entry it finds, which its owner reads. The audit records the reason and what was found,
 * not the words: it outlives the entries, and words may be somebody's private ones.
 */

/** This many of the newest entries are read, in pieces between which other requests are handled. */
export const ENTRIES_READ = 20_000;
const ENTRIES_A_PIECE = 250;
export const MOST_FOUND = 50;
/** Hours in which what a search found can be read again, by the person who searched alone. */
export const FOUND_HOURS = 1;

export type WordSearchResult = { ok: true; searchId: number } | { ok: false; reason: "too_many" };

/** Searches, and records it. Returns the number under which what was found can be read. */
export async function searchInWords(
  { words, why, reason }: WordSearch,
  staffId: string,
  now: Date,
): Promise<WordSearchResult> {
  const limits = ["word_searches_hour", "word_searches_day"] as const;
  const tries = limits.map((limit) => ({ limit, subject: staffId }));
  if (!countTogether(tries, now)) return { ok: false, reason: "too_many" };
  const found = await newestWith(words);
  return write((tx): WordSearchResult => {
    const shown = found.slice(0, MOST_FOUND);
    // An entry may have gone while others were read.
    const there = tx.select({ id: entries.id }).from(entries).where(isIn(entries.id, shown)).all();
    const given = `${why}: ${reason}`;
    for (const { id: entryId } of there) {
      const look = { entryId, staffId, reason: `In a search for words: ${given}`, at: now };
      tx.insert(entryViews).values(look).run();
    }
    const searchId = recordAuditEvent(tx, {
      ...{ staffId, action: "entries.search", object: { type: "search", id: "in words" } },
      after: {
        found: there.length,
        isMore: found.length > MOST_FOUND,
        entryIds: there.map(({ id }) => id),
      },
      reason: given,
      now,
    });
    return { ok: true, searchId };
  });
}

const captions = db
  .select({ words: sql`group_concat(${photos.caption}, char(10))` })
  .from(photos)
  .where(and(...[eq(photos.loopId, entries.loopId), eq(photos.week, entries.week)], eq(photos.state, "ready")));
const ownQuestion = db
  .select({ words: chosenPrompts.prompt })
  .from(chosenPrompts)
  .where(
    and(
      ...[eq(chosenPrompts.loopId, entries.loopId), eq(chosenPrompts.week, entries.week)],
      eq(chosenPrompts.ownWords, true),
    ),
  );

/** The newest entries that match, one more than are shown. */
async function newestWith(words: string): Promise<string[]> {
  const holds = holding(words);
  const found: string[] = [];
  let last = { at: new Date(8.64e15), id: "" };
  for (let read = 0; read < ENTRIES_READ && found.length <= MOST_FOUND; read += ENTRIES_A_PIECE) {
    const rows = listOlderEntries(last.at, last.id);
    for (const { id, at, ...texts } of rows) {
      if (Object.values(texts).some((text) => text !== null && holds(text))) found.push(id);
      last = { at, id };
    }
    if (rows.length < ENTRIES_A_PIECE) break;
    await new Promise((next) => setImmediate(next));
  }
  return found;
}

const listOlderEntries = prepareAll((at: Date, id: string) =>
  db
    .select({
      ...{ id: entries.id, at: entries.createdAt },
      ...{ title: entries.title, highlight: entries.highlight, gratitude: entries.gratitude },
      ...{ learned: entries.learned, content: entries.content },
      captions: sql<string | null>`(${captions})`,
      ownQuestion: sql<string | null>`(${ownQuestion})`,
    })
    .from(entries)
    .where(or(lt(entries.createdAt, at), and(eq(entries.createdAt, at), lt(entries.id, id))))
    .orderBy(desc(entries.createdAt), desc(entries.id))
    .limit(ENTRIES_A_PIECE),
);

/** What one's own search found within the last hour; undefined after that, and for the searches of colleagues. */
export function foundBySearch(searchId: number, staffId: string, now: Date) {
  const search = findSearch(searchId, staffId, new Date(now.getTime() - FOUND_HOURS * HOUR_MS));
  if (!search?.after) return undefined;
  const { entryIds, isMore }: { entryIds: string[]; isMore: boolean } = JSON.parse(search.after);
  return { reason: search.reason ?? "", isMore, rows: entryLines(entryIds) };
}

const findSearch = prepareGet((sequence: number, staffId: string, since: Date) =>
  db
    .select({ after: auditEvents.after, reason: auditEvents.reason })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.sequence, sequence), eq(auditEvents.staffId, staffId)],
        ...[eq(auditEvents.action, "entries.search"), gt(auditEvents.at, since)],
      ),
    ),
);
