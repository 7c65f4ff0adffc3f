import { and, asc, eq, isNotNull, notInArray, or } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { drafts, entries, photos } from "#db/schema";
import { hasWords, NO_WORDS, sameWords, wordsOf } from "./entry-text";
import type { EntryWords } from "./forms";
import type { Loop } from "./loops.server";
import { type BookWeekState, bookWeekState, isPrinted, needsDecision, printedWords } from "./printed-weeks";
import type { WordCounts } from "./word-counts";

/** Reads what prints of a loop, for its book and for the owner's decisions. */

type Entry = typeof entries.$inferSelect;

export interface BookWeek {
  week: number;
  state: Exclude<BookWeekState, "empty">;
  entry: Entry | undefined;
  /** The newest text, finished or not. */
  words: EntryWords;
  counts: WordCounts;
  photos: (typeof photos.$inferSelect)[];
  /** The text that prints, with its question; null when nothing of the week prints. */
  printed: (EntryWords & { prompt: string }) | null;
}

export const listEntries = prepareAll((loopId: string) => db.select().from(entries).where(eq(entries.loopId, loopId)));

export const listDrafts = prepareAll((loopId: string) => db.select().from(drafts).where(eq(drafts.loopId, loopId)));

export const listPhotos = prepareAll((loopId: string) =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.state, "ready")))
    .orderBy(asc(photos.week), asc(photos.position)),
);

/** The weeks of a loop that have text or photos, in order. */
export function bookWeeksOf(loop: Pick<Loop, "id" | "printsDrafts">): BookWeek[] {
  return describeWeeks(loop, listDrafts(loop.id), listEntries(loop.id), listPhotos(loop.id));
}

/** Those of them that need their owner's decision, without reading the finished ones. */
export function undecidedWeeksOf(loop: Pick<Loop, "id" | "printsDrafts">): BookWeek[] {
  const begun = listDrafts(loop.id);
  const weeks = begun.map(({ week }) => week);
  const found = describeWeeks(loop, begun, listDraftedEntries(loop.id, weeks), listLoosePhotos(loop.id, weeks));
  return found.filter(({ state }) => needsDecision(state));
}

const listDraftedEntries = prepareAll((loopId: string, weeks: readonly number[]) =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.loopId, loopId), or(isIn(entries.week, weeks), isNotNull(entries.openAgainAt)))),
);

const listLoosePhotos = prepareAll((loopId: string, weeks: readonly number[]) =>
  db
    .select()
    .from(photos)
    .where(
      and(
        eq(photos.loopId, loopId),
        eq(photos.state, "ready"),
        or(
          isIn(photos.week, weeks),
          notInArray(photos.week, db.select({ week: entries.week }).from(entries).where(eq(entries.loopId, loopId))),
        ),
      ),
    )
    .orderBy(asc(photos.week), asc(photos.position)),
);

export interface WeekStanding {
  week: number;
  state: Exclude<BookWeekState, "empty">;
  /** When the week was finished; null where it is not. */
  finishedAt: Date | null;
  /** The ids of its photos, in order. */
  photos: string[];
}

/** The states of `bookWeeksOf`, without reading the text of finished weeks. */
export function weekStandingsOf(loop: Pick<Loop, "id" | "printsDrafts">): WeekStanding[] {
  const undecided = new Map(undecidedWeeksOf(loop).map(({ week, state }) => [week, state]));
  const saved = new Map(listSavedWeeks(loop.id).map((row) => [row.week, row]));
  const pictures = listPhotoPlaces(loop.id);
  return [...new Set([...saved.keys(), ...undecided.keys()])]
    .sort((one, other) => one - other)
    .map((week) => {
      const entry = saved.get(week);
      const settled = entry && !isPrinted(entry.moderation) ? "kept_out" : "printing";
      return {
        week,
        state: undecided.get(week) ?? settled,
        finishedAt: entry && !entry.openAgainAt ? entry.createdAt : null,
        photos: pictures.flatMap((photo) => (photo.week === week ? photo.id : [])),
      };
    });
}

const listSavedWeeks = prepareAll((loopId: string) =>
  db
    .select({
      week: entries.week,
      moderation: entries.moderation,
      createdAt: entries.createdAt,
      openAgainAt: entries.openAgainAt,
    })
    .from(entries)
    .where(eq(entries.loopId, loopId)),
);

const listPhotoPlaces = prepareAll((loopId: string) =>
  db
    .select({ id: photos.id, week: photos.week })
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.state, "ready")))
    .orderBy(asc(photos.week), asc(photos.position)),
);

function describeWeeks(
  loop: Pick<Loop, "id" | "printsDrafts">,
  drafted: (typeof drafts.$inferSelect)[],
  savedRows: Entry[],
  pictures: (typeof photos.$inferSelect)[],
): BookWeek[] {
  const ofWeek = <Row extends { week: number }>(rows: Row[]) => new Map(rows.map((row) => [row.week, row]));
  const saved = ofWeek(savedRows);
  const begun = ofWeek(drafted);
  const weeks = new Set([...saved.keys(), ...begun.keys(), ...pictures.map(({ week }) => week)]);
  return [...weeks]
    .sort((one, other) => one - other)
    .flatMap((week) => {
      const entry = saved.get(week);
      const draft = begun.get(week);
      const newer = draft && hasNewerWords(draft, entry) ? draft : undefined;
      const photos = pictures.filter((photo) => photo.week === week);
      const moderation = entry?.moderation ?? null;
      const hasPhotos = photos.length > 0;
      const isOpenAgain = !!entry?.openAgainAt;
      const state = bookWeekState({ moderation, hasDraft: !!newer, hasPhotos, isOpenAgain });
      if (state === "empty") return [];
      const source = printedWords(state, loop.printsDrafts);
      const printed = source === "saved" ? entry : (newer ?? entry ?? { ...NO_WORDS, prompt: "" });
      return {
        week,
        state,
        entry,
        photos,
        words: wordsOf(newer ?? entry ?? NO_WORDS),
        counts: countsIn(newer ?? entry),
        printed: source && printed ? { ...wordsOf(printed), prompt: printed.prompt } : null,
      };
    });
}

const countsIn = (row: WordCounts | undefined): WordCounts => ({
  answerWords: row ? row.answerWords : 0,
  allWords: row ? row.allWords : 0,
});

/** An empty draft never replaces the text of a finished week. */
function hasNewerWords(draft: typeof drafts.$inferSelect, entry: Entry | undefined): boolean {
  if (!hasWords(draft)) return false;
  return !entry || entry.prompt !== draft.prompt || !sameWords(wordsOf(entry), wordsOf(draft));
}
