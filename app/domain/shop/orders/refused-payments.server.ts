import { and, eq, ne } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet, prepareRun } from "#db/queries.server";
import { accounts, payments } from "#db/schema";
import type { Decline } from "~/adapters/payments/contract";
import { settings } from "~/adapters/settings.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { closeAttempt, type Payment, recordPaymentEvent, wasProcessing } from "./attempts.server";
import { countDecline, pauseOf } from "./declines.server";
import type { Order } from "./orders.server";
import { paymentRefused } from "./payment-refused-email";
import { placeToPayAgain } from "./return-addresses";

/** Payments that a bank refuses: a card at once, which its page says; a bank debit days later, which an email says. */

/** Records that an attempt was not paid. Where its money was on its way, the buyer is notified, once. */
export function noteUnpaid(
  order: Order,
  attempt: Payment,
  { status, lastError }: { status: "open" | "expired"; lastError: string | null },
  now: Date,
): void {
  write((tx) => {
    const isNews = status === "open" || recordPaymentEvent(tx, attempt.id, "closed", now) !== undefined;
    if (!lastError) return;
    updateLastError(lastError, now, attempt.id);
    if (isNews && wasProcessing(attempt)) reportRefusal(tx, order, attempt, now);
  });
}

const updateLastError = prepareRun((lastError: string, now: Date, id: string) =>
  db.update(payments).set({ lastError, updatedAt: now }).where(eq(payments.id, id)),
);

/** Counts a decline, and closes the attempt where that was one too many: its page would let more cards be tried. */
export async function noteDecline(order: Order, attempt: Payment, decline: Decline, now: Date): Promise<void> {
  countDecline(order, decline, now);
  if (attempt.status === "open" && pauseOf(order, attempt.checkoutMode, now)) await closeAttempt(attempt, now);
}

/** Nobody who could not pay again is asked to. */
function reportRefusal(tx: Transaction, order: Order, { id, amountPence }: Payment, now: Date): void {
  const { accountId, firstName, lastName, email, number: orderNumber } = order;
  if (email === "" || (accountId !== null && findSuspended(accountId))) return;
  const payUrl = `${settings.publicOrigin}${placeToPayAgain(order)}`;
  queueEmail(tx, {
    accountId,
    to: { name: `${firstName} ${lastName}`.trim(), email },
    dedupeKey: `payment-refused:${id}`,
    message: paymentRefused({ firstName, orderNumber, totalPence: amountPence, payUrl }),
    now,
  });
}

const findSuspended = prepareGet((accountId: string) =>
  db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), ne(accounts.status, "active"))),
);
