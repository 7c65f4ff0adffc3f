import { and, count, eq, gt, inArray, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareAll, prepareGet } from "#db/queries.server";
import { accounts, emails } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { deliveryRule } from "../kinds/email-kinds";
import { MOST_RESENDS_A_DAY } from "./delivery-policy";
import { unsubscribeUrlOf } from "./outbox.server";
import { isWanted } from "./preferences.server";
import { quotesEntries } from "./staff-reading.server";

/**
 * Sends an email again, word for word, to the same address. An email with a secret cannot be repeated, because it was
 * emptied when it was sent; a gift's email is resent from its voucher, where the recipient's address may have been
 * corrected.
 */

type Row = typeof emails.$inferSelect;

/** Kinds that are resent from the voucher's own page. */
const OF_VOUCHERS: readonly string[] = ["gift", "gift_voucher"];

/** `moved`: it quotes private text, and the account's address has changed since. */
export type ResendRefusal =
  | "not_found"
  | "waiting"
  | "secret"
  | "emptied"
  | "gift"
  | "unwanted"
  | "moved"
  | "too_often";
export type ResendResult = { ok: true; emailId: string } | { ok: false; reason: ResendRefusal };

/** Whether an email of this kind and state can ever be resent. */
export function canResend(message: Pick<Row, "kind" | "state">): boolean {
  const { carriesSecret } = deliveryRule(message.kind);
  return message.state !== "waiting" && !carriesSecret && !OF_VOUCHERS.includes(message.kind);
}

/** Why this email cannot be resent; null when it can. */
export function resendProblem(message: Row, now: Date): Exclude<ResendRefusal, "not_found"> | null {
  const { kind } = message;
  if (message.state === "waiting") return "waiting";
  if (message.isEmptied && !deliveryRule(kind).carriesSecret) return "emptied";
  if (deliveryRule(kind).carriesSecret || message.textBody === "" || message.toEmail === "") return "secret";
  if (OF_VOUCHERS.includes(kind)) return "gift";
  if (!isWanted({ ...message, kind })) return "unwanted";
  if (quotesEntries(kind) && hasMoved(message)) return "moved";
  const first = message.resendOf ?? message.id;
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const again = countResends(first, dayAgo);
  return (again?.found ?? 0) >= MOST_RESENDS_A_DAY ? "too_often" : null;
}

const countResends = prepareGet((first: string, dayAgo: Date) =>
  db
    .select({ found: count() })
    .from(emails)
    .where(and(eq(emails.resendOf, first), gt(emails.createdAt, dayAgo))),
);

function hasMoved({ accountId, toEmail }: Row): boolean {
  const account = findAddress(accountId ?? "");
  return account?.email.toLowerCase() !== toEmail.toLowerCase();
}

const findAddress = prepareGet((accountId: string) =>
  db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId)),
);

/** Inserts a copy of an email into the outbox, inside the caller's transaction. */
export function resendEmail(tx: Transaction, emailId: string, now: Date): ResendResult {
  const message = tx.select().from(emails).where(eq(emails.id, emailId)).get();
  if (!message) return { ok: false, reason: "not_found" };
  const problem = resendProblem(message, now);
  if (problem) return { ok: false, reason: problem };
  return { ok: true, emailId: copyEmail(tx, message, message.toEmail, now) };
}

function copyEmail(tx: Transaction, message: Row, toEmail: string, now: Date): string {
  const id = newId();
  const again = (text: string) => text.replaceAll(unsubscribeUrlOf(message.id), unsubscribeUrlOf(id));
  const { kind, accountId, toName, subject, isTransactional } = message;
  tx.insert(emails)
    .values({
      id,
      kind,
      // One from before there were lanes says nothing of its own.
      lane: deliveryRule(kind).lane,
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
  return id;
}

/** Older failures are of no use to somebody who has just been reached. */
const REDIRECTED_DAYS = 30;

/** Sent to the old address alone, or written afresh for the new one. */
const NOT_REDIRECTED: readonly string[] = ["email_changed", "order_confirmation"];

/**
 * Sends what did not arrive at an old address to the new one of the same person, inside the caller's transaction: what
 * failed within the last month, and what still waits. Emails with a secret stay; their owner asks for new ones.
 * @returns how many go out.
 */
export function redirectEmails(
  tx: Transaction,
  person: { ids: readonly string[]; from: string; to: string },
  now: Date,
): number {
  const since = new Date(now.getTime() - REDIRECTED_DAYS * DAY_MS);
  const found = tx
    .select()
    .from(emails)
    .where(
      and(
        inArray(emails.accountId, [...person.ids]),
        inArray(emails.state, ["dead", "waiting"]),
        sql`lower(${emails.toEmail}) = lower(${person.from})`,
        gt(emails.createdAt, since),
      ),
    )
    .all()
    .filter(({ kind, textBody }) => canResend({ kind, state: "dead" }) && textBody !== "")
    .filter(({ kind }) => !NOT_REDIRECTED.includes(kind));
  for (const message of found) {
    copyEmail(tx, message, person.to, now);
    if (message.state === "waiting")
      tx.update(emails).set({ state: "cancelled" }).where(eq(emails.id, message.id)).run();
  }
  return found.length;
}

/** The other emails of a group of original and repetitions, oldest first. */
export function resendsOf(message: Row) {
  const first = message.resendOf ?? message.id;
  return listResends(first).filter(({ id }) => id !== message.id);
}

const listResends = prepareAll((first: string) =>
  db
    .select({ id: emails.id, state: emails.state, at: emails.createdAt })
    .from(emails)
    .where(or(eq(emails.id, first), eq(emails.resendOf, first)))
    .orderBy(emails.createdAt),
);
