import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { bookFiles, chosenPrompts, drafts, entries, entryVersions, jobs, loopCredits, loops, photos } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { lastDownloadDay } from "~/domain/shop/order-rules/cancellation";
import { removeFilesOf } from "./erasure.server";

/**
 * Deletes what was written in a cancelled year once its days to be downloaded are over: the files first, then the rows,
 * so that an interrupted run starts again. The year's own row stays without text, so that a copy of the database that
 * brings them back brings them back as cancelled, and the next run deletes them again.
 */

/** Years per run; the next run continues. */
const MOST_PER_RUN = 20;

/** Whether a row of `loops` still has text, photos or books. */
const HAS_CONTENT = sql.raw(`(
  coalesce(loops.title, loops.dedication, loops.recipient_name, loops.occasion) IS NOT NULL
  OR EXISTS (SELECT 1 FROM entries WHERE entries.loop_id = loops.id)
  OR EXISTS (SELECT 1 FROM entry_versions WHERE entry_versions.loop_id = loops.id)
  OR EXISTS (SELECT 1 FROM drafts WHERE drafts.loop_id = loops.id)
  OR EXISTS (SELECT 1 FROM chosen_prompts WHERE chosen_prompts.loop_id = loops.id)
  OR EXISTS (SELECT 1 FROM photos WHERE photos.loop_id = loops.id)
  OR EXISTS (SELECT 1 FROM book_files WHERE book_files.loop_id = loops.id)
)`);

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
    const books = tx.select({ id: bookFiles.id }).from(bookFiles).where(eq(bookFiles.loopId, loopId));
    tx.delete(jobs).where(inArray(jobs.subjectId, books)).run();
    for (const table of [entries, entryVersions, drafts, chosenPrompts, photos, bookFiles])
      tx.delete(table).where(eq(table.loopId, loopId)).run();
    tx.update(loops)
      .set({ title: null, dedication: null, recipientName: null, occasion: null, updatedAt: now })
      .where(eq(loops.id, loopId))
      .run();
  });
}
