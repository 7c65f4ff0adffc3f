import type { WrittenPage } from "~/domain/kernel/company/written-page";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import type { Email, Seller } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords, greet } from "~/domain/mail/layout/email-parts";
import * as section from "~/domain/mail/layout/email-sections";
import { termsAsHtml, termsAsText } from "~/domain/mail/layout/terms-section";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { formatLink } from "../order-links/order-links";
import { howToChangeAddress } from "../order-rules/order-address";
import { ORDER_LINK_LABEL } from "../order-rules/order-places";
import { cancellationForm, cancellationTerms } from "./cancellation-email";

/**
 * Emails about orders. Both parts of an email, text and HTML, are made from the same data and say the same. Text that a
 * visitor typed appears as plain text: escaped, on one line, and never as a link. Subjects contain only our own text.
 */

export { type Email, type EmailKind, layOutEmail, type Seller } from "~/domain/mail/layout/email-layout";

export interface OrderData {
  firstName: string;
  orderNumber: string;
  lines: readonly { name: string; description?: string; unitPence: number; quantity: number }[];
  subtotalPence: number;
  discountPence: number;
  discountCode: string | null;
  /** 0 is shown as free. */
  deliveryPence: number;
  /** 0 shows no tax line. */
  taxPence: number;
  totalPence: number;
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
 * right to cancel, what this buyer asked for, the model form and the terms (Consumer Contracts (Information, Cancellation and Additional Charges)
 * Regulations 2013, reg. 16 and schedules 2 and 3).
 */
export function orderConfirmation(data: OrderData): Email {
  const hello = greet(data.firstName);
  const name = asPlainWords(data.firstName);
  const question = data.firstQuestion ?? null;
  const next = data.steps ?? [];
  const cost = data.totalPence > 0;
  const paid = `Order ${data.orderNumber}, ${cost ? "paid" : "placed"} on ${formatLondonDay(data.paidAt)}.`;
  const rows = priceRows(data);
  const total = { label: cost ? "Total paid" : "Total", pence: data.totalPence };
  const address = data.address?.map(asPlainWords).filter((row) => row !== "") ?? null;
  const reader = data.guestUrl === null ? "account" : "guest";
  const terms = cancellationTerms({ ...data, reader });
  const form = cancellationForm({ ...data, reader });
  const guest = data.guestUrl === null ? [] : [{ url: data.guestUrl, about: formatLink(data.kind) }];
  const deliver = howToChangeAddress(reader);
  const help = "Something not right? Reply to this email and a person will read it.";
  return {
    kind: "order_confirmation",
    why: ALWAYS_SENT,
    subject: `Your Loop order ${data.orderNumber}`,
    preview: cost
      ? `Thank you. We’ve received your payment of ${formatPence(data.totalPence)}.`
      : "Thank you. There was nothing to pay.",
    text: [
      hello,
      `Thank you. ${paid}`,
      ...(question === null ? [] : [`Your first question:\n${question}`]),
      `${data.whatNext.words}\n${data.whatNext.label}: ${data.whatNext.url}`,
      ["YOUR ORDER", ...[...rows, total].map(asTextRow)].join("\n"),
      ...guest.map(({ url, about }) => `${ORDER_LINK_LABEL}: ${url}\n${about}`),
      ...(address === null ? [] : [["BOOK GOES TO", ...address, deliver].join("\n")]),
      ...(next.length === 0
        ? []
        : [["WHAT HAPPENS NEXT", ...next.map(([when, what]) => `${when}: ${what}`)].join("\n")]),
      ["CHANGED YOUR MIND?", ...terms].join("\n\n"),
      ...(form.length === 0 ? [] : [form.join("\n")]),
      `${help}\n${data.seller.email}`,
      ...(data.terms === null ? [] : termsAsText(data.terms)),
    ].join("\n\n"),
    html: [
      section.titleWithPicture(name === "" ? "Thank you." : `Thank you, ${name}.`, data.turn, data.theme),
      section.panel(
        ...(question === null ? [] : [part.smallPrint("Your first question"), part.headline(question)]),
        part.paragraph(data.whatNext.words),
        part.button(data.whatNext.label, data.whatNext.url),
      ),
      part.stretch(
        part.heading("Your order"),
        section.facts([
          ["Order number", data.orderNumber],
          [cost ? "Paid on" : "Placed on", formatLondonDay(data.paidAt)],
        ]),
        part.sums(rows, total),
        ...guest.flatMap(({ url, about }) => [part.link(ORDER_LINK_LABEL, url), part.smallPrint(about)]),
        ...(address === null ? [] : [part.heading("Book goes to"), part.lines(address), part.smallPrint(deliver)]),
        ...(next.length === 0 ? [] : [part.heading("What happens next"), section.steps(next)]),
        part.heading("Changed your mind?"),
        ...terms.map(part.smallPrint),
        ...(form.length === 0 ? [] : [part.slip(form)]),
        part.heading("Need a hand?"),
        part.paragraph(help),
        part.link(data.seller.email, `mailto:${data.seller.email}`),
        ...(data.terms === null ? [] : termsAsHtml(data.terms)),
      ),
    ].join("\n"),
  };
}

function priceRows(data: OrderData): part.Sum[] {
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

function asTextRow(row: part.Sum): string {
  const note = row.note === undefined ? "" : ` (${row.note})`;
  return `${row.label}${note}: ${part.sumInWords(row)}`;
}
