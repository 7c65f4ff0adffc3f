import { and, asc, gte, lt } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll, prepareRun } from "#db/queries.server";
import { countedDays, type DayFigures } from "#db/schema";
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

/** Stores what a day came to, within the transaction that counted it. */
export function storeDay({ since, until }: Pick<Piece, "since" | "until">, figures: DayFigures): void {
  db.insert(countedDays)
    .values({ since: new Date(since), until: new Date(until), figures })
    .onConflictDoUpdate({ target: countedDays.since, set: { until: new Date(until), figures } })
    .run();
}

/** Deletes the days from before `from`, which no page shows any more. */
export const deleteDaysBefore = prepareRun((from: Date) => db.delete(countedDays).where(lt(countedDays.since, from)));
