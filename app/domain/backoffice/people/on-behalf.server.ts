import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareGet } from "#db/queries.server";
import { accounts } from "#db/schema";
import { seller } from "~/domain/mail/layout/seller.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { isGuestRow } from "~/domain/people/accounts/guests.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { accountCorrected } from "./correction-email";

/**
 * What staff do for a customer uses the customer's own function, with a reason. In one transaction it is done, written
 * to the audit and reported to the owner by email; the owner reads it in their Privacy tab too
 * (`staff/audit-trail.server.ts`).
 */

export interface StaffReason {
  staffId: string;
  reason: string;
}

interface Act<Done> {
  accountId: string;
  action: string;
  /** Values for the audit, without names and addresses. */
  before?: unknown;
  after?: (done: Done) => unknown;
  /** Whether it is also done for somebody who bought without an account. */
  forGuests?: boolean;
  /** The sentence of the email; null where the function itself sends one. */
  told: ((done: Done) => string) | null;
  /** The key and the time of that email, where it waits for another one. */
  toldWith?: (done: Done) => { dedupeKey: string; dueAt: Date } | null;
}

type NotFound = { ok: false; reason: "not_found" };

/** Does something for the owner of an account. Refused, nothing is written. */
export function actOnBehalf<Result extends { ok: true } | { ok: false; reason: string }>(
  act: Act<Extract<Result, { ok: true }>>,
  by: StaffReason,
  now: Date,
  work: (tx: Transaction) => Result,
): Result | NotFound {
  return write((tx): Result | NotFound => {
    const owner = findOwner(act.accountId);
    if (!owner || (isGuestRow(owner) && !act.forGuests)) return { ok: false, reason: "not_found" };
    const result = work(tx);
    if (!isDone(result)) return result;
    recordAuditEvent(tx, {
      staffId: by.staffId,
      action: act.action,
      object: { type: "account", id: act.accountId },
      before: act.before,
      after: act.after?.(result),
      reason: by.reason,
      now,
    });
    if (act.told) notifyOwner(tx, act.accountId, act.told(result), now, act.toldWith?.(result));
    return result;
  });
}

const findOwner = prepareGet((accountId: string) => db.select().from(accounts).where(eq(accounts.id, accountId)));

function isDone<Result extends { ok: boolean }>(result: Result): result is Extract<Result, { ok: true }> {
  return result.ok;
}

/** Notifies the owner of an account, or a guest, of what was changed for them. */
export function notifyOwner(
  tx: Transaction,
  accountId: string,
  what: string,
  now: Date,
  waits?: { dedupeKey: string; dueAt: Date } | null,
): void {
  const owner = tx.select().from(accounts).where(eq(accounts.id, accountId)).get();
  if (!owner) return;
  const { firstName, email } = owner;
  queueEmail(tx, {
    accountId,
    to: { name: firstName, email },
    dedupeKey: waits?.dedupeKey ?? `account-corrected:${newId()}`,
    dueAt: waits?.dueAt,
    message: accountCorrected({
      firstName,
      what,
      companyEmail: seller.email,
      hasAccount: !isGuestRow(owner),
    }),
    now,
  });
}
