import { and, eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { emails } from "#db/schema";
import type { EmailKind } from "../layout/email-layout";
import { deliveryRule } from "./delivery-policy";

/** How an email ends, and what is left of it. */

export type EmailRow = typeof emails.$inferSelect;
type Writer = Pick<Transaction, "update">;

export const isStillWaiting = ({ id }: EmailRow) => and(eq(emails.id, id), eq(emails.state, "waiting"));

/** What goes when an email has ended: the text of one that carries a secret, and the name of a recipient to be forgotten. */
export function erasedAtEnd(kind: string, failure: string | null): Partial<EmailRow> {
  const { carriesSecret, forgetsReader } = deliveryRule(kind as EmailKind);
  const empty = carriesSecret ? { textBody: "", htmlBody: "" } : {};
  const forgotten = forgetsReader ? { toName: "", toEmail: "", ...(failure ? { failure: "" } : {}) } : {};
  return { refusedAt: null, ...empty, ...forgotten };
}

/**
 * Marks an email as sent, dead or cancelled. One that carries a secret is emptied in the same step: its code remains
 * only as the keyed hash that checks it, not in this table nor in its backups. One that must forget its recipient loses
 * the address too.
 */
export function closeEmail(
  writer: Writer,
  email: EmailRow,
  end: { state: "sent" | "dead" | "cancelled"; sentAt?: Date; failure: string | null },
): void {
  writer
    .update(emails)
    .set({ ...end, takenUntil: null, giftBefore: null, ...erasedAtEnd(email.kind, end.failure) })
    .where(isStillWaiting(email))
    .run();
}
