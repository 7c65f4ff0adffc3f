import { countTogether } from "../limits/limits.server";
import { hashEmail } from "./email-hash.server";

/**
 * How many emails with a code one address is sent. Anybody can ask for one with anybody's address, so the mailbox must
 * not be flooded, and a stranger who asks again and again must not use up what its owner is sent. Each client (as
 * `clientNetwork` writes it) therefore has the first email of the day to itself; further ones are shared.
 */

export interface CodeAsker {
  email: string;
  purpose: "verify_email" | "change_email";
  /** Null where no client is known: only what is shared is left then. */
  client: string | null;
}

/** Counts one email with a code, and says whether it may go. The same for known and unknown addresses. */
export function countCodeEmail({ email, purpose, client }: CodeAsker, now: Date): boolean {
  const subject = purpose === "verify_email" ? hashEmail(email) : `${hashEmail(email)} ${purpose}`;
  const all = { limit: "codes_email_all", subject } as const;
  const first = { limit: "codes_email_first", subject: `${subject} ${client}` } as const;
  if (client !== null && countTogether([first, all], now)) return true;
  return countTogether(
    [{ limit: "codes_email_hour", subject }, { limit: "codes_email_day", subject }, all],
    now,
  );
}
