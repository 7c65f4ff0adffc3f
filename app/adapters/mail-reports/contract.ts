/**
 * What is told of an email after it was taken: that it came back, or that its reader called it spam. A mail provider
 * tells it by its webhook, which is trusted only as the provider itself says that it can be checked; other mail servers
 * write to the sender of the email's envelope, whose mailbox we read.
 */

export interface DeliveryReport {
  /**
   * `bounced`: the address takes no email, for good. `delayed`: it came back for any other reason, such as a full mailbox
   * or a block list. `complained`: its reader called it spam.
   */
  kind: "bounced" | "delayed" | "complained";
  /** Null where a signature proves which email the report is about: then its recipient need not be compared. */
  address: string | null;
  /** The email's own identifier, without angle brackets; null where the provider doesn't repeat it. */
  messageId: string | null;
  at: Date;
  /** What the mailbox's server said, on one line; empty where it said nothing. */
  reply: string;
}

export type ReadReports =
  | { ok: true; reports: DeliveryReport[] }
  /** `unproven`: not from the provider. `unavailable`: what proves it can't be read now, so that it should come again. */
  | { ok: false; reason: "unproven" | "malformed" | "unavailable" };

export interface MailReports {
  /** Reads one message of the provider's webhook: `body` as it was sent. Never throws for what was sent. */
  read(body: Buffer, headers: Headers, now: Date): Promise<ReadReports>;
}

/**
 * A message in the mailbox that emails come back to. Anybody may write there, so the caller believes nothing without an
 * address that it has signed.
 */
export interface BounceMessage {
  /** What it reports; nothing for any other message. */
  reports: Omit<DeliveryReport, "address" | "messageId">[];
  /** Whatever looks like an address in it: where it went, and where the email that it is about came from. */
  addresses: string[];
  /** Written by a program: a report, or an answer of somebody who is away. */
  isAutomatic: boolean;
}

/** How far the mailbox was read: the number of a message counts only as long as its mailbox has this `validity`. */
export interface Position {
  validity: string;
  uid: number;
}

/** Called with each message once, in the order of arrival; what it throws ends the reading. */
export type Take = (message: BounceMessage, position: Position) => void;

export interface BounceMailbox {
  /**
   * Reads what came after `position`, a limited number of messages. Those that are automatic are moved to a folder of
   * ours once they are taken, and deleted there after some weeks; all others are left as they are, unread. If the process
   * dies between the two, the next run moves it, and does not take it again. Never throws for what the server does.
   */
  read(position: Position | null, now: Date, take: Take): Promise<ReadBounces>;
  /** Signs in and opens it. `left` is how many messages are in it. */
  check(): Promise<{ ok: true; left: number } | { ok: false; message: string }>;
}

/** `left` is how many were not reached in this run. */
export type ReadBounces = { ok: true; left: number } | { ok: false; message: string };
