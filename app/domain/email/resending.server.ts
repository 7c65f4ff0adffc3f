import { and, count, eq, gt, or } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts, emails } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "../time/durations";
import { deliveryRule, MOST_RESENDS_A_DAY } from "./delivery-policy";
import type { EmailKind } from "./email-layout";
import { unsubscribeUrlOf } from "./outbox.server";
import { isWanted } from "./preferences.server";
import { quotesEntries } from "./staff-reading.server";

/**
 * An email said once more, word for word, to whom it went. What opened something is not repeated, since it was emptied
 * when it went; nor is a gift's, which goes by its voucher, where the recipient's address may have been put right.
 */

type Row = typeof emails.$inferSelect;

/** Kinds that a voucher's own page sends again. */
const OF_VOUCHERS: readonly string[] = ["gift", "gift_voucher"];

/** `moved`: it quotes somebody's own words, and its account has another address by now. */
export type ResendRefusal = "not_found" | "waiting" | "secret" | "gift" | "unwanted" | "moved" | "too_often";
export type ResendResult = { ok: true; emailId: string } | { ok: false; reason: ResendRefusal };

/** Whether emails of this kind, standing so, ever go again. */
export function canGoAgain(message: Pick<Row, "kind" | "state">): boolean {
  const { carriesSecret } = deliveryRule(message.kind as EmailKind);
  return message.state !== "waiting" && !carriesSecret && !OF_VOUCHERS.includes(message.kind);
}

/** Why this email cannot go again; null where it can. */
export function resendProblem(
  reader: Pick<Transaction, "select">,
  message: Row,
  now: Date,
): Exclude<ResendRefusal, "not_found"> | null {
  const kind = message.kind as EmailKind;
  if (message.state === "waiting") return "waiting";
  if (deliveryRule(kind).carriesSecret || message.textBody === "" || message.toEmail === "") return "secret";
  if (OF_VOUCHERS.includes(kind)) return "gift";
  if (!isWanted(reader, { ...message, kind })) return "unwanted";
  if (quotesEntries(kind) && hasMoved(reader, message)) return "moved";
  const first = message.resendOf ?? message.id;
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const again = reader
    .select({ found: count() })
    .from(emails)
    .where(and(eq(emails.resendOf, first), gt(emails.createdAt, dayAgo)))
    .get();
  return (again?.found ?? 0) >= MOST_RESENDS_A_DAY ? "too_often" : null;
}

function hasMoved(reader: Pick<Transaction, "select">, { accountId, toEmail }: Row): boolean {
  const account = reader
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId ?? ""))
    .get();
  return account?.email.toLowerCase() !== toEmail.toLowerCase();
}

/** Puts an email into the outbox once more, inside the caller's transaction. */
export function resendEmail(tx: Transaction, emailId: string, now: Date): ResendResult {
  const message = tx.select().from(emails).where(eq(emails.id, emailId)).get();
  if (!message) return { ok: false, reason: "not_found" };
  const problem = resendProblem(tx, message, now);
  if (problem) return { ok: false, reason: problem };
  const id = newId();
  const again = (text: string) => text.replaceAll(unsubscribeUrlOf(message.id), unsubscribeUrlOf(id));
  const { kind, accountId, toName, toEmail, subject, isTransactional } = message;
  tx.insert(emails)
    .values({
      id,
      kind,
      accountId,
      toName,
      toEmail,
      subject,
      isTransactional,
      textBody: again(message.textBody),
      htmlBody: again(message.htmlBody),
      resendOf: message.resendOf ?? message.id,
      dedupeKey: `again:${id}`,
      messageId: `${id}@${new URL(settings.publicOrigin).hostname}`,
      nextTryAt: now,
      createdAt: now,
    })
    .run();
  return { ok: true, emailId: id };
}

/** The first of an email and its repetitions, and all of them, the oldest first. */
export function repetitionsOf(reader: Pick<Transaction, "select">, message: Row) {
  const first = message.resendOf ?? message.id;
  return reader
    .select({ id: emails.id, state: emails.state, at: emails.createdAt })
    .from(emails)
    .where(or(eq(emails.id, first), eq(emails.resendOf, first)))
    .orderBy(emails.createdAt)
    .all()
    .filter(({ id }) => id !== message.id);
}
