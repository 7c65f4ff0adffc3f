/**
 * The post. One letter goes to exactly one person; nothing a visitor types can add a second recipient, a header
 * or an attachment.
 */
export interface OutgoingLetter {
  /** Stable over retries, so that a mailbox can fold a letter that was posted twice. Without angle brackets. */
  messageId: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Present on letters that are not about an order: one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string;
  at: Date;
}

export type PostResult =
  | { ok: true }
  /** `permanent`: this letter will never be accepted; anything else is worth trying again later. */
  | { ok: false; permanent: boolean; message: string };

export interface Mail {
  /** Hands a letter over. Never throws for what the other side answers; throws for a malformed letter. */
  post(letter: OutgoingLetter): Promise<PostResult>;
  /** Answers whether letters could be handed over now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}
