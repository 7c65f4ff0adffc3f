import { write } from "#db/client.server";
import type { Decline } from "~/adapters/payments/contract";
import { type NewAlarm, raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { LIMITS, type LimitName, waitInWords } from "~/domain/kernel/limits/limits";
import { countAttempt, secondsUntilFree } from "~/domain/kernel/limits/limits.server";
import { guestOf } from "~/domain/people/accounts/guests.server";
import type { Payment } from "./attempts.server";
import type { PaymentPause } from "./declines";
import type { Order } from "./orders.server";

/**
 * Trying stolen cards shows in what banks decline, not in how often a payment is opened, so declines are counted: by
 * order, by card, by account, and of all guests together. They are heard of from the provider alone.
 */

const EVERYBODY = "everybody";

type Counted = Pick<Order, "id" | "accountId">;

const isGuests = ({ accountId }: Counted) => accountId !== null && guestOf(accountId) !== undefined;

/** Counts one decline, the first time it is heard of. */
export function countDecline(order: Counted, { chargeId, card }: Decline, now: Date): void {
  if (!countAttempt("declines_counted", chargeId, now)) return;
  countAttempt("declines_order", order.id, now);
  if (isGuests(order)) countAttempt("declines_guests", EVERYBODY, now);
  else if (order.accountId) countAttempt("declines_account", order.accountId, now);
  if (card !== null) {
    countAttempt("declines_card", card, now);
    if (secondsUntilFree("declines_card", card, now) > 0) countAttempt("declines_spent_card", order.id, now);
  }
  if (secondsUntilFree("declines_guests", EVERYBODY, now) > 0) notifyStaff(now);
}

/** Whether this order waits before it can be paid in this way. */
export function pauseOf(order: Counted, checkoutMode: Payment["checkoutMode"], now: Date): PaymentPause | null {
  const left = (limit: LimitName, subject: string) => secondsUntilFree(limit, subject, now);
  const byOrder = left("declines_order", order.id);
  const declined = Math.max(byOrder, left("declines_account", order.accountId ?? ""));
  if (declined > 0) return { reason: "declined", seconds: declined };
  const guests = isGuests(order) ? left("declines_guests", EVERYBODY) : 0;
  if (guests > 0) return { reason: "guests", seconds: guests };
  const card = checkoutMode === "element" ? left("declines_spent_card", order.id) : 0;
  return card > 0 ? { reason: "card", seconds: card } : null;
}

/** One alarm a day, however long it continues. */
function notifyStaff(now: Date): void {
  const alarm: NewAlarm = {
    kind: "cards_declined",
    objectType: "payment",
    objectId: EVERYBODY,
    message: `${LIMITS.declines_guests.most} cards of buyers without an account were declined within ${waitInWords("declines_guests")}. They sign in before they pay.`,
    dedupeKey: `cards-declined:${now.toISOString().slice(0, 10)}`,
  };
  write((tx) => raiseAlarm(tx, alarm, now));
}
