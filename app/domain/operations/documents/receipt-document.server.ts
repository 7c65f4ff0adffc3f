import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { orders, payments } from "#db/schema";
import { prepareLine } from "~/domain/book/layout/prepared-text";
import { formatPence } from "~/domain/kernel/money/pounds";
import { londonDay } from "~/domain/kernel/time/days";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { identify } from "~/domain/mail/layout/email-layout";
import { seller } from "~/domain/mail/layout/seller.server";
import { guestOf } from "~/domain/people/accounts/guests.server";
import { placeLines } from "~/domain/people/addresses/forms";
import { cancellationForm, cancellationTerms } from "~/domain/shop/orders/cancellation-email";
import { deliveryAddressOf, linesOf, type Order } from "~/domain/shop/orders/orders.server";
import { storedText } from "~/domain/shop/terms/stored-texts.server";
import { renderDocument } from "./document-renderer.server";
import type { DocumentResult, ReceiptDocument } from "./documents";

export async function renderReceipt(accountId: string, orderId: string): Promise<DocumentResult | undefined> {
  const order = db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.accountId, accountId), isNotNull(orders.paidAt)))
    .get();
  return order && (await renderDocument({ template: "receipt", document: documentOf(order) }));
}

export async function renderReceiptForStaff(orderId: string): Promise<DocumentResult | undefined> {
  const order = db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isNotNull(orders.paidAt)))
    .get();
  return order && (await renderDocument({ template: "receipt", document: documentOf(order) }));
}

function documentOf(order: Order): ReceiptDocument {
  const address = deliveryAddressOf(order);
  const name = `${order.firstName} ${order.lastName}`.trim();
  const place = address ? [...placeLines(address), "United Kingdom"] : [];
  const discountLabel = order.discountCode ? `Discount ${order.discountCode}` : "Discount";
  return {
    documentDay: londonDay(order.paidAt ?? order.createdAt),
    orderNumber: order.number,
    paidOn: order.paidAt ? formatLondonDay(order.paidAt) : "",
    buyer: [name, ...place, order.email].filter(Boolean).map(prepareLine),
    seller: identify(seller),
    lines: linesOf(order.id).map((line) => ({
      name: `${line.quantity === 1 ? "" : `${line.quantity} × `}${line.name}`,
      note: line.description,
      amount: formatPence(line.unitPence * line.quantity),
    })),
    sums: [
      ...(order.discountPence > 0 ? [{ label: discountLabel, amount: formatPence(-order.discountPence) }] : []),
      {
        label: "UK delivery",
        amount: order.deliveryPence === 0 ? "Free" : formatPence(order.deliveryPence),
      },
      ...(order.taxPence > 0 ? [{ label: "Tax", amount: formatPence(order.taxPence) }] : []),
    ],
    total: { label: "Total paid", amount: formatPence(order.totalPence) },
    paidWith: paidWith(order.id),
    note: order.refundedPence > 0 ? `${formatPence(order.refundedPence)} of this has been refunded.` : null,
    smallPrint: smallPrintOf(order),
  };
}

function smallPrintOf(order: Order): ReceiptDocument["smallPrint"] {
  const { accountId, kind, number: orderNumber, createdAt, paidAt, startRequestedAt } = order;
  const reader = accountId !== null && guestOf(accountId) ? ("guest" as const) : ("account" as const);
  const data = { kind, reader, orderNumber, paidAt: paidAt ?? createdAt, startRequestedAt, seller };
  const [formTitle, ...form] = cancellationForm(data);
  return [
    { heading: "Changed your mind?", paragraphs: cancellationTerms(data), list: [] },
    ...(formTitle ? [{ heading: formTitle, paragraphs: form.filter((line) => line !== ""), list: [] }] : []),
    ...(storedText(order.termsHash ?? "")?.page.passages ?? []).map(({ heading, paragraphs, list = [] }) => ({
      ...{ heading, paragraphs, list },
    })),
  ];
}

function paidWith(orderId: string): string | null {
  const paid = db
    .select({ brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "paid")))
    .get();
  if (!paid?.brand || !paid.last4) return null;
  return `${paid.brand.charAt(0).toUpperCase()}${paid.brand.slice(1)} ending in ${paid.last4}`;
}
