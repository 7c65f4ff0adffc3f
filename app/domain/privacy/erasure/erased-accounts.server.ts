import { rawConnection, type Transaction } from "#db/client.server";
import { erasedAccounts } from "#db/schema";
import type { Copies } from "~/adapters/backups/contract";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { KEEP_ERASED_DAYS } from "~/domain/kernel/time/retention-periods";
import { applyErased, type ErasedList, readErasedList } from "./erased-list.server";

/** Which accounts were erased: what is restored from a copy must not bring them back. */

/** Whether this account was erased, also by a list that came with a restored database. */
export function wasErased(accountId: string): boolean {
  return rawConnection().prepare("SELECT 1 FROM erased_accounts WHERE account_id = ?").get(accountId) !== undefined;
}

/** Records an erasure. Returns false when it was recorded before, so that nobody is notified twice. */
export function recordErasure(tx: Transaction, accountId: string, now: Date): boolean {
  const row = { accountId, erasedAt: now };
  return tx.insert(erasedAccounts).values(row).onConflictDoNothing().run().changes > 0;
}

/**
 * Makes the list in the bucket and the rows here the same, in both directions: a database may have been put back from a
 * copy by hand. Returns how many erased accounts this one held.
 */
export async function exchangeErasedList(copies: Copies, now: Date): Promise<number> {
  const oldest = now.getTime() - KEEP_ERASED_DAYS * DAY_MS;
  const listed = (await readErasedList(copies)).filter(({ erasedAt }) => erasedAt > oldest);
  const known = new Set(recordedErasures().map(({ accountId }) => accountId));
  const missing = listed.filter(({ accountId }) => !known.has(accountId));
  const held = applyErased(rawConnection(), missing);
  await copies.writeErased(JSON.stringify(recordedErasures()));
  return held;
}

function recordedErasures(): ErasedList {
  return rawConnection()
    .prepare<[], ErasedList[number]>(
      "SELECT account_id AS accountId, erased_at AS erasedAt FROM erased_accounts ORDER BY erased_at",
    )
    .all();
}
