import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet, prepareRun } from "#db/queries.server";
import { accounts, emails, suppressions } from "#db/schema";
import { isEmailLive } from "~/domain/kernel/test-mode/live-mode.server";
import { canBeStopped, deliveryRule } from "../kinds/email-kinds";

/**
 * Who wants which emails. Emails about an order, an account or a gift on its way are always sent; the preference for
 * all others is checked when they are written and again when they are sent. An account stores its preference itself; an
 * address without an account is stored, hashed, on a list of addresses that unsubscribed. An address whose email came back
 * for good, or was called spam, is on the same list, also that of an account, until somebody asks for emails there again.
 */

interface Addressed {
  kind: string;
  accountId: string | null;
  toEmail: string;
}

/** Whether this email may go to its recipient. Test accounts get none when emails are really delivered. */
export function isWanted(message: Addressed): boolean {
  if (isEmailLive() && accountOf(message.accountId)?.isTest) return false;
  if (deliveryRule(message.kind).obeys === "nothing") return true;
  return !isStopped(message);
}

function accountOf(accountId: string | null) {
  if (accountId === null) return undefined;
  return findAccount(accountId);
}

const findAccount = prepareGet((accountId: string) =>
  db
    .select({ isTest: accounts.isTest, wantsEmails: accounts.notifyByEmail })
    .from(accounts)
    .where(eq(accounts.id, accountId)),
);

function isStopped({ accountId, toEmail }: Omit<Addressed, "kind">): boolean {
  if (accountId !== null && accountOf(accountId)?.wantsEmails === false) return true;
  const found = findSuppression(hashAddress(toEmail));
  return found !== undefined && (accountId === null || isReported(found.reason));
}

const findSuppression = prepareGet((emailHash: string) =>
  db.select().from(suppressions).where(eq(suppressions.emailHash, emailHash)),
);

/** Why an address gets none of the emails that can be stopped, although nobody stopped them there. */
export type ReportedReason = "bounced" | "complained";
const isReported = (reason: string): reason is ReportedReason => reason === "bounced" || reason === "complained";

/** What was reported of an address; null where nothing was, or it was asked for emails there again since. */
export function reportedOf(email: string): { reason: ReportedReason; at: Date } | null {
  const found = findSuppression(hashAddress(email));
  return found && isReported(found.reason) ? { reason: found.reason, at: found.at } : null;
}

/** Stops the emails to an address that can be stopped, inside the caller's transaction; who complains wants none. */
export function suppressReported(
  tx: Transaction,
  { accountId, toEmail }: Omit<Addressed, "kind">,
  reported: { reason: ReportedReason; at: Date },
): void {
  tx.insert(suppressions)
    .values({ emailHash: hashAddress(toEmail), ...reported })
    .onConflictDoUpdate({ target: suppressions.emailHash, set: reported })
    .run();
  if (reported.reason === "complained" && accountId !== null) updateEmailChoice(false, reported.at, accountId);
}

/** Lets emails go to an address again, because somebody asked for them there. */
export const liftSuppression = (email: string): void => void deleteSuppression(hashAddress(email));

/** Identifies an address after the address itself is erased. */
function hashAddress(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

/**
 * Whether the recipient of an email has unsubscribed; undefined when no email with this id can be unsubscribed from.
 */
export function unsubscribeState(emailId: string): { isStopped: boolean; hasAccount: boolean } | undefined {
  const message = stoppableEmail(emailId);
  return message && { isStopped: isStopped(message), hasAccount: message.accountId !== null };
}

/** Unsubscribes or resubscribes the recipient of an email. Returns false when there is no such email. */
export function chooseEmails(emailId: string, wanted: boolean, now: Date): boolean {
  return write((tx) => {
    const message = stoppableEmail(emailId);
    if (!message) return false;
    const emailHash = hashAddress(message.toEmail);
    if (wanted) deleteSuppression(emailHash);
    if (message.accountId !== null) updateEmailChoice(wanted, now, message.accountId);
    else if (!wanted) {
      tx.insert(suppressions)
        .values({ emailHash, reason: `stopped at an email of the kind ${message.kind}`, at: now })
        .onConflictDoNothing()
        .run();
    }
    return true;
  });
}

const updateEmailChoice = prepareRun((wanted: boolean, now: Date, accountId: string) =>
  db.update(accounts).set({ notifyByEmail: wanted, updatedAt: now }).where(eq(accounts.id, accountId)),
);

const deleteSuppression = prepareRun((emailHash: string) =>
  db.delete(suppressions).where(eq(suppressions.emailHash, emailHash)),
);

function stoppableEmail(emailId: string) {
  const message = findEmail(emailId);
  if (!message || message.toEmail === "") return undefined;
  return canBeStopped(message.kind) ? message : undefined;
}

const findEmail = prepareGet((emailId: string) =>
  db
    .select({ kind: emails.kind, accountId: emails.accountId, toEmail: emails.toEmail })
    .from(emails)
    .where(eq(emails.id, emailId)),
);
