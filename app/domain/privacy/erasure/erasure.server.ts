import { and, asc, eq, lte } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts, loops } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { foldersOfLoop } from "~/domain/kernel/files/stored-kinds.server";
import { seller } from "~/domain/mail/layout/seller.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { gatherGuests, isGuestRow } from "~/domain/people/accounts/guests.server";
import { endSessionsOf } from "~/domain/people/accounts/sessions.server";
import { booksInPrint, copiesToCancel, isMakingBook, isPaying } from "./deletion-blockers.server";
import { accountDeleted } from "./deletion-emails";
import { recordErasure } from "./erased-accounts.server";
import { erasePersonalData, ordersOf } from "./personal-data.server";
import { webhookEventsAbout } from "./webhook-events.server";
import { type Emptied, emptyWriteAheadLog } from "./write-ahead-log.server";

/**
 * Deletes the accounts whose seven days are over. The account is closed first, so that nothing is added; then its files
 * are deleted, found by folder and not by rows; then, in one transaction, its rows, with the receipt in the outbox. The
 * rows record that there is something to delete, so after a crash the next run starts again and leaves nothing behind.
 */

/** Accounts per run; the next run continues. */
const MOST_PER_RUN = 20;

export interface EraseReport {
  erased: number;
  /** Accounts that wait for a book to arrive, a payment to settle, or a book that is being made. */
  heldUp: number;
  /** Error messages; these accounts are retried. */
  failures: string[];
  /** Whether the erased data has left the write-ahead log too; null when nothing was erased. */
  log: Emptied | null;
}

/** Deletes every account that is due at `now`, one by one. */
export async function eraseDueAccounts(now: Date): Promise<EraseReport> {
  const report: EraseReport = { erased: 0, heldUp: 0, failures: [], log: null };
  for (const accountId of dueAccounts(now)) {
    if (report.erased === MOST_PER_RUN) break;
    try {
      if (await eraseAccount(accountId, now)) report.erased += 1;
      else report.heldUp += 1;
    } catch (error) {
      report.failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (report.erased > 0) report.log = emptyWriteAheadLog();
  return report;
}

function dueAccounts(now: Date): string[] {
  return db
    .select({ id: accounts.id })
    .from(accounts)
    .where(lte(accounts.deletionDueAt, now))
    .orderBy(asc(accounts.deletionDueAt))
    .all()
    .map(({ id }) => id);
}

/** Deletes one account. Returns false when something must be finished first. @throws when storage fails. */
async function eraseAccount(accountId: string, now: Date): Promise<boolean> {
  const loopIds = closeAccount(accountId, now);
  if (loopIds === null) return false;
  await removeFilesOf(loopIds);
  if (!deleteRows(accountId, now)) return false;
  // Removes a photo that was uploaded while the account was being closed.
  await removeFilesOf(loopIds);
  return true;
}

/** Blocks the account. Returns the loops whose files must be deleted, or null when the account must wait. */
function closeAccount(accountId: string, now: Date): string[] | null {
  return write((tx) => {
    gatherGuests(tx, accountId);
    if (mustWait(tx, accountId, now)) return null;
    tx.update(accounts).set({ status: "inactive" }).where(eq(accounts.id, accountId)).run();
    endSessionsOf(tx, accountId);
    const own = tx.select({ id: loops.id }).from(loops).where(eq(loops.accountId, accountId)).all();
    return own.map(({ id }) => id);
  });
}

function mustWait(tx: Parameters<typeof isPaying>[0], accountId: string, now: Date): boolean {
  return (
    booksInPrint(accountId).length > 0 ||
    copiesToCancel(accountId).length > 0 ||
    isPaying(tx, accountId, now) ||
    isMakingBook(tx, accountId, now)
  );
}

/** Deletes every file in the folders of these loops, including those that no row refers to. */
export async function removeFilesOf(loopIds: readonly string[]): Promise<void> {
  for (const loopId of loopIds) {
    for (const folder of foldersOfLoop(loopId)) {
      const keys: string[] = [];
      for await (const key of storage.list(folder)) keys.push(key);
      for (const key of keys) await storage.remove(key);
    }
  }
}

function deleteRows(accountId: string, now: Date): boolean {
  const account = db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  if (!account) return false;
  const messages = webhookEventsAbout(account, ordersOf(db, account));
  return write((tx) => {
    const isStillDue = tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), lte(accounts.deletionDueAt, now)))
      .get();
    if (!isStillDue || mustWait(tx, accountId, now)) return false;
    erasePersonalData(tx, account, messages, now);
    if (!recordErasure(tx, accountId, now)) return true;
    queueEmail(tx, {
      accountId: null,
      to: { name: account.firstName, email: account.email },
      // The key is random, because it must not name the person; the account is gone in the same transaction, so it is
      // used once.
      dedupeKey: `account-deleted:${newId()}`,
      message: accountDeleted({
        firstName: account.firstName,
        at: now,
        companyEmail: seller.email,
        hadAccount: !isGuestRow(account),
      }),
      now,
    });
    return true;
  });
}
