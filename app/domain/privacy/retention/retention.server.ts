import { setTimeout } from "node:timers/promises";
import { inArray, lt, sql } from "drizzle-orm";
import { write } from "#db/client.server";
import { emails, oneTimeCodes } from "#db/schema";
import { HOUR_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { KEEP_CODES_HOURS } from "~/domain/kernel/time/retention-periods";
import { oldEmailBodies } from "../personal-data/conditions.server";
import { DECLARED, PERSONAL_DATA } from "../personal-data/personal-data.server";
import { rowsOver } from "../personal-data/row-kind.server";

/**
 * Data retention: data is kept no longer than needed (UK GDPR art. 5(1)(e)). Days are counted back from now; a repeated
 * run changes nothing.
 */

/** Deletes data past its retention time, in one transaction, but what a task of its own deletes. Returns the number of rows of each kind. */
export function deleteExpired(now: Date): Readonly<Record<string, number>> {
  const periods = PERSONAL_DATA.flatMap(({ table, kept = {} }) =>
    Object.entries(kept)
      .map(([name, period]) => ({ table, name, period }))
      .filter(({ period }) => !("hasOwnTask" in period)),
  );
  return write((tx) => {
    const cleared = periods.map(({ table, name, period }) => {
      const isOver = rowsOver(table, period, now);
      const emptied = "emptied" in period && period.emptied;
      const clearing = emptied ? tx.update(table).set(emptied).where(isOver) : tx.delete(table).where(isOver);
      return [name, clearing.run().changes] as const;
    });
    return Object.fromEntries(cleared);
  });
}

const EMAILS_A_SLICE = 100;
/** How long others may write between two slices. */
const PAUSE_MS = 10;
/** How long one run goes on. */
const EMPTYING_MS = 5 * SECOND_MS;

/**
 * Empties the text of emails that were sent long ago, in slices and for some seconds: what there is to empty for the first
 * time is most of the database. Returns how many.
 */
export async function emptyEmailBodies(now: Date): Promise<number> {
  const until = performance.now() + EMPTYING_MS;
  const { emptied } = DECLARED.emails.kept.emailBodies;
  let all = 0;
  for (let changes = EMAILS_A_SLICE; changes === EMAILS_A_SLICE && performance.now() < until; all += changes) {
    changes = write((tx) => {
      const slice = tx
        .select({ id: sql<string>`${emails.id}` })
        .from(sql`${emails} INDEXED BY emails_sent`)
        .where(oldEmailBodies(now))
        .limit(EMAILS_A_SLICE);
      return tx.update(emails).set(emptied).where(inArray(emails.id, slice)).run().changes;
    });
    await setTimeout(PAUSE_MS);
  }
  return all;
}

/** Deletes codes and reset links. More often than each night, because their time is shorter than a day and a night. */
export function deleteOldCodes(now: Date): number {
  const oldest = new Date(now.getTime() - KEEP_CODES_HOURS * HOUR_MS);
  return write((tx) => tx.delete(oneTimeCodes).where(lt(oneTimeCodes.createdAt, oldest)).run().changes);
}
