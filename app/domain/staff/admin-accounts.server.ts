import { and, desc, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { keepAll, keepGet } from "#db/queries.server";
import { accounts, emails, loops, orders } from "#db/schema";
import { isNotGuest } from "../accounts/guests.server";
import { endSessionsOf } from "../accounts/sessions.server";
import { findLoopType } from "../catalogue/catalogue";
import { canResend } from "../email/resending.server";
import { hasSeals, subjectForStaff } from "../email/staff-reading.server";
import { haveOf, whatTheyHave, withoutSecrets } from "./account-list.server";
import { recordAuditEvent } from "./audit.server";

/**
 * Customers for staff: who they are and what they bought, never what they wrote. A suspension takes effect with the
 * next request of every browser and program.
 */

type Account = typeof accounts.$inferSelect;

export interface Happening {
  key: string;
  at: Date;
  text: string;
  /** The order's id, for an order. */
  orderId?: string;
  /** The email's id, for an email, and whether it can be sent again. */
  message?: { id: string; canResend: boolean };
}

const accountsQuery = keepGet((accountId: string) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotGuest)),
);

/** One account with its history, newest first; undefined for an unknown id. */
export function accountData(accountId: string) {
  const account = accountsQuery(accountId);
  if (!account) return undefined;
  const data = { account: withoutSecrets(account), ...haveOf(whatTheyHave([accountId]), accountId) };
  return { ...data, timeline: timelineOf(account) };
}

const MOST_SHOWN = 50;

const ordersQuery = keepAll((accountId: string) =>
  db
    .select({ id: orders.id, number: orders.number, status: orders.status, at: orders.createdAt })
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(desc(orders.createdAt))
    .limit(MOST_SHOWN),
);

const emailsQuery = keepAll((accountId: string) =>
  db
    .select({
      id: emails.id,
      kind: emails.kind,
      subject: emails.subject,
      state: emails.state,
      at: emails.createdAt,
      hasSeals,
    })
    .from(emails)
    .where(eq(emails.accountId, accountId))
    .orderBy(desc(emails.createdAt))
    .limit(MOST_SHOWN),
);

const loopsQuery = keepAll((accountId: string) =>
  db
    .select({
      id: loops.id,
      theme: loops.theme,
      type: loops.type,
      status: loops.status,
      at: loops.createdAt,
    })
    .from(loops)
    .where(eq(loops.accountId, accountId)),
);

function timelineOf(account: Account): Happening[] {
  const ordered = ordersQuery(account.id).map(({ id, number, status, at }) => ({
    key: `order-${id}`,
    orderId: id,
    at,
    text: `Order ${number}, ${status.toLowerCase().replaceAll("_", " ")}`,
  }));
  const written = emailsQuery(account.id).map(({ id, kind, subject, state, at, hasSeals }) => ({
    key: `email-${id}`,
    message: { id, canResend: canResend({ kind, state }) },
    at,
    text: `Email “${subjectForStaff({ kind, subject, hasSeals: hasSeals === 1 })}”, ${state}`,
  }));
  const begun = loopsQuery(account.id).map(({ id, theme, type, status, at }) => ({
    key: `loop-${id}`,
    at,
    text: `Loop “${findLoopType(theme, type)?.displayName ?? theme}”, ${status.toLowerCase()}`,
  }));
  const opened = { key: "opened", at: account.createdAt, text: "Account opened" };
  return [...ordered, ...written, ...begun, opened]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MOST_SHOWN);
}

export type AccountChange = { ok: true } | { ok: false; reason: "not_found" | "already" };

/** Suspends or reinstates an account, for a reason. A suspension ends all its sessions at once. */
export function setSuspended(
  input: { accountId: string; isSuspended: boolean; reason: string },
  staffId: string,
  now: Date,
): AccountChange {
  return changeAccount(input.accountId, (tx, account) => {
    const isSuspended = account.status === "suspended";
    if (isSuspended === input.isSuspended) return { ok: false, reason: "already" };
    const status = input.isSuspended ? "suspended" : "active";
    tx.update(accounts).set({ status, updatedAt: now }).where(eq(accounts.id, account.id)).run();
    if (input.isSuspended) endSessionsOf(tx, account.id);
    recordAuditEvent(tx, {
      staffId,
      action: input.isSuspended ? "accounts.suspend" : "accounts.reactivate",
      now,
      object: { type: "account", id: account.id },
      reason: input.reason,
      before: { status: account.status },
      after: { status },
    });
    return { ok: true };
  });
}

function changeAccount(
  accountId: string,
  change: (tx: Transaction, account: Account) => AccountChange,
): AccountChange {
  return write((tx): AccountChange => {
    const account = tx
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNotGuest))
      .get();
    return account ? change(tx, account) : { ok: false, reason: "not_found" };
  });
}
