import { CANCELLATION_DAYS } from "../orders/cancellation";
import { addDays, londonDay } from "../time/days";
import { formatDay, formatLondonDay } from "../time/format-days";
import { identify, type Seller } from "./email-layout";

/**
 * The right to cancel a distance order, in the words of the email. It ends 14 days after the day of the order (Consumer
 * Contracts Regulations 2013, reg. 30); the money is refunded within 14 days of the notice, by the original payment
 * method, delivery included (reg. 34); a book made from a customer's own pictures and words is exempt once it is made
 * (reg. 28(1)(b)); the form is that of schedule 3, part B.
 */

export interface CancellationData {
  /** Whether these are copies of a book, which are made for one person and cannot be cancelled once made. */
  isMadeToOrder?: boolean;
  orderNumber: string;
  paidAt: Date;
  seller: Seller;
}

/** The last London day on which an order can be cancelled, in words. */
export function lastDayToCancel(paidAt: Date): string {
  return formatDay(addDays(londonDay(paidAt), CANCELLATION_DAYS));
}

/** The paragraphs about the right to cancel. */
export function cancellationTerms(data: CancellationData): string[] {
  if (data.isMadeToOrder) {
    return [
      `A copy is printed from your own words and pictures, for you alone, so the law gives no right to cancel it. If it has not gone to the printer yet, we will stop it all the same and refund everything: write to ${data.seller.email}.`,
      "If a copy is faulty or not as described, your rights are untouched: we are bound by law to supply what we promised, and we will put it right.",
    ];
  }
  const until = lastDayToCancel(data.paidAt);
  return [
    `You have the right to cancel this order within ${CANCELLATION_DAYS} days, without giving a reason: until the end of ${until}. Press the button under Orders in your account settings, write to ${data.seller.email} in any words you like, or use the form below. It is in time if you send it on the last day.`,
    `If you have not begun your loop, we refund everything you paid, delivery included, within ${CANCELLATION_DAYS} days of hearing from you, by the way you paid, without a charge. If you asked us to begin it within these ${CANCELLATION_DAYS} days, you can still cancel, and we may keep a fair share for the weeks you have had.`,
    "A printed book is made to your own words and pictures, so it cannot be sent back because you changed your mind. If it is faulty or not as described, your rights are untouched: we are bound by law to supply what we promised, and we will put it right.",
  ];
}

/** The model cancellation form, one line each, with the known details filled in; empty when there is no such right. */
export function cancellationForm(data: CancellationData): string[] {
  if (data.isMadeToOrder) return [];
  return [
    "Cancellation form",
    "(Complete and return this form only if you wish to cancel the contract.)",
    "",
    `To: ${identify(data.seller).join(", ").replace(" · ", ", ")}`,
    "I/We* hereby give notice that I/We* cancel my/our* contract for the following goods/service*:",
    `Order ${data.orderNumber}`,
    `Ordered on: ${formatLondonDay(data.paidAt)}`,
    "Name of consumer(s):",
    "Address of consumer(s):",
    "Signature of consumer(s) (only if this form is sent on paper):",
    "Date:",
    "",
    "* Delete as appropriate.",
  ];
}
