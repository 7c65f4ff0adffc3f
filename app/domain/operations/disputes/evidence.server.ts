import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { emails, entries, loopCredits, loops, payments, sessions, vouchers } from "#db/schema";
import type { DisputeEvidence } from "~/adapters/payments/contract";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise, formatFigureOf } from "~/domain/kernel/text/numbers";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay, formatLondonDay, formatMoment } from "~/domain/kernel/time/format-days";
import { linesOf, type Order, orderById } from "~/domain/shop/orders/orders.server";
import { shipmentsOfOrder } from "../printing/print-queue.server";

/**
 * What our records show of an order to the bank of its buyer: dates, sums, addresses and counts, and nothing that
 * anybody wrote. What is missing is named, so that somebody can get it before the bank's deadline.
 */

export const EVIDENCE_KINDS = ["receipt", "terms", "tracking", "address", "emails", "use"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface EvidenceItem {
  kind: EvidenceKind;
  /** One fact in each line; of what is missing, what to do about it. */
  facts: readonly string[];
  isMissing: boolean;
}

/** The emails about buying, giving and delivery; those about an account prove nothing and may hold secrets. */
const EMAIL_KINDS = [
  "order_confirmation",
  "gift_voucher",
  "gift",
  "voucher_redeemed",
  "refund",
  "loop_waiting",
  "year_dates",
  "sent_to_print",
  "printing",
  "shipped",
  "shipment_late",
  "delivered",
] as const;

const EMAIL_WORDS: Readonly<Record<string, string>> = {
  order_confirmation: "Order confirmation",
  gift_voucher: "Gift voucher",
  gift: "Gift",
  voucher_redeemed: "Gift redeemed",
  refund: "Refund",
  loop_waiting: "Reminder of a loop that waits",
  year_dates: "Dates of the year",
  sent_to_print: "Sent to print by its writer",
  printing: "Gone to print",
  shipped: "Posted",
  shipment_late: "Late",
  delivered: "Delivered",
};

/** The evidence of an order: as a list for staff, and as texts for the bank; undefined if there is no such order. */
export function evidenceOf(
  orderId: string,
  now: Date,
): { items: EvidenceItem[]; forBank: DisputeEvidence } | undefined {
  const order = orderById(orderId);
  if (!order) return undefined;
  const receipt = receiptOf(order);
  const terms = termsOf(order);
  const shipped = shipmentsToShow(orderId);
  const sent = shipped.filter(({ shippedAt, trackingNumber }) => shippedAt && trackingNumber);
  const addressed = shipped.filter(({ address }) => address !== "");
  const written = emailsOf(order);
  const used = usageOf(orderId, now);
  const items: EvidenceItem[] = [
    { kind: "receipt", ...known(receipt, "It was never paid.") },
    { kind: "terms", ...known(terms, "It was never paid.") },
    {
      kind: "tracking",
      ...known(sent.map(formatShipment), "No parcel has a tracking number yet. Send what you have, or post it first."),
    },
    {
      kind: "address",
      ...known(
        addressed.map(({ address }) => address),
        "No parcel has an address yet.",
      ),
    },
    { kind: "emails", ...known(written, "No email about it has arrived.") },
    { kind: "use", ...known(used.facts, "Nobody has used it yet.") },
  ];
  const [latest, ...others] = sent;
  return {
    items,
    forBank: {
      customerName: `${order.firstName} ${order.lastName}`.trim(),
      customerEmail: order.email,
      product: linesOf(orderId)
        .map(({ quantity, name }) => `${quantity} × ${name}`)
        .join(", "),
      ...(latest
        ? {
            shipment: {
              address: latest.address,
              carrier: latest.carrier,
              trackingNumber: latest.trackingNumber,
              sentOn: latest.shippedAt ? formatLondonDay(latest.shippedAt) : "",
            },
          }
        : {}),
      ...(used.startedOn ? { startedOn: used.startedOn } : {}),
      use: used.facts.join("\n"),
      terms: terms.join("\n"),
      other: [
        part("Receipt", receipt),
        part("Other parcels", others.map(formatShipment)),
        part("Emails we sent", written),
      ]
        .filter((words) => words !== "")
        .join("\n\n"),
    },
  };
}

const known = (facts: readonly string[], missing: string) =>
  facts.length > 0 ? { facts, isMissing: false } : { facts: [missing], isMissing: true };

const part = (title: string, facts: readonly string[]) =>
  facts.length === 0 ? "" : [`${title}:`, ...facts].join("\n");

function receiptOf(order: Order): string[] {
  if (!order.paidAt) return [];
  const card = findCard(order.id);
  const by = card?.last4 ? `, ${capitalise(card.brand ?? "card")} ending in ${card.last4}` : "";
  return [
    `Order ${order.number}, ${formatPence(order.totalPence)}, paid ${formatMoment(order.paidAt)}${by}`,
    ...linesOf(order.id).map(
      ({ quantity, name, unitPence }) => `${quantity} × ${name}, ${formatPence(quantity * unitPence)}`,
    ),
    ...(order.deliveryPence > 0 ? [`Delivery, ${formatPence(order.deliveryPence)}`] : []),
  ];
}

const findCard = prepareGet((orderId: string) =>
  db
    .select({ brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "paid")))
    .limit(1),
);

function termsOf(order: Order): string[] {
  if (!order.paidAt) return [];
  const accepted = `Our terms, with ${CANCELLATION_DAYS} days to cancel, were accepted with the order on ${formatMoment(order.createdAt)}`;
  if (!order.startRequestedAt) return [accepted];
  return [accepted, `Asked us to start before those days were over, on ${formatMoment(order.startRequestedAt)}`];
}

function shipmentsToShow(orderId: string) {
  return shipmentsOfOrder(orderId).map(({ carrier, trackingNumber, shippedAt, deliveredAt, address }) => ({
    ...{ carrier: carrier ?? "", trackingNumber: trackingNumber ?? "", shippedAt, deliveredAt },
    address: address
      ? [address.name, ...address.lines, address.city, address.postcode].filter((line) => line !== "").join(", ")
      : "",
  }));
}

function formatShipment(shipment: ReturnType<typeof shipmentsToShow>[number]): string {
  const { carrier, trackingNumber, shippedAt, deliveredAt } = shipment;
  const steps = [
    shippedAt && `posted ${formatLondonDay(shippedAt)}`,
    deliveredAt && `delivered ${formatLondonDay(deliveredAt)}`,
  ].filter(Boolean);
  return [`${carrier} ${trackingNumber}`.trim(), ...steps].join(", ");
}

function emailsOf(order: Order): string[] {
  return listEmails(order.accountId ?? "", order.createdAt).flatMap(({ kind, sentAt, toEmail }) =>
    sentAt ? [`${EMAIL_WORDS[kind] ?? kind}, ${formatMoment(sentAt)}, to ${toEmail}`] : [],
  );
}

const listEmails = prepareAll((accountId: string, since: Date) =>
  db
    .select({ kind: emails.kind, sentAt: emails.sentAt, toEmail: emails.toEmail })
    .from(emails)
    .where(
      and(
        eq(emails.accountId, accountId),
        sql`${emails.createdAt} >= ${since}`,
        eq(emails.state, "sent"),
        inArray(emails.kind, [...EMAIL_KINDS]),
      ),
    )
    .orderBy(asc(emails.createdAt))
    .limit(50),
);

/** When and how often what was bought was used. A gift's writer is not its buyer, so the bank learns no more than when. */
function usageOf(orderId: string, now: Date): { facts: string[]; startedOn: string | null } {
  const year = findYear(orderId);
  if (!year) return { facts: [], startedOn: null };
  const begunOn = formatLondonDay(year.begunAt);
  const hasStarted = year.startDay <= londonDay(now);
  const start = formatDay(year.startDay);
  const startedOn = hasStarted ? start : null;
  const facts = [
    year.isGift ? `The gift was redeemed on ${begunOn}` : `The delivery date was chosen on ${begunOn}`,
    hasStarted ? `The year started on ${start}` : `The year starts on ${start}`,
  ];
  if (year.isGift) return { facts, startedOn };
  const weeks = countWeeks(year.loopId);
  const signIns = countSignIns(year.accountId);
  const last = (at: number | null | undefined) => (at ? `, last on ${formatLondonDay(new Date(at))}` : "");
  return {
    facts: [
      ...facts,
      `${formatFigureOf(weeks?.count ?? 0, "week", "weeks")} written${last(weeks?.last)}`,
      ...(signIns?.count
        ? [`${formatFigureOf(signIns.count, "sign-in", "sign-ins")} on record${last(signIns.last)}`]
        : []),
    ],
    startedOn,
  };
}

const given = alias(vouchers, "given");

const findYear = prepareGet((orderId: string) =>
  db
    .select({
      loopId: loops.id,
      accountId: loops.accountId,
      begunAt: loops.createdAt,
      startDay: loops.startDay,
      isGift: vouchers.id,
    })
    .from(loopCredits)
    .innerJoin(loops, eq(loops.id, loopCredits.loopId))
    .leftJoin(vouchers, eq(vouchers.id, loopCredits.voucherId))
    .where(
      or(
        eq(loopCredits.orderId, orderId),
        inArray(loopCredits.voucherId, db.select({ id: given.id }).from(given).where(eq(given.orderId, orderId))),
      ),
    )
    .limit(1),
);

const countWeeks = prepareGet((loopId: string) =>
  db
    .select({ count: sql<number>`count(*)`, last: sql<number | null>`max(${entries.updatedAt})` })
    .from(entries)
    .where(eq(entries.loopId, loopId)),
);

const countSignIns = prepareGet((accountId: string) =>
  db
    .select({ count: sql<number>`count(*)`, last: sql<number | null>`max(${sessions.createdAt})` })
    .from(sessions)
    .where(eq(sessions.accountId, accountId)),
);
