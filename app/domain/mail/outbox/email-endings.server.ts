import { asc, lte, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { domainOf, emails } from "#db/schema";
import { leasedQueue } from "~/domain/kernel/jobs/lease.server";
import { MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { deliveryRule } from "../kinds/email-kinds";
import { EMAIL_DEATHS_ALLOWED, LEASE_MINUTES } from "./delivery-policy";

/** The queue of the outbox: how an email ends, and what is left of it. */

export type EmailRow = typeof emails.$inferSelect;

/** What is recorded of an email whose process died again and again while sending it. */
const PERHAPS_SENT = "The process that was sending it died each time, so it may have arrived.";

/** Of a lane, the oldest due email first, in the order of its index. One whose process died is sent again. */
export const emailQueue = leasedQueue(emails, {
  isOpen: sql`${emails.state} = 'waiting'`,
  isDue: (now) => lte(emails.nextTryAt, now),
  order: [asc(emails.nextTryAt), asc(domainOf(emails.toEmail)), asc(emails.createdAt), sql`rowid`],
  leaseSeconds: LEASE_MINUTES * MINUTE_SECONDS,
  believesLate: true,
  deaths: {
    allowed: EMAIL_DEATHS_ALLOWED,
    queue: "email",
    nameOf: ({ id, kind }) => `The email ${kind} ${id}`,
    ended: (email) => endedAs(email, { state: "dead", failure: PERHAPS_SENT }),
  },
});

/** What goes when an email has ended: the text of one that carries a secret, and the name of a recipient to be forgotten. */
export function erasedAtEnd(kind: string, failure: string | null): Partial<EmailRow> {
  const { carriesSecret, forgetsReader } = deliveryRule(kind);
  const empty = carriesSecret ? { textBody: "", htmlBody: "" } : {};
  const forgotten = forgetsReader
    ? { toName: "", toEmail: "", relayReply: null, ...(failure ? { failure: "" } : {}) }
    : {};
  return { refusedAt: null, ...empty, ...forgotten };
}

interface End {
  state: "sent" | "dead" | "cancelled";
  sentAt?: Date;
  failure: string | null;
  relayReply?: string | null;
}

/**
 * What an email becomes that is sent, dead or cancelled. One that carries a secret is emptied in the same step: its code
 * remains only as the keyed hash that checks it, not in this table nor in its backups. One that must forget its recipient
 * loses the address too.
 */
export const endedAs = ({ kind }: EmailRow, end: End): Partial<EmailRow> => ({
  ...end,
  takenUntil: null,
  giftBefore: null,
  ...erasedAtEnd(kind, end.failure),
});

/** Ends an email that waits or is being sent. */
export function closeEmail(writer: Pick<Transaction, "update">, email: EmailRow, end: End): void {
  emailQueue.settle(writer, email, endedAs(email, end));
}
