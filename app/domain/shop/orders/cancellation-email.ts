import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { identify, type Seller } from "~/domain/mail/layout/email-layout";
import {
  type CancellableOrder,
  formatStartWish,
  HOW_WE_REFUND,
  howToCancel,
  PRINTED_RULE,
  REFUND_RULES,
} from "../order-rules/cancellation";
import type { Reader } from "../order-rules/order-places";

/**
 * The right to cancel a distance order, as the email words it, which is that of `orders/cancellation`; the form is that
 * of the Consumer Contracts Regulations 2013, schedule 3, part B.
 */

export interface CancellationData {
  kind: CancellableOrder["kind"];
  /** Who bought: it says where they cancel. */
  reader: Exclude<Reader, "anybody">;
  orderNumber: string;
  paidAt: Date;
  /** When the buyer asked for the year to start within the days to cancel. */
  startRequestedAt: Date | null;
  seller: Seller;
}

const FAULTY =
  "If it’s faulty or not as described, your rights are untouched: the law says we must supply what we promised, and we’ll put it right.";

/** The paragraphs about the right to cancel. */
export function cancellationTerms({ kind, reader, paidAt, startRequestedAt, seller }: CancellationData): string[] {
  const how = howToCancel(paidAt, kind, reader);
  if (kind === "book_copies")
    return [`${how} Or email ${seller.email}.`, REFUND_RULES.copies, `${PRINTED_RULE} ${FAULTY}`];
  return [
    `${how} Or email ${seller.email} in any words you like, or use the form below. It’s in time if you send it on the last day.`,
    ...(kind === "gift"
      ? [REFUND_RULES.gift]
      : [formatStartWish(startRequestedAt, paidAt), REFUND_RULES.loop, REFUND_RULES.started_loop]),
    HOW_WE_REFUND,
    `${PRINTED_RULE} ${FAULTY}`,
  ];
}

/**
 * The model cancellation form, one line each, with the known details filled in; empty for copies, which are made to
 * order.
 */
export function cancellationForm(data: CancellationData): string[] {
  if (data.kind === "book_copies") return [];
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
