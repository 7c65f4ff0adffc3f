import { randomBytes } from "node:crypto";
import { and, isNotNull } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sameEmail } from "../accounts/accounts.server";
import { hashPassword } from "../accounts/passwords.server";
import { recordAuditEvent } from "./audit.server";
import type { NewAccount } from "./forms";
import { accountOpened } from "./staff-emails";

/**
 * Customer accounts opened by staff. Nobody knows such an account's password: an email asks its owner to choose one.
 * Test accounts are left out of all figures, and get no email where emails are really sent.
 */

const TEST_USERS_AT_ONCE = 10;

export type OpenResult = { ok: true; accountId: string } | { ok: false; reason: "email_taken" };

/** Opens an account for a customer and emails them. */
export async function openAccount(wanted: NewAccount, staffId: string, now: Date): Promise<OpenResult> {
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  return write((tx): OpenResult => {
    const taken = tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(sameEmail(wanted.email), isNotNull(accounts.emailVerifiedAt)))
      .get();
    if (taken) return { ok: false, reason: "email_taken" };
    const { email, firstName, lastName, isTest } = wanted;
    const accountId = insertAccount(tx, { email, firstName, lastName, passwordHash, isTest }, staffId, now);
    queueEmail(tx, {
      accountId,
      to: { name: firstName, email },
      now,
      dedupeKey: `account-opened:${accountId}`,
      message: accountOpened({
        firstName,
        email,
        passwordUrl: `${settings.publicOrigin}/forgot-password`,
        termsUrl: `${settings.publicOrigin}/terms`,
      }),
    });
    return { ok: true, accountId };
  });
}

/** Makes test accounts that share this password, ten by default. Returns their email addresses. */
export async function makeTestUsers(
  password: string,
  staffId: string,
  now: Date,
  wanted: { count: number; prefix: string } = { count: TEST_USERS_AT_ONCE, prefix: "test" },
): Promise<string[]> {
  const passwordHash = await hashPassword(password);
  const batch = randomBytes(4).toString("hex");
  return write((tx) =>
    Array.from({ length: wanted.count }, (_, index) => {
      const lastName = `User ${index + 1}`;
      // A domain reserved for tests, to which no mail is delivered (RFC 2606).
      const email = `${wanted.prefix}.${batch}.${index + 1}@loop.test`;
      insertAccount(tx, { email, firstName: "Test", lastName, passwordHash, isTest: true }, staffId, now);
      return email;
    }),
  );
}

type Row = Pick<typeof accounts.$inferSelect, "email" | "firstName" | "lastName" | "passwordHash" | "isTest">;

function insertAccount(tx: Transaction, row: Row, staffId: string, now: Date): string {
  const id = newId();
  const agreed = { termsAcceptedAt: now, privacyAcceptedAt: now };
  tx.insert(accounts)
    .values({ id, ...row, ...agreed, emailVerifiedAt: now, createdAt: now, updatedAt: now })
    .run();
  recordAuditEvent(tx, {
    staffId,
    action: "accounts.create",
    object: { type: "account", id },
    after: { isTest: row.isTest },
    now,
  });
  return id;
}
