import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, gte, inArray, isNull, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { columns, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, entryViews, impersonations, staff } from "#db/schema";
import { IMPERSONATION_MINUTES } from "~/domain/kernel/time/access-lengths";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { isNotGuest } from "../accounts/guests.server";
import type { SignedIn } from "../accounts/sessions.server";
import { recordAuditEvent } from "./audit.server";
import { accountsBeginning, colleague } from "./list-filters.server";
import { list } from "./lists.server";
import { isPermitted, type StaffRole } from "./permissions";

/**
 * Impersonation: a staff member sees the product as one customer does, to help them, for a reason, for half an hour at
 * most, and changes nothing. It is valid only together with the sign-in it was started with, and only while the
 * permission is held; staff accounts cannot be impersonated. Private text and pictures stay hidden from staff who may
 * not open entries, and each view is recorded. A gift's code and message are hidden from all of them, because each is
 * read by one press that is recorded. The customer reads in their Privacy tab who looked, when and why.
 */

const LONGEST_IMPERSONATION_MS = IMPERSONATION_MINUTES * MINUTE_MS;

/** An impersonation in progress. */
export interface Impersonation {
  id: string;
  staffId: string;
  reason: string;
  until: Date;
  person: Omit<SignedIn, "sessionId">;
  mayOpenEntries: boolean;
}

const hashKey = (key: string) => createHash("sha256").update(`look:${key}`).digest("base64url");

export type ImpersonationResult =
  | { ok: true; key: string }
  | { ok: false; reason: "not_found" | "staff_member" | "not_active" };

/**
 * Starts impersonating this customer, ending any earlier impersonation of this colleague. Returns the key for the
 * cookie.
 */
export function beginImpersonation(
  input: { accountId: string; reason: string },
  staffId: string,
  now: Date,
): ImpersonationResult {
  return write((tx): ImpersonationResult => {
    const account = findCustomer(input.accountId);
    if (!account) return { ok: false, reason: "not_found" };
    if (isColleague(tx, account.email)) return { ok: false, reason: "staff_member" };
    if (account.status !== "active" || !account.emailVerifiedAt) return { ok: false, reason: "not_active" };
    endImpersonationsOf(tx, staffId, now);
    const key = randomBytes(32).toString("base64url");
    const [id, expiresAt] = [newId(), new Date(now.getTime() + LONGEST_IMPERSONATION_MS)];
    const { accountId, reason } = input;
    tx.insert(impersonations)
      .values({ id, staffId, accountId, reason, keyHash: hashKey(key), startedAt: now, expiresAt })
      .run();
    recordAuditEvent(tx, {
      staffId,
      action: "accounts.impersonate",
      object: { type: "account", id: accountId },
      after: { impersonation: id, until: expiresAt.toISOString() },
      reason,
      now,
    });
    return { ok: true, key };
  });
}

const findCustomer = prepareGet((accountId: string) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotGuest)),
);

function isColleague(tx: Transaction, email: string): boolean {
  const found = tx.select({ id: staff.id }).from(staff).where(sql`lower(${staff.email}) = lower(${email})`).get();
  return found !== undefined;
}

/** The impersonation of this key and signed-in staff member; undefined once it has ended in any way. */
export function findImpersonation(
  key: string,
  who: { staffId: string; role: StaffRole },
  now: Date,
): Impersonation | undefined {
  if (!isPermitted(who.role, "accounts.impersonate")) return undefined;
  const row = findByKey(hashKey(key), who.staffId, now);
  if (!row) return undefined;
  const { impersonation, account } = row;
  const { firstName, lastName, email, isTest, deletionDueAt } = account;
  return {
    id: impersonation.id,
    reason: impersonation.reason,
    staffId: who.staffId,
    until: impersonation.expiresAt,
    person: { accountId: account.id, firstName, lastName, email, isTest, deletionDueAt },
    mayOpenEntries: isPermitted(who.role, "entries.open"),
  };
}

const findByKey = prepareGet((keyHash: string, staffId: string, now: Date) =>
  db
    .select({ impersonation: impersonations, account: accounts })
    .from(impersonations)
    .innerJoin(accounts, eq(accounts.id, impersonations.accountId))
    .where(
      and(
        ...[eq(impersonations.keyHash, keyHash), eq(impersonations.staffId, staffId)],
        ...[isNull(impersonations.endedAt), gt(impersonations.expiresAt, now)],
        eq(accounts.status, "active"),
      ),
    ),
);

/** Ends a staff member's impersonation. Returns whose pages they saw, or null without one. */
export function endImpersonation(staffId: string, now: Date): string | null {
  return write((tx) => endImpersonationsOf(tx, staffId, now));
}

/** Ends every impersonation of this colleague, within the caller's transaction. */
export function endImpersonationsOf(tx: Transaction, staffId: string, now: Date): string | null {
  const ended = updateEnded(now, staffId);
  for (const { id, accountId } of ended) {
    recordAuditEvent(tx, {
      staffId,
      action: "accounts.end_impersonation",
      now,
      object: { type: "account", id: accountId ?? "deleted" },
      after: { impersonation: id },
    });
  }
  return ended[0]?.accountId ?? null;
}

const updateEnded = prepareAll((now: Date, staffId: string) =>
  db
    .update(impersonations)
    .set({ endedAt: now })
    .where(
      and(...[eq(impersonations.staffId, staffId), isNull(impersonations.endedAt)], gt(impersonations.expiresAt, now)),
    )
    .returning({ id: impersonations.id, accountId: impersonations.accountId }),
);

/** Records, once an impersonation, that a private entry was opened; its owner reads who, when and why. */
export function noteEntryOpened(impersonation: Impersonation, entryId: string, now: Date): void {
  write((tx) => {
    const { staffId, reason } = impersonation;
    const begun = new Date(impersonation.until.getTime() - LONGEST_IMPERSONATION_MS);
    const noted = findEntryView(entryId, staffId, reason, begun);
    if (noted) return;
    tx.insert(entryViews).values({ id: newId(), entryId, staffId, reason, at: now }).run();
    recordAuditEvent(tx, {
      staffId,
      action: "entries.open",
      object: { type: "entry", id: entryId },
      reason,
      now,
    });
  });
}

const findEntryView = prepareGet((entryId: string, staffId: string, reason: string, begun: Date) =>
  db
    .select({ id: entryViews.id })
    .from(entryViews)
    .where(
      and(
        ...[eq(entryViews.entryId, entryId), eq(entryViews.staffId, staffId)],
        ...[eq(entryViews.reason, reason), gte(entryViews.at, begun)],
      ),
    ),
);

/** The log of impersonations, usually the newest first. */
export const IMPERSONATION_LIST = list(impersonations, {
  name: "impersonations",
  permission: "impersonations.read",
  id: impersonations.id,
  // The beginning of the customer's e-mail.
  search: (words) => inArray(impersonations.accountId, accountsBeginning(words)),
  filters: { by: colleague(impersonations.staffId) },
  sorts: { from: impersonations.startedAt },
  usual: "-from",
  lines: () =>
    db
      .select({
        id: impersonations.id,
        by: staff.name,
        ...columns(impersonations, "accountId", "reason", "startedAt", "endedAt", "expiresAt"),
        email: accounts.email,
      })
      .from(impersonations)
      .innerJoin(staff, eq(staff.id, impersonations.staffId))
      .leftJoin(accounts, eq(accounts.id, impersonations.accountId)),
});
