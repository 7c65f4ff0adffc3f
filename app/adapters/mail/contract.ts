/**
 * The post. One email goes to exactly one person; nothing a visitor types can add a second recipient, a header
 * or an attachment.
 */
export interface OutgoingMessage {
  /** Stable over retries, so that a mailbox can fold an email that was posted twice. Without angle brackets. */
  messageId: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Present on emails that are not about an order: one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string;
  at: Date;
}

export type PostResult =
  | { ok: true }
  /** `permanent`: this email will never be accepted; anything else is worth trying again later. */
  | { ok: false; permanent: boolean; message: string };

export interface Mail {
  /** Hands an email over. Never throws for what the other side answers; throws for a malformed email. */
  post(message: OutgoingMessage): Promise<PostResult>;
  /** Answers whether emails could be handed over now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}
