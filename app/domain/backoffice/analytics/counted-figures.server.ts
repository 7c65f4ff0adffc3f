import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { countedFigures } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { type Counting, countInSlices } from "./counting.server";

/**
 * Figures for which every account, year or voucher is read. The worker counts them a slice at a time and stores them with
 * their moment; a page reads one row, so that it holds no web process however large the shop is.
 */

export interface Counted<Figures> {
  figures: Figures;
  /** The moment that they are for. */
  at: Date;
}

export interface CountedFigures<Figures> {
  /** As they were counted last; null before the first time. */
  read(): Counted<Figures> | null;
  /** Counts them, unless they are due later. */
  recount(now: Date): Promise<void>;
}

/** Counting takes a hundredth of the worker's time at most: what took a second is counted again after 100, or on a new day. */
const REST = 100;

/** Figures under a name, counted by `count`; `note` gets what was counted, once it is stored. */
export function countedBy<Figures>(
  name: string,
  count: (now: Date) => Counting<Figures>,
  note?: (figures: Figures, now: Date) => void,
): CountedFigures<Figures> {
  return {
    read() {
      const row = findFigures(name);
      // What is stored under a name was counted by the same `count`.
      return row ? { figures: row.figures as Figures, at: row.at } : null;
    },
    async recount(now) {
      const last = findFigures(name);
      const isOfToday = last && last.at <= now && londonDay(last.at) === londonDay(now);
      if (isOfToday && now.getTime() - last.at.getTime() < last.milliseconds * REST) return;
      const { figures, milliseconds } = await countInSlices(count(now));
      const row = { at: now, milliseconds: Math.ceil(milliseconds), figures };
      db.insert(countedFigures)
        .values({ name, ...row })
        .onConflictDoUpdate({ target: countedFigures.name, set: row })
        .run();
      note?.(figures, now);
    },
  };
}

const findFigures = prepareGet((name: string) => db.select().from(countedFigures).where(eq(countedFigures.name, name)));
