/**
 * Sending emails. One email goes to exactly one recipient; nothing a visitor types can add a second recipient, a header
 * or an attachment.
 */
export interface OutgoingMessage {
  /** Stable over retries, so that a mailbox can recognise a duplicate. Without angle brackets. */
  messageId: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Set on emails that offer their reader a stop: one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string;
  /** When it was first tried: the same at every try, like its identifier. */
  at: Date;
}

export type MailResult =
  | { ok: true }
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
  /** Sends an email. Never throws for the server's response; throws for a malformed email. */
  post(message: OutgoingMessage): Promise<MailResult>;
  /** Whether emails could be sent now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}
