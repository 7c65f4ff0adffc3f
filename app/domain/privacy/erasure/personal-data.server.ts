import { and, eq, isNull, or } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { type accounts, loops, orders } from "#db/schema";
import { DATA_OF_ORDERS, PERSONAL_DATA, type RowKind } from "../personal-data/personal-data.server";
import { isSame, type Person, rowsOf } from "../personal-data/row-kind.server";
import { emptyWebhookEvent, type WebhookEvent } from "./webhook-events.server";

/** Erases what is declared of each kind of row (`../personal-data`): all of an account, or the person in old orders. */

type Account = typeof accounts.$inferSelect;

/** Deletes the account and removes its personal data from all other rows, inside the caller's transaction. */
export function erasePersonalData(
  tx: Transaction,
  account: Account,
  messages: readonly WebhookEvent[],
  now: Date,
): void {
  for (const message of messages) emptyWebhookEvent(tx, message);
  const ownLoops = tx.select({ id: loops.id }).from(loops).where(eq(loops.accountId, account.id)).all();
  const person = { account, orderIds: ordersOf(tx, account), loopIds: ownLoops.map(({ id }) => id) };
  // The account itself goes last, because others are found by it.
  eraseRows(tx, [...PERSONAL_DATA.slice(1), ...PERSONAL_DATA.slice(0, 1)], person, now);
}

/** Removes the person from these orders, their payments and their shipments, inside the caller's transaction. */
export function eraseOrderData(tx: Transaction, own: Pick<Person, "orderIds" | "loopIds">, now: Date): void {
  eraseRows(tx, DATA_OF_ORDERS, own, now);
}

function eraseRows(tx: Transaction, kinds: readonly RowKind[], person: Person, now: Date): void {
  for (const { table, whose, erased } of kinds) {
    if (!erased) continue;
    if (typeof erased === "function") erased(tx, person, now);
    else if (erased === "deleted")
      tx.delete(table)
        .where(rowsOf(table, whose, person))
        .run();
    else if ("deleted" in erased)
      tx.delete(table)
        .where(rowsOf(table, erased.deleted, person))
        .run();
    else if ("emptied" in erased) {
      const values = { ...erased.emptied, ...("updatedAt" in table ? { updatedAt: now } : {}) };
      tx.update(table)
        .set(values)
        .where(rowsOf(table, erased.of ?? whose, person))
        .run();
    }
  }
}

/** Also those of a guest with the same address. */
export function ordersOf(tx: Pick<Transaction, "select">, account: Pick<Account, "id" | "email">): string[] {
  const isOfGuest = and(isNull(orders.accountId), isSame(orders.email, account.email));
  return tx
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.accountId, account.id), isOfGuest))
    .all()
    .map(({ id }) => id);
}
