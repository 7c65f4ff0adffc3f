import { lt } from "drizzle-orm";
import { write } from "#db/client.server";
import { oneTimeCodes } from "#db/schema";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { KEEP_CODES_HOURS } from "~/domain/kernel/time/retention-periods";
import { PERSONAL_DATA } from "../personal-data/personal-data.server";
import { rowsOver } from "../personal-data/row-kind.server";

/**
 * Data retention: data is kept no longer than needed (UK GDPR art. 5(1)(e)). Days are counted back from now; a repeated
 * run changes nothing.
 */

/** Deletes data past its retention time, in one transaction. Returns the number of rows of each kind. */
export function deleteExpired(now: Date): Readonly<Record<string, number>> {
  const periods = PERSONAL_DATA.flatMap(({ table, kept = {} }) =>
    Object.entries(kept).map(([name, period]) => ({ table, name, period })),
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

/** Deletes codes and reset links. More often than each night, because their time is shorter than a day and a night. */
export function deleteOldCodes(now: Date): number {
  const oldest = new Date(now.getTime() - KEEP_CODES_HOURS * HOUR_MS);
  return write((tx) => tx.delete(oneTimeCodes).where(lt(oneTimeCodes.createdAt, oldest)).run().changes);
}
