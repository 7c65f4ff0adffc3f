import { and, eq, inArray, isNull, lt, ne, or } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { accounts, loopCredits, loops, orders } from "#db/schema";
import { orderRecordsUntil } from "~/domain/kernel/time/deletion";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { KEEP_UNPAID_ORDERS_DAYS } from "~/domain/kernel/time/retention-periods";
import { isGuestRow } from "~/domain/people/accounts/guests.server";
import { eraseOrderData } from "./personal-data.server";

/**
 * Removes the person from orders that nobody needs their name for any more: those never paid after some days, paid ones
 * once tax law no longer asks for them. A guest's own row goes with their last order,
 * unless it has a year.
 */

/** Orders per run; the next run continues. */
const MOST_PER_RUN = 500;

/** Returns how many orders were emptied. A repeated run changes nothing. */
export function emptyOldOrders(now: Date): number {
  return write((tx) => {
    const unpaidBefore = new Date(now.getTime() - KEEP_UNPAID_ORDERS_DAYS * DAY_MS);
    const isOld = or(
      and(isNull(orders.paidAt), lt(orders.createdAt, unpaidBefore)),
      lt(orders.paidAt, orderRecordsUntil(now)),
    );
    const due = tx
      .select({ id: orders.id, accountId: orders.accountId })
      .from(orders)
      .where(and(ne(orders.email, ""), isOld))
      .limit(MOST_PER_RUN)
      .all();
    if (due.length === 0) return 0;
    const orderIds = due.map(({ id }) => id);
    const years = tx
      .select({ id: loopCredits.loopId })
      .from(loopCredits)
      .where(inArray(loopCredits.orderId, orderIds))
      .all();
    eraseOrderData(tx, { orderIds, loopIds: years.flatMap(({ id }) => id ?? []) }, now);
    deleteGuestsWithoutOrders(
      tx,
      due.flatMap(({ accountId }) => accountId ?? []),
    );
    return due.length;
  });
}

/** The emptied orders name no account, so a guest without another one is nobody any more. */
function deleteGuestsWithoutOrders(tx: Transaction, accountIds: string[]): void {
  const found = tx.select().from(accounts).where(inArray(accounts.id, accountIds)).all();
  for (const guest of found.filter((one) => one.emailVerifiedAt === null && isGuestRow(one))) {
    const other = tx.select({ id: orders.id }).from(orders).where(eq(orders.accountId, guest.id)).get();
    const year = tx.select({ id: loops.id }).from(loops).where(eq(loops.accountId, guest.id)).get();
    if (!other && !year) tx.delete(accounts).where(eq(accounts.id, guest.id)).run();
  }
}
