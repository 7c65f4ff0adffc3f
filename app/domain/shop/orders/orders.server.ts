import { randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { orderLines, orders } from "#db/schema";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { type DeliveryAddress, deliveryAddressIn, writtenAddress } from "~/domain/people/addresses/forms";
import { quoteDiscount, releaseOtherDiscount } from "../discounts/discounts.server";
import type { DiscountRefusal } from "../discounts/rules";
import { formatAsked, formatTaken } from "../discounts/rules";
import { type Totals, totalLoop } from "../order-rules/pricing";
import { storeTexts } from "../terms/stored-texts.server";
import { type GiftInput, giftForm } from "../vouchers/forms";

/**
 * An order is a basket with the prices of its day. It is PENDING until the payment provider says that it was paid, and
 * is fulfilled then. One basket makes one order, however often its button is pressed.
 */

export type Order = typeof orders.$inferSelect;
export interface LoopQuote extends Totals {
  /** `takes`: what the code takes off this basket, "10%" or "£3.00". `asks`: what a guest is asked when they pay. */
  discount: { code: string; takes: string; asks: string | null } | null;
  /** Why the code no longer applies. */
  refused: DiscountRefusal | null;
}

interface LoopPriceRequest {
  accountId: string;
  discountCode: string | null;
  /** The email of the order, by which a guest is identified. */
  email?: string;
  /** Its own use of the discount counts as free. */
  orderId?: string;
}

/** What a loop costs this person now, with their discount code if it still applies. */
export function quoteLoop(request: LoopPriceRequest, now: Date): LoopQuote {
  const { totals, discount, refused } = priceLoop(request, now);
  return {
    ...totals,
    discount: discount && {
      code: discount.code,
      takes: formatTaken(discount, totals),
      asks: formatAsked(discount),
    },
    refused,
  };
}

function priceLoop({ discountCode: code, ...request }: LoopPriceRequest, now: Date) {
  const prices = readPrices();
  const subtotalPence = prices.loopPence;
  const outcome = code ? quoteDiscount({ ...request, code, subtotalPence }, now) : null;
  if (!outcome?.ok) return { prices, totals: totalLoop(prices, 0), discount: null, refused: outcome?.reason ?? null };
  const { discount = null, discountPence } = outcome;
  return { prices, totals: totalLoop(prices, discountPence), discount, refused: null };
}

export interface LoopOrderRequest {
  accountId: string;
  basketKey: string;
  theme: string;
  type: string;
  discountCode: string | null;
  /** For a gift: its recipient; the buyer gets a voucher in place of a loop. */
  gift?: GiftInput;
  /** Null where nothing is posted: a gift's book goes to its writer. */
  address: DeliveryAddress | null;
  /** The buyer's wish to start within the days to cancel. */
  startsAtOnce?: boolean;
  buyer: { email: string; firstName: string; lastName: string; isTest: boolean };
}

export type PlaceOrderResult =
  | { ok: true; order: Order }
  | { ok: false; reason: "already_paid"; order: Order }
  | { ok: false; reason: "unknown_type" }
  | { ok: false; reason: "discount"; refusal: DiscountRefusal };

/**
 * Writes the order of one loop, for oneself or as a gift, or updates the pending order of the same basket. A use of its
 * discount is held once its payment is opened (`payments.server.ts`).
 */
export function placeLoopOrder(request: LoopOrderRequest, now: Date): PlaceOrderResult {
  const loopType = findLoopType(request.theme, request.type);
  const kind: "gift" | "loop" = request.gift ? "gift" : "loop";
  if (!loopType?.active) return { ok: false, reason: "unknown_type" };
  return write((tx): PlaceOrderResult => {
    const earlier = orderOf(request.accountId, request.basketKey);
    if (earlier && earlier.status !== "PENDING") return { ok: false, reason: "already_paid", order: earlier };
    const orderId = earlier?.id ?? newId();
    const { accountId, discountCode, basketKey } = request;
    const { prices, totals, discount, refused } = priceLoop(
      { accountId, discountCode, orderId, email: request.buyer.email },
      now,
    );
    if (refused) return { ok: false, reason: "discount", refusal: refused };
    const values = {
      ...totals,
      theme: request.theme,
      type: request.type,
      discountId: discount?.id ?? null,
      discountCode: discount?.code ?? null,
      pricing: JSON.stringify(prices),
      kind,
      giftDetails: request.gift ? JSON.stringify(request.gift) : null,
      startRequestedAt: request.startsAtOnce ? now : null,
      deliveryAddress: request.address && JSON.stringify(request.address),
      ...request.buyer,
      ...storeTexts(now),
      updatedAt: now,
    };
    const created = { id: orderId, number: newOrderNumber(), accountId, basketKey, createdAt: now };
    const order = earlier
      ? tx.update(orders).set(values).where(eq(orders.id, orderId)).returning().get()
      : tx
          .insert(orders)
          .values({ ...created, ...values })
          .returning()
          .get();
    deleteLines(orderId);
    tx.insert(orderLines)
      .values({
        orderId,
        itemId: `${kind}-${request.theme}-${request.type}`,
        ...LINE_LABELS[kind](loopType.displayName),
        unitPence: prices.loopPence,
        quantity: 1,
      })
      .run();
    releaseOtherDiscount(tx, { discountId: discount?.id ?? null, orderId });
    return { ok: true, order };
  });
}

const deleteLines = prepareRun((orderId: string) => db.delete(orderLines).where(eq(orderLines.orderId, orderId)));

const LINE_LABELS = {
  loop: (name: string) => ({
    name: `${name} loop`,
    description: `${WEEKS} weeks and a luxury hardback book, delivered in the UK`,
  }),
  gift: (name: string) => ({
    name: `${name} loop, as a gift`,
    description: `A voucher for ${WEEKS} weeks and a luxury hardback book, delivered in the UK`,
  }),
};

/** The order of this account's basket; undefined before there is one. */
export const orderOf = prepareGet((accountId: string, basketKey: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.basketKey, basketKey), eq(orders.accountId, accountId))),
);

export const linesOf = prepareAll((orderId: string) =>
  db.select().from(orderLines).where(eq(orderLines.orderId, orderId)),
);

export const orderById = prepareGet((orderId: string) => db.select().from(orders).where(eq(orders.id, orderId)));

/** The delivery address of an order or a shipment, as it was typed; undefined if it has none. */
export function deliveryAddressOf(order: { readonly deliveryAddress: string | null }): DeliveryAddress | undefined {
  const stored = writtenAddress.safeParse(JSON.parse(order.deliveryAddress ?? "null"));
  return stored.success ? deliveryAddressIn(stored.data) : undefined;
}

/** The recipient of a gift, as written while paying; empty texts if nothing was written, or if it is no gift. */
export function giftDetailsOf(order: Pick<Order, "giftDetails">): GiftInput {
  const stored = giftForm.safeParse(JSON.parse(order.giftDetails ?? "{}"));
  if (stored.success) return stored.data;
  return { recipientName: "", recipientEmail: "", giftMessage: "", giverName: "", sendOnDay: "" };
}

const NUMBER_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** LP- and eight characters without look-alikes, to be read out on the phone. */
export function newOrderNumber(): string {
  const signs = Array.from({ length: 8 }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)]);
  return `LP-${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}
