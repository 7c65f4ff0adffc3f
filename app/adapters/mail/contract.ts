import type { KeyObject } from "node:crypto";

/** Who emails are from; with a key, they are signed for its domain (DKIM, RFC 6376). */
export interface Sender {
  name: string;
  address: string;
  dkim?: { selector: string; privateKey: KeyObject } | null;
}

/**
 * Sending emails. One email goes to exactly one recipient; nothing a visitor types can add a second recipient, a header
 * or an attachment.
 */
export interface OutgoingMessage {
  /** Stable over retries, so that a mailbox can recognise a duplicate. Without angle brackets. */
  messageId: string;
  /** Such as "weekly": by it, large mailbox providers count complaints (`Feedback-ID`). */
  kind: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Where it comes back to: the sender of its envelope, which no reader sees; the sender's own address without one. */
  returnPath?: string;
  /** Set on emails that offer their reader a stop: one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string;
  /** When it was first tried: the same at every try, like its identifier. */
  at: Date;
}

export type MailResult =
  /**
   * `reply`: what the relay said when it took the email, mostly with its own name for it. `takesAccents`: whether it announced
   * that it takes addresses with accents before the @ (SMTPUTF8, RFC 6531).
   */
  | { ok: true; reply?: string; takesAccents?: boolean }
  /**
   * `permanent`: the recipient's address is refused, so this email will never be accepted; anything else is worth a
   * retry. `isUncertain`: all of it was sent and no response came, so that it may arrive. `message` is the relay's
   * response.
   */
  | { ok: false; permanent: boolean; isUncertain?: boolean; message: string };

export interface RelayCertificate {
  /** Null where the connection did not come as far as a certificate. */
  validUntil: Date | null;
  /** Why it is not trusted, as a message; null when it is. */
  problem: string | null;
}

export interface Mail {
  /**
   * Sends an email. Never throws for the server's response; throws for a malformed email. `beforeEnd` is awaited when all of it
   * but its end was sent: where that throws, it is not handed over.
   */
  post(message: OutgoingMessage, beforeEnd?: () => Promise<void>): Promise<MailResult>;
  /** Whether emails could be sent now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}
