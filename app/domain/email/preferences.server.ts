import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { accounts, emails, suppressions } from "#db/schema";
import { isEmailLive } from "../test-mode/live-mode.server";
import { deliveryRule } from "./delivery-policy";
import type { EmailKind } from "./email-layout";

/**
 * Who wants which emails. Emails about an order, an account or a gift on its way are always sent; the preference for
 * all others is checked when they are written and again when they are sent. An account stores its preference itself; an
 * address without an account is stored, hashed, on a list of addresses that unsubscribed.
 */

type Reader = Pick<Transaction, "select">;

interface Addressed {
  kind: EmailKind;
  accountId: string | null;
  toEmail: string;
}

/** Whether this email may go to its recipient. Test accounts get none when emails are really delivered. */
export function isWanted(reader: Reader, message: Addressed): boolean {
  if (isEmailLive() && accountOf(reader, message.accountId)?.isTest) return false;
  if (deliveryRule(message.kind).obeys === "nothing") return true;
  return !isStopped(reader, message);
}

function accountOf(reader: Reader, accountId: string | null) {
  if (accountId === null) return undefined;
  return reader
    .select({ isTest: accounts.isTest, wantsEmails: accounts.notifyByEmail })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
}

function isStopped(reader: Reader, { accountId, toEmail }: Omit<Addressed, "kind">): boolean {
  if (accountId !== null) return accountOf(reader, accountId)?.wantsEmails === false;
  const found = reader
    .select({ hash: suppressions.emailHash })
    .from(suppressions)
    .where(eq(suppressions.emailHash, hashAddress(toEmail)))
    .all();
  return found.length > 0;
}

/** Identifies an address after the address itself is erased. */
function hashAddress(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

/**
 * Whether the recipient of an email has unsubscribed; undefined when no email with this id can be unsubscribed from.
 */
export function unsubscribeState(emailId: string): { isStopped: boolean } | undefined {
  const message = stoppableEmail(db, emailId);
  return message && { isStopped: isStopped(db, message) };
}

/** Unsubscribes or resubscribes the recipient of an email. Returns false when there is no such email. */
export function chooseEmails(emailId: string, wanted: boolean, now: Date): boolean {
  return write((tx) => {
    const message = stoppableEmail(tx, emailId);
    if (!message) return false;
    if (message.accountId !== null) {
      tx.update(accounts)
        .set({ notifyByEmail: wanted, updatedAt: now })
        .where(eq(accounts.id, message.accountId))
        .run();
      return true;
    }
    const emailHash = hashAddress(message.toEmail);
    if (wanted) tx.delete(suppressions).where(eq(suppressions.emailHash, emailHash)).run();
    else {
      tx.insert(suppressions)
        .values({ emailHash, reason: `stopped at an email of the kind ${message.kind}`, at: now })
        .onConflictDoNothing()
        .run();
    }
    return true;
  });
}

function stoppableEmail(reader: Reader, emailId: string) {
  const message = reader
    .select({ kind: emails.kind, accountId: emails.accountId, toEmail: emails.toEmail })
    .from(emails)
    .where(eq(emails.id, emailId))
    .get();
  if (!message || message.toEmail === "") return undefined;
  return deliveryRule(message.kind as EmailKind).obeys === "nothing" ? undefined : message;
}
