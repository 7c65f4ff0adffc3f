import { CANCELLATION_DAYS, REFUND_DAYS } from "../orders/cancellation";
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
      `A copy is printed from your own words and pictures, just for you, so the law gives no right to cancel it. If it hasn’t gone to the printer yet, we’ll stop it anyway and refund everything: email ${data.seller.email}.`,
      "If a copy is faulty or not as described, your rights are untouched: the law says we must supply what we promised, and we’ll put it right.",
    ];
  }
  const until = lastDayToCancel(data.paidAt);
  return [
    `You have the right to cancel this order within ${CANCELLATION_DAYS} days, without giving a reason: until the end of ${until}. Use the button under Orders in your account settings, email ${data.seller.email} in any words you like, or use the form below. It’s in time if you send it on the last day.`,
    `If you haven’t started your loop, we refund everything you paid, delivery included, within ${REFUND_DAYS} days of hearing from you, the way you paid and at no charge. If you asked us to start it within these ${CANCELLATION_DAYS} days, you can still cancel, and we may keep a fair share for the weeks you’ve had.`,
    "A printed book is made from your own words and pictures, so you can’t send it back just because you’ve changed your mind. If it’s faulty or not as described, your rights are untouched: the law says we must supply what we promised, and we’ll put it right.",
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
