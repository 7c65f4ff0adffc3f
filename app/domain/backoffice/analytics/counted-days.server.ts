import { randomInt } from "node:crypto";
import { and, asc, eq, gte, lt } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll, prepareRun } from "#db/queries.server";
import { countedDays, type DayFigures } from "#db/schema";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import type { Piece } from "~/domain/kernel/time/periods";

/**
 * Days that are over and were counted (`counted_days`), so that a page of 180 days counts today and the last, partial day
 * alone. What changes later takes its day out of the table, by triggers in the transaction of the change.
 */

/** The figures of pieces that are counted days, by bin, and the other pieces. */
export function countedAmong(pieces: readonly Piece[]): { counted: Map<string, DayFigures>; rest: Piece[] } {
  const [first, last] = [pieces[0], pieces.at(-1)];
  const counted = new Map<string, DayFigures>();
  if (!first || !last) return { counted, rest: [] };
  const days = new Map(listDays(new Date(first.since), new Date(last.until)).map((day) => [day.since.getTime(), day]));
  const rest = pieces.filter(({ bin, since, until }) => {
    const day = days.get(since);
    if (day?.until.getTime() !== until) return true;
    counted.set(bin, day.figures);
    return false;
  });
  return { counted, rest };
}

const listDays = prepareAll((from: Date, to: Date) =>
  db
    .select()
    .from(countedDays)
    .where(and(gte(countedDays.since, from), lt(countedDays.since, to)))
    .orderBy(asc(countedDays.since)),
);

/** Late by less than an hour, and by something random, so that each count knows its note. */
const MOST_LATE_MS = HOUR_MS;

/**
 * Notes that a day is being counted: until it is stored, its end is late and no page reads it. The triggers take the note
 * out where something of the day changes meanwhile. Gives the note's end.
 */
export function beginDay({ since, until }: Pick<Piece, "since" | "until">, figures: DayFigures): Date {
  const end = new Date(until + randomInt(1, MOST_LATE_MS));
  db.insert(countedDays)
    .values({ since: new Date(since), until: end, figures })
    .onConflictDoUpdate({ target: countedDays.since, set: { until: end, figures } })
    .run();
  return end;
}

/** Stores what a day came to that was begun with this end, unless something of it has changed since. */
export function storeDay({ since, until }: Pick<Piece, "since" | "until">, begun: Date, figures: DayFigures): void {
  db.update(countedDays)
    .set({ until: new Date(until), figures })
    .where(and(eq(countedDays.since, new Date(since)), eq(countedDays.until, begun)))
    .run();
}

/** Deletes the days from before `from`, which no page shows any more. */
export const deleteDaysBefore = prepareRun((from: Date) => db.delete(countedDays).where(lt(countedDays.since, from)));
