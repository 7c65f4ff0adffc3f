import { and, eq, exists, inArray, isNotNull, or, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import * as schema from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { lastDownloadDay } from "~/domain/shop/order-rules/cancellation";
import { IN_YEARS } from "../personal-data/personal-data.server";
import type { Tables } from "../personal-data/row-kind.server";
import { removeFilesOf } from "./erasure.server";

/**
 * Deletes what was written in a cancelled year once its days to be downloaded are over: the files first, then the rows,
 * so that an interrupted run starts again. The year's own row stays without text, so that a copy of the database that
 * brings them back brings them back as cancelled, and the next run deletes them again.
 */

const tables: Tables = schema;
const { bookFiles, jobs, loopCredits, loops, photos } = tables;

/** Years per run; the next run continues. */
const MOST_PER_RUN = 20;

const CONTENT = (Object.keys(IN_YEARS) as (keyof typeof IN_YEARS)[]).map((name) => tables[name]);

/** Whether a row of `loops` still has text, photos or books. */
const HAS_CONTENT = or(
  sql`coalesce(${loops.title}, ${loops.dedication}, ${loops.recipientName}, ${loops.occasion}) IS NOT NULL`,
  ...CONTENT.map((table) => exists(db.select({ id: table.loopId }).from(table).where(eq(table.loopId, loops.id)))),
);

/** Returns how many years were emptied. @throws when storage fails; the next run continues. */
export async function emptyCancelledYears(now: Date): Promise<number> {
  const cancelled = db
    .select({ id: loops.id, cancelledAt: loopCredits.cancelledAt })
    .from(loopCredits)
    .innerJoin(loops, eq(loops.id, loopCredits.loopId))
    .where(and(isNotNull(loopCredits.cancelledAt), HAS_CONTENT))
    .all();
  const due = cancelled.filter(({ cancelledAt }) => cancelledAt && londonDay(now) > lastDownloadDay(cancelledAt));
  for (const { id } of due.slice(0, MOST_PER_RUN)) {
    await removeFilesOf([id]);
    emptyYear(id, now);
    // Removes the file of a book that was being made meanwhile.
    await removeFilesOf([id]);
  }
  return Math.min(due.length, MOST_PER_RUN);
}

function emptyYear(loopId: string, now: Date): void {
  write((tx) => {
    for (const table of [bookFiles, photos]) {
      const subjects = tx.select({ id: table.id }).from(table).where(eq(table.loopId, loopId));
      tx.delete(jobs).where(inArray(jobs.subjectId, subjects)).run();
    }
    for (const table of CONTENT) tx.delete(table).where(eq(table.loopId, loopId)).run();
    tx.update(loops)
      .set({ title: null, dedication: null, recipientName: null, occasion: null, updatedAt: now })
      .where(eq(loops.id, loopId))
      .run();
  });
}
