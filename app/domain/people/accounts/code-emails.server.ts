import { countTogether } from "~/domain/kernel/limits/limits.server";
import { hashEmail } from "./email-hash.server";

/**
 * The limit on code emails per address. Anybody can request one for any address, so a mailbox must not be flooded, and
 * a stranger's requests must not use up its owner's. Each client (as `clientNetwork` writes it) therefore has its first
 * email of the day to itself; further ones share a limit.
 */

export interface CodeAsker {
  email: string;
  purpose: "verify_email" | "change_email";
  /** Null when the client is unknown: it then has only the shared limits. */
  client: string | null;
}

/** Counts one code email, and returns whether it may be sent. Works the same for known and unknown addresses. */
export function countCodeEmail({ email, purpose, client }: CodeAsker, now: Date): boolean {
  const subject = purpose === "verify_email" ? hashEmail(email) : `${hashEmail(email)} ${purpose}`;
  const all = { limit: "codes_email_all", subject } as const;
  const first = { limit: "codes_email_first", subject: `${subject} ${client}` } as const;
  if (client !== null && countTogether([first, all], now)) return true;
  return countTogether([{ limit: "codes_email_hour", subject }, { limit: "codes_email_day", subject }, all], now);
}
