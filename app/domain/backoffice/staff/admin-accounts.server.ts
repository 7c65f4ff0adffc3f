import { and, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { accounts } from "#db/schema";
import { isNotGuest } from "~/domain/people/accounts/guests.server";
import { endSessionsOf } from "~/domain/people/accounts/sessions.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { haveOf, whatTheyHave, withoutSecrets } from "./account-list.server";

/**
 * Customers for staff: who they are and what they bought, never what they wrote. A suspension takes effect with the
 * next request of every browser and API client.
 */

type Account = typeof accounts.$inferSelect;

/** One account with what it has; undefined for an unknown id and for a guest. */
export function accountData(accountId: string) {
  const account = findAccount(accountId);
  if (!account) return undefined;
  return { account: withoutSecrets(account), ...haveOf(whatTheyHave([accountId]), accountId) };
}

const findAccount = prepareGet((accountId: string) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotGuest)),
);

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

function changeAccount(accountId: string, change: (tx: Transaction, account: Account) => AccountChange): AccountChange {
  return write((tx): AccountChange => {
    const account = tx
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNotGuest))
      .get();
    return account ? change(tx, account) : { ok: false, reason: "not_found" };
  });
}
