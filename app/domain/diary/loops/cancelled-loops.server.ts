import { and, eq, isNotNull, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { loopCredits, loops } from "#db/schema";
import { nameOfLoop } from "../catalogue/catalogue";

/**
 * A year whose order or gift was cancelled. To everything that opens a loop for its owner it does not exist any more; its
 * owner can still download it, for some days (`CANCELLED_YEAR_DAYS`).
 */

/** A condition on `loops`. Raw SQL, because the query builder omits table names in a query of one table. */
export const IS_CANCELLED = sql.raw(
  "EXISTS (SELECT 1 FROM loop_credits AS gone WHERE gone.loop_id = loops.id AND gone.cancelled_at IS NOT NULL)",
);

export const IS_NOT_CANCELLED = sql`NOT ${IS_CANCELLED}`;

export function isCancelled(loopId: string): boolean {
  return findCancelledCredit(loopId) !== undefined;
}

const findCancelledCredit = prepareGet((loopId: string) =>
  db
    .select({ id: loopCredits.id })
    .from(loopCredits)
    .where(and(eq(loopCredits.loopId, loopId), isNotNull(loopCredits.cancelledAt))),
);

/** The cancelled years of an account, by name. */
export function cancelledLoopsOf(accountId: string): { id: string; name: string; cancelledAt: Date }[] {
  return listCancelledLoops(accountId).flatMap(({ id, cancelledAt, ...loop }) =>
    cancelledAt ? [{ id, name: nameOfLoop(loop), cancelledAt }] : [],
  );
}

const listCancelledLoops = prepareAll((accountId: string) =>
  db
    .select({
      id: loops.id,
      title: loops.title,
      theme: loops.theme,
      type: loops.type,
      cancelledAt: loopCredits.cancelledAt,
    })
    .from(loops)
    .innerJoin(loopCredits, eq(loopCredits.loopId, loops.id))
    .where(eq(loops.accountId, accountId)),
);
