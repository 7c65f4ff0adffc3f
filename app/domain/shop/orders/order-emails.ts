import type { WrittenPage } from "~/domain/kernel/company/written-page";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import * as block from "~/domain/mail/layout/email-blocks";
import type { Email, Seller } from "~/domain/mail/layout/email-layout";
import { addressLines, asPlainWords } from "~/domain/mail/layout/email-words";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { formatLink } from "../order-links/order-links";
import { howToChangeAddress } from "../order-rules/order-address";
import { ORDER_LINK_LABEL } from "../order-rules/order-places";
import type { Totals } from "../order-rules/pricing";
import { cancellationForm, cancellationTerms } from "./cancellation-email";

/**
 * The confirmation of an order. Text that a visitor typed appears as plain text: escaped, on one line, and never as a
 * link. Its subject contains only our own text.
 */

/** A delivery of 0 is shown as free; a tax of 0 shows no line. */
export interface OrderData extends Totals {
  firstName: string;
  orderNumber: string;
  lines: readonly { name: string; description?: string; unitPence: number; quantity: number }[];
  discountCode: string | null;
  /** Name and address as on the shipment, one line each; null when nothing is delivered. */
  address: readonly string[] | null;
  paidAt: Date;
  /** When the buyer asked for the year to start within the days to cancel. */
  startRequestedAt: Date | null;
  /** The terms it was made under; null for an order older than the record of them. */
  terms: WrittenPage | null;
  /** The right to cancel differs by it. */
  kind: "loop" | "gift" | "book_copies";
  /** What the customer does next: a sentence and the one button. */
  whatNext: { words: string; label: string; url: string };
  /** The second half of the headline, after the thanks. */
  turn: string;
  /** The question of week 1, for a loop. */
  firstQuestion?: string | null;
  /** What happens when, after the order. */
  steps?: readonly (readonly [when: string, what: string])[];
  /** The theme of the email's colour; null is neutral. */
  theme: string | null;
  seller: Seller;
  /** Where a guest sees, changes and cancels the order; null for the owner of an account. */
  guestUrl: string | null;
}

/**
 * The confirmation of a paid order, on a durable medium: what was bought, the whole price with delivery, the seller, the
 * right to cancel, what this buyer asked for, the model form and the terms (Consumer Contracts (Information,
 * Cancellation and Additional Charges) Regulations 2013, reg. 16 and schedules 2 and 3).
 */
export function orderConfirmation(data: OrderData): Email {
  const name = asPlainWords(data.firstName);
  const cost = data.totalPence > 0;
  const reader = data.guestUrl === null ? "account" : "guest";
  const form = cancellationForm({ ...data, reader });
  return {
    kind: "order_confirmation",
    why: ALWAYS_SENT,
    subject: `Your Loop order ${data.orderNumber}`,
    preview: cost
      ? `Thank you. We’ve received your payment of ${formatPence(data.totalPence)}.`
      : "Thank you. There was nothing to pay.",
    blocks: [
      block.titleWithPicture(name === "" ? "Thank you." : `Thank you, ${name}.`, data.turn, data.theme),
      block.panel(
        ...block.firstQuestion(data.firstQuestion ?? null),
        block.paragraph(data.whatNext.words),
        block.button(data.whatNext.label, data.whatNext.url),
      ),
      block.heading("Your order"),
      block.facts([
        ["Order number", data.orderNumber],
        [cost ? "Paid on" : "Placed on", formatLondonDay(data.paidAt)],
      ]),
      block.sums(priceRows(data), { label: cost ? "Total paid" : "Total", pence: data.totalPence }),
      ...(data.guestUrl === null
        ? []
        : [block.link(ORDER_LINK_LABEL, data.guestUrl), block.note(formatLink(data.kind))]),
      ...(data.address === null
        ? []
        : [
            block.heading("Book goes to"),
            block.lines(addressLines(data.address)),
            block.note(howToChangeAddress(reader)),
          ]),
      ...(data.steps?.length ? [block.heading("What happens next"), block.steps(data.steps)] : []),
      block.heading("Changed your mind?"),
      ...cancellationTerms({ ...data, reader }).map(block.note),
      ...(form.length === 0 ? [] : [block.slip(form)]),
      block.heading("Need a hand?"),
      block.paragraph("Something not right? Reply to this email and a person will read it."),
      block.addressLink(data.seller.email),
      ...(data.terms === null ? [] : termsOfOrder(data.terms)),
    ],
  };
}

/**
 * The terms an order was made under: what a buyer is told must reach them on something they can keep (Consumer
 * Contracts Regulations 2013, reg. 16).
 */
export function termsOfOrder({ title, passages }: WrittenPage): block.InnerBlock[] {
  return [
    block.heading(`${title} of this order`),
    ...passages.flatMap(({ heading, paragraphs, list = [] }) => [
      block.smallHeading(heading),
      ...paragraphs.map(block.note),
      ...(list.length === 0 ? [] : [block.smallList(list)]),
    ]),
  ];
}

function priceRows(data: OrderData): block.Sum[] {
  const lines = data.lines.map((line) => ({
    label: `${line.quantity === 1 ? "" : `${line.quantity} × `}${asPlainWords(line.name)}`,
    note: asPlainWords(line.description ?? "") || undefined,
    pence: line.unitPence * line.quantity,
  }));
  const discount =
    data.discountPence === 0
      ? []
      : [
          {
            label: data.discountCode === null ? "Discount" : `Discount ${asPlainWords(data.discountCode)}`,
            pence: -data.discountPence,
          },
        ];
  const subtotal = lines.length > 1 || discount.length > 0 ? [{ label: "Subtotal", pence: data.subtotalPence }] : [];
  const tax = data.taxPence === 0 ? [] : [{ label: "Tax", pence: data.taxPence }];
  const delivery = { label: "UK delivery", pence: data.deliveryPence, free: data.deliveryPence === 0 };
  return [...lines, ...subtotal, ...discount, delivery, ...tax];
}
