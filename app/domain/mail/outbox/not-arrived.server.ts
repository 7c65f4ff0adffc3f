import { and, desc, eq, gte, ne } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareGet } from "#db/queries.server";
import { emails } from "#db/schema";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import type { EmailKind } from "../kinds/email-kinds";

/**
 * What a page says that waits for an email which won't come. `refused`: it could not be delivered, or came back. `late`:
 * its code ran out before it could be sent.
 */
export type NotArrived = "refused" | "late";

/** The same for an address with an account and without, so that a page tells nobody which it is. */
const CODE_KINDS: readonly EmailKind[] = ["verification_code", "account_exists", "email_change_code"];

/** Of the last code to an address that was sent or given up. */
export const codeNotArrived = (toEmail: string, now: Date) =>
  notArrived(CODE_KINDS, toEmail, new Date(now.getTime() - HOUR_MS));

/** Of the last receipt to the address of an order that was paid then. */
export const receiptNotArrived = ({ email, paidAt }: { email: string; paidAt: Date | null }) =>
  paidAt && notArrived(["order_confirmation"], email, paidAt);

function notArrived(kinds: readonly EmailKind[], toEmail: string, since: Date): NotArrived | null {
  const last = findLastEnded([...kinds], toEmail, since);
  if (last?.state === "cancelled") return "late";
  return last?.state === "dead" && !MAY_HAVE_ARRIVED.test(last.failure ?? "") ? "refused" : null;
}

/** Of those that are set aside, because nobody knows. */
const MAY_HAVE_ARRIVED = /\bit may have arrived\b/;

const findLastEnded = prepareGet((kinds: string[], toEmail: string, since: Date) =>
  db
    .select({ state: emails.state, failure: emails.failure })
    .from(emails)
    .where(
      and(
        eq(emails.toEmail, toEmail),
        gte(emails.createdAt, since),
        isIn(emails.kind, kinds),
        ne(emails.state, "waiting"),
      ),
    )
    .orderBy(desc(emails.createdAt))
    .limit(1),
);
