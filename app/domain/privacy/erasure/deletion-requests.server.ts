import { and, eq, gt } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { accounts } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { deletionDueAt } from "~/domain/kernel/time/deletion";
import type { Email } from "~/domain/mail/layout/email-layout";
import { seller } from "~/domain/mail/layout/seller.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { isGuestRow } from "~/domain/people/accounts/guests.server";
import { checkOwnPassword } from "~/domain/people/accounts/own-password.server";
import { endSessionsOf } from "~/domain/people/accounts/sessions.server";
import { booksInPrint, copiesToCancel } from "./deletion-blockers.server";
import {
  deletionRequested,
  deletionWithdrawn,
  guestDeletionRequested,
  guestDeletionWithdrawn,
} from "./deletion-emails";

/**
 * Requesting and withdrawing the deletion of an account. It requires the password and takes effect seven days later;
 * until then the account works as before. The request signs out every other browser and every API client, and an email
 * states the date. While a book of the account is being printed the request is refused, because the book could not be
 * delivered; copies that are not at the printer yet are to be cancelled first.
 */

export type DeletionBar = "book_in_print" | "copies_first";

export type DeletionRequestResult =
  | { ok: true; dueAt: Date }
  | { ok: false; reason: "wrong_password" | "too_many_guesses" | DeletionBar };

/** Requests the deletion. A second request keeps the first date. `sessionId` is the browser that stays signed in. */
export async function requestDeletion(
  request: { accountId: string; sessionId: string; password: string },
  now: Date,
): Promise<DeletionRequestResult> {
  const { accountId, sessionId } = request;
  const answer = await checkOwnPassword(accountId, request.password, now);
  if (answer === "too_many") return { ok: false, reason: "too_many_guesses" };
  if (answer === "wrong") return { ok: false, reason: "wrong_password" };
  return beginDeletion(accountId, now, sessionId);
}

/**
 * The same without the password, for staff to whom the owner has written. Every browser is signed out, except the one
 * of `sessionId`.
 */
export function beginDeletion(
  accountId: string,
  now: Date,
  sessionId?: string,
): { ok: true; dueAt: Date } | { ok: false; reason: DeletionBar } {
  return write((tx): ReturnType<typeof beginDeletion> => {
    const earlier = tx.select({ dueAt: accounts.deletionDueAt }).from(accounts).where(eq(accounts.id, accountId)).get();
    if (earlier?.dueAt) return { ok: true, dueAt: earlier.dueAt };
    if (booksInPrint(accountId).length > 0) return { ok: false, reason: "book_in_print" };
    if (copiesToCancel(accountId).length > 0) return { ok: false, reason: "copies_first" };
    const dueAt = deletionDueAt(now);
    const account = tx
      .update(accounts)
      .set({ deletionDueAt: dueAt, updatedAt: now })
      .where(eq(accounts.id, accountId))
      .returning()
      .get();
    if (!account) throw new Error(`There is no account ${accountId}.`);
    endSessionsOf(tx, accountId, sessionId);
    const { firstName } = account;
    const companyEmail = seller.email;
    const message = isGuestRow(account)
      ? guestDeletionRequested({ firstName, dueAt, companyEmail })
      : deletionRequested({ firstName, dueAt, settingsUrl: settingsUrl(), companyEmail });
    send(tx, account, { message, dedupeKey: `deletion-asked:${accountId}:${dueAt.getTime()}` }, now);
    return { ok: true, dueAt };
  });
}

export type KeepResult = { ok: true } | { ok: false; reason: "nothing_asked" };

/** Withdraws the request, up to the instant it is due. */
export function keepAccount(accountId: string, now: Date): KeepResult {
  return write((tx): KeepResult => {
    const account = tx
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, accountId), gt(accounts.deletionDueAt, now)))
      .get();
    if (!account?.deletionDueAt) return { ok: false, reason: "nothing_asked" };
    tx.update(accounts).set({ deletionDueAt: null, updatedAt: now }).where(eq(accounts.id, accountId)).run();
    const { firstName } = account;
    const message = isGuestRow(account)
      ? guestDeletionWithdrawn({ firstName, companyEmail: seller.email })
      : deletionWithdrawn({ firstName, settingsUrl: settingsUrl() });
    const dedupeKey = `deletion-withdrawn:${accountId}:${account.deletionDueAt.getTime()}`;
    send(tx, account, { message, dedupeKey }, now);
    return { ok: true };
  });
}

function send(
  tx: Transaction,
  account: { id: string; firstName: string; email: string },
  post: { message: Email; dedupeKey: string },
  now: Date,
): void {
  queueEmail(tx, {
    accountId: account.id,
    to: { name: account.firstName, email: account.email },
    ...post,
    now,
  });
}

function settingsUrl(): string {
  return `${settings.publicOrigin}/account-settings?tab=privacy`;
}
