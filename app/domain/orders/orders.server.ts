import { randomInt } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { loopCredits, orderLines, orders } from "#db/schema";
import { findLoopType } from "../catalogue/catalogue";
import { quoteDiscount, reserveDiscount } from "../discounts/discounts.server";
import type { DiscountRefusal } from "../discounts/rules";
import { type DeliveryAddress, deliveryAddressForm } from "./forms";
import { readPrices } from "./prices.server";
import { type Totals, totalLoop } from "./pricing";

/**
 * An order is what somebody asked for, priced by us and copied down as it stood. It waits (PENDING) until the
 * payment provider says it was paid; nothing is handed over before. One basket makes one order, however often
 * its button is pressed.
 */

export type Order = typeof orders.$inferSelect;

export interface LoopQuote extends Totals {
  discount: { code: string; percent: number | null } | null;
  /** Why a code that was kept from before no longer applies. */
  refused: DiscountRefusal | null;
}

/** What a loop costs this person now, with the code they chose if it still holds. */
export function quoteLoop(
  request: { accountId: string; discountCode: string | null; orderId?: string },
  now: Date,
): LoopQuote {
  const prices = readPrices();
  if (!request.discountCode) return { ...totalLoop(prices, 0), discount: null, refused: null };
  const answer = quoteDiscount(
    {
      code: request.discountCode,
      subtotalPence: prices.loopPence,
      accountId: request.accountId,
      orderId: request.orderId,
    },
    now,
  );
  if (!answer.ok) return { ...totalLoop(prices, 0), discount: null, refused: answer.reason };
  const percent = answer.discount?.type === "PERCENTAGE" ? answer.discount.value : null;
  return {
    ...totalLoop(prices, answer.discountPence),
    discount: { code: answer.discount?.code ?? request.discountCode, percent },
    refused: null,
  };
}

export interface LoopOrderRequest {
  accountId: string;
  basketKey: string;
  theme: string;
  type: string;
  discountCode: string | null;
  address: DeliveryAddress;
  buyer: { email: string; firstName: string; lastName: string; isTest: boolean };
}

export type PlaceOrderResult =
  | { ok: true; order: Order }
  | { ok: false; reason: "already_paid"; order: Order }
  | { ok: false; reason: "unknown_type" }
  | { ok: false; reason: "discount"; refusal: DiscountRefusal };

/** Writes the order of one loop for oneself, or brings the waiting order of the same basket up to date. */
export function placeLoopOrder(request: LoopOrderRequest, now: Date): PlaceOrderResult {
  const loopType = findLoopType(request.theme, request.type);
  if (!loopType?.active) return { ok: false, reason: "unknown_type" };
  return db.transaction(
    (tx): PlaceOrderResult => {
      const earlier = orderOfBasket(tx, request.accountId, request.basketKey);
      if (earlier && earlier.status !== "PENDING")
        return { ok: false, reason: "already_paid", order: earlier };
      const prices = readPrices();
      const orderId = earlier?.id ?? newId();
      const asked = request.discountCode
        ? quoteDiscount(
            {
              code: request.discountCode,
              subtotalPence: prices.loopPence,
              accountId: request.accountId,
              orderId,
            },
            now,
            tx,
          )
        : null;
      if (asked && !asked.ok) return { ok: false, reason: "discount", refusal: asked.reason };
      const totals = totalLoop(prices, asked?.ok ? asked.discountPence : 0);
      const discount = asked?.ok ? (asked.discount ?? null) : null;
      const values = {
        ...totals,
        theme: request.theme,
        type: request.type,
        discountId: discount?.id ?? null,
        discountCode: discount?.code ?? null,
        pricing: JSON.stringify(prices),
        deliveryAddress: JSON.stringify(request.address),
        ...request.buyer,
        updatedAt: now,
      };
      if (earlier) tx.update(orders).set(values).where(eq(orders.id, orderId)).run();
      else {
        tx.insert(orders)
          .values({
            id: orderId,
            number: newOrderNumber(),
            accountId: request.accountId,
            basketKey: request.basketKey,
            kind: "loop",
            createdAt: now,
            ...values,
          })
          .run();
      }
      tx.delete(orderLines).where(eq(orderLines.orderId, orderId)).run();
      tx.insert(orderLines)
        .values({
          orderId,
          itemId: `loop-${request.theme}-${request.type}`,
          name: `${loopType.displayName} loop`,
          description: "52 weeks and a luxury hardback book, delivered in the UK",
          unitPence: prices.loopPence,
          quantity: 1,
        })
        .run();
      reserveDiscount(tx, { discountId: discount?.id ?? null, orderId, accountId: request.accountId }, now);
      const order = tx.select().from(orders).where(eq(orders.id, orderId)).get();
      if (!order) throw new Error(`Order ${orderId} is gone within its own transaction.`);
      return { ok: true, order };
    },
    { behavior: "immediate" },
  );
}

function orderOfBasket(reader: Pick<Transaction, "select">, accountId: string, basketKey: string) {
  return reader
    .select()
    .from(orders)
    .where(and(eq(orders.basketKey, basketKey), eq(orders.accountId, accountId)))
    .get();
}

/** The order that this basket of this person became, if it did. */
export function orderOf(accountId: string, basketKey: string): Order | undefined {
  return orderOfBasket(db, accountId, basketKey);
}

export function linesOf(orderId: string) {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).all();
}

export function orderById(orderId: string): Order | undefined {
  return db.select().from(orders).where(eq(orders.id, orderId)).get();
}

/** The newest loop somebody has paid for and not begun yet, or the one that `creditId` names if it is such a one. */
export function unspentLoopOf(accountId: string, creditId?: string) {
  return db
    .select()
    .from(loopCredits)
    .where(
      and(
        eq(loopCredits.accountId, accountId),
        creditId === undefined ? undefined : eq(loopCredits.id, creditId),
        isNull(loopCredits.spentAt),
        isNull(loopCredits.cancelledAt),
      ),
    )
    .orderBy(desc(loopCredits.createdAt))
    .limit(1)
    .get();
}

/** The address an order goes to, as it was typed; undefined where none is kept. */
export function deliveryAddressOf(order: Order): DeliveryAddress | undefined {
  const kept = deliveryAddressForm.safeParse(JSON.parse(order.deliveryAddress ?? "null"));
  return kept.success ? kept.data : undefined;
}

const NUMBER_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** LP- and eight signs without look-alikes: made to be read out on the telephone. */
function newOrderNumber(): string {
  const signs = Array.from({ length: 8 }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)]);
  return `LP-${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}
