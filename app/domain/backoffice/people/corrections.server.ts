import { and, eq, inArray } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareAll } from "#db/queries.server";
import { accounts, emails, orders } from "#db/schema";
import { emailLeavesAt } from "~/domain/diary/loops/completion";
import { redirectEmails } from "~/domain/mail/outbox/resending.server";
import { accountById, resendCode, verifiedAccountOf } from "~/domain/people/accounts/accounts.server";
import { type AddressInput, addressOwnedBy, changeAddress } from "~/domain/people/accounts/addresses.server";
import { askEmailChange, hintOf, noticeToOldAddress } from "~/domain/people/accounts/email-change.server";
import { claimByAddress, guestOf, guestsLike, isGuestRow } from "~/domain/people/accounts/guests.server";
import { requestPasswordReset } from "~/domain/people/accounts/password-reset.server";
import { saveProfile } from "~/domain/people/accounts/profile.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import {
  beginDeletion,
  type DeletionBar,
  type KeepResult,
  keepAccount,
} from "~/domain/privacy/erasure/deletion-requests.server";
import { confirmAgain } from "~/domain/shop/orders/fulfilment.server";
import type { NameCorrection } from "./forms";
import { actOnBehalf, notifyOwner, type StaffReason } from "./on-behalf.server";

/**
 * Corrections of how a person is reached and named. An address that nobody has proven, a guest's or a registration's, is
 * corrected at once. A proven one changes only by its owner: staff have a code sent to the new address, which its owner
 * types once signed in, because an account's mailbox opens its year.
 */

export type EmailCorrectionResult =
  | { ok: true; how: "corrected" | "joined" | "asked"; sent: number; accountId: string }
  | { ok: false; reason: "not_found" | "same_address" | "too_many_codes" | "has_account" };

/** Corrects the email address of a person, and sends to the new one what the old one did not get. */
export function correctEmail(
  wanted: { personId: string; email: string },
  by: StaffReason,
  now: Date,
): EmailCorrectionResult {
  const row = accountById(wanted.personId);
  if (!row) return { ok: false, reason: "not_found" };
  if (row.email.toLowerCase() === wanted.email.toLowerCase()) return { ok: false, reason: "same_address" };
  if (isGuestRow(row)) return correctGuest(row, wanted.email, by, now);
  return row.emailVerifiedAt
    ? startChange(row, wanted.email, by, now)
    : correctRegistration(row, wanted.email, by, now);
}

type Person = NonNullable<ReturnType<typeof accountById>>;

function correctGuest(guest: Person, email: string, by: StaffReason, now: Date): EmailCorrectionResult {
  return write((tx): EmailCorrectionResult => {
    const ids = guestsLike([guest.id]).get(guest.id) ?? [guest.id];
    tx.update(accounts).set({ email, updatedAt: now }).where(inArray(accounts.id, ids)).run();
    tx.update(orders).set({ email, updatedAt: now }).where(inArray(orders.accountId, ids)).run();
    let sent = redirectEmails(tx, { ids, from: guest.email, to: email }, now);
    cancelWaiting(tx, ids, guest.email);
    // A new one each: the link in the old confirmation no longer works.
    for (const order of ids.flatMap((id) => listOrdersOf(id)).filter(({ paidAt }) => paidAt)) {
      confirmAgain(tx, order, now);
      sent += 1;
    }
    holdCorrected(tx, { ids, email }, by, now);
    const owner = verifiedAccountOf(email);
    // In the ledger of the account that has the order now: the guest's row goes.
    finishCorrection(tx, { ...guest, id: owner?.id ?? guest.id }, email, by, now);
    if (owner) claimByAddress(tx, owner.id);
    return { ok: true, how: owner ? "joined" : "corrected", sent, accountId: owner?.id ?? guest.id };
  });
}

const listOrdersOf = prepareAll((accountId: string) =>
  db.select().from(orders).where(eq(orders.accountId, accountId)).orderBy(orders.createdAt),
);

/** A registration that was never proven gets a new code; its password stays what its owner chose. */
function correctRegistration(row: Person, email: string, by: StaffReason, now: Date): EmailCorrectionResult {
  if (verifiedAccountOf(email)) return { ok: false, reason: "has_account" };
  return write((tx): EmailCorrectionResult => {
    tx.update(accounts).set({ email, updatedAt: now }).where(eq(accounts.id, row.id)).run();
    let sent = redirectEmails(tx, { ids: [row.id], from: row.email, to: email }, now);
    cancelWaiting(tx, [row.id], row.email);
    holdCorrected(tx, { ids: [row.id], email }, by, now);
    if (resendCode(row.id, now).ok) sent += 1;
    finishCorrection(tx, row, email, by, now);
    return { ok: true, how: "corrected", sent, accountId: row.id };
  });
}

function startChange(row: Person, email: string, by: StaffReason, now: Date): EmailCorrectionResult {
  return write((tx): EmailCorrectionResult => {
    const asked = askEmailChange({ accountId: row.id, newEmail: email, client: `staff ${by.staffId}` }, now);
    if (!asked.ok) return asked;
    record(tx, row, email, by, now);
    notifyOwner(tx, row.id, `We sent a code to ${hintOf(email)}. Your address changes once you type it.`, now);
    return { ok: true, how: "asked", sent: 1, accountId: row.id };
  });
}

function finishCorrection(tx: Transaction, row: Person, email: string, by: StaffReason, now: Date): void {
  record(tx, row, email, by, now);
  noticeToOldAddress(tx, row, { id: newId(), email, isGuest: isGuestRow(row) }, now);
}

/** The audit outlives a deleted account, so both addresses are written as hints. */
function record(tx: Transaction, row: Person, email: string, by: StaffReason, now: Date): void {
  recordAuditEvent(tx, {
    staffId: by.staffId,
    action: "accounts.correct_email",
    object: { type: "account", id: row.id },
    before: { email: hintOf(row.email) },
    after: { email: hintOf(email) },
    reason: by.reason,
    now,
  });
}

/** What goes to the new address leaves later, so that a slip in it can still be taken back. */
function holdCorrected(
  tx: Transaction,
  to: { ids: readonly string[]; email: string },
  by: StaffReason,
  now: Date,
): void {
  const isJustWritten = and(
    inArray(emails.accountId, [...to.ids]),
    eq(emails.toEmail, to.email),
    eq(emails.createdAt, now),
    eq(emails.state, "waiting"),
  );
  tx.update(emails)
    .set({ sentByStaffId: by.staffId, nextTryAt: emailLeavesAt(now) })
    .where(isJustWritten)
    .run();
}

/** What still waits for an old address is not sent there any more. */
function cancelWaiting(tx: Transaction, ids: readonly string[], email: string): void {
  const waiting = tx
    .select()
    .from(emails)
    .where(inArray(emails.accountId, [...ids]))
    .all();
  const gone = waiting.filter((one) => one.state === "waiting" && one.toEmail.toLowerCase() === email.toLowerCase());
  for (const { id } of gone) tx.update(emails).set({ state: "cancelled" }).where(eq(emails.id, id)).run();
}

export type NameResult = { ok: true } | { ok: false; reason: "not_found" };

/** Corrects a person's name; of a guest also on their orders. */
export function correctName(personId: string, name: NameCorrection, staffId: string, now: Date): NameResult {
  const { firstName, lastName, reason } = name;
  const row = accountById(personId);
  if (!row) return { ok: false, reason: "not_found" };
  const what = `We changed your name to ${firstName} ${lastName}.`;
  if (!isGuestRow(row)) {
    const act = { accountId: row.id, action: "accounts.correct_name", told: () => what };
    return actOnBehalf(act, { staffId, reason }, now, (): { ok: true } => {
      saveProfile(row.id, { firstName, lastName, phone: row.phone ?? "" }, now);
      return { ok: true };
    });
  }
  return write((tx): NameResult => {
    const ids = guestsLike([row.id]).get(row.id) ?? [row.id];
    const changed = { firstName, lastName, updatedAt: now };
    tx.update(accounts).set(changed).where(inArray(accounts.id, ids)).run();
    tx.update(orders).set(changed).where(inArray(orders.accountId, ids)).run();
    const object = { type: "account", id: row.id };
    recordAuditEvent(tx, { staffId, action: "accounts.correct_name", object, reason, now });
    notifyOwner(tx, row.id, what, now);
    return { ok: true };
  });
}

/** Corrects a saved address. The audit names the fields that changed, not what they say. */
export function correctPlace(
  place: { accountId: string; addressId: string; words: AddressInput },
  by: StaffReason,
  now: Date,
): NameResult {
  const { accountId, addressId, words } = place;
  const before = addressOwnedBy(accountId, addressId);
  if (!before) return { ok: false, reason: "not_found" };
  const fields = Object.entries(words).filter(
    ([name, value]) => value !== undefined && (before[name as keyof typeof before] ?? "") !== value,
  );
  const act = {
    accountId,
    action: "accounts.correct_address",
    after: () => ({ addressId, fields: fields.map(([name]) => name) }),
    told: () => `We corrected the address “${words.label}” that you keep with us.`,
  };
  return actOnBehalf(act, by, now, () =>
    changeAddress({ accountId, addressId }, words, { isDefault: before.isDefault }, now),
  );
}

/** Sends the owner of an account a link to choose a new password, by the same rules as if they had asked. */
export function sendResetLink(
  accountId: string,
  by: StaffReason,
  now: Date,
): NameResult | { ok: false; reason: "suspended" } {
  const act = { accountId, action: "accounts.reset_link", told: null };
  return actOnBehalf(act, by, now, () => {
    const row = accountById(accountId);
    if (!row?.emailVerifiedAt) return { ok: false as const, reason: "not_found" as const };
    if (row.status === "suspended") return { ok: false as const, reason: "suspended" as const };
    requestPasswordReset(row.email, `staff ${by.staffId}`, now);
    return { ok: true as const };
  });
}

export type DeletionResult = { ok: true; dueAt: Date } | { ok: false; reason: "not_found" | DeletionBar };

/**
 * Begins the deletion that somebody asked for in writing. The owner of an account can still keep it; a guest has
 * nowhere to sign in, and writes to us (`keepOnRequest`).
 */
export function deleteOnRequest(accountId: string, by: StaffReason, now: Date): DeletionResult {
  const act = {
    accountId,
    action: "accounts.delete",
    after: ({ dueAt }: { dueAt: Date }) => ({ dueAt }),
    told: null,
    forGuests: true,
  };
  return actOnBehalf(act, by, now, () => beginDeletion(accountId, now));
}

/** Withdraws the deletion of a guest who wrote that they have changed their mind. */
export function keepOnRequest(guestId: string, by: StaffReason, now: Date): KeepResult | NameResult {
  if (!guestOf(guestId)) return { ok: false, reason: "not_found" };
  const act = { accountId: guestId, action: "accounts.keep", told: null, forGuests: true };
  return actOnBehalf(act, by, now, () => keepAccount(guestId, now));
}
