import { db } from "#db/client.server";
import { settings } from "~/adapters/settings.server";
import { countAttempt, secondsUntilFree } from "~/domain/kernel/limits/limits.server";
import { seller } from "~/domain/mail/layout/seller.server";
import { streetLines, twoStreetLines } from "~/domain/people/addresses/forms";
import type { DiscountRefusal } from "../discounts/rules";
import type { Payment } from "./attempts.server";
import { type CopiesOrderRequest, placeCopiesOrder } from "./copies.server";
import type { PaymentPause } from "./declines";
import { pauseOf } from "./declines.server";
import type { ElementData, ElementReady, ElementShipping } from "./element";
import { fulfilOrder } from "./fulfilment.server";
import { deliveryAddressOf, type LoopOrderRequest, type Order, orderOf, placeLoopOrder } from "./orders.server";
import type { PaymentFailure } from "./payment-copy";
import { hasPayment, openElementPayment, openPayment } from "./payments.server";
import { elementReturnAddress } from "./return-addresses";

/**
 * Checkout, the same for every screen and API call that sells. It asks the provider whether the basket was paid on a
 * page that is still open somewhere, writes the order with today's prices, and opens its payment, unless the buyer was
 * shown another sum.
 */

type Basket = LoopOrderRequest | CopiesOrderRequest;

export interface PaymentRequest {
  basket: Basket;
  checkoutMode: Payment["checkoutMode"];
  /** The sum the buyer was shown, in pence; compared, never charged. Null if they were shown none. */
  shownPence: string | number | null;
  /** The buyer's internet address, from which payments can be opened in any reasonable number. */
  clientAddress: string;
}

export type PaymentStart =
  | { kind: "page"; order: Order; url: string }
  /** The buyer pays in the card element within our page. */
  | { kind: "element"; order: Order; ready: ElementReady }
  /** `isSettled`: the order is fulfilled; false while its money is on its way. */
  | { kind: "already_paid" | "nothing_to_pay"; order: Order; isSettled: boolean }
  /** The sum the buyer was shown is not the order's; nothing is opened. */
  | { kind: "price_changed"; order: Order }
  /** Too many cards were declined, or too many payments opened; nothing is opened. */
  | { kind: "paused"; pause: PaymentPause }
  | { kind: "refused"; refusal: "not_for_sale" | DiscountRefusal }
  /** The provider opens no payment; the same request may succeed later. */
  | { kind: "unavailable"; failure: PaymentFailure };

/**
 * Writes the order of a basket and opens its payment. Asked twice for the same basket, it gives the same order and the
 * same payment.
 */
export async function startPayment(request: PaymentRequest, now: Date): Promise<PaymentStart> {
  const { basket, checkoutMode, shownPence, clientAddress } = request;
  const placed = await placeBasket(basket, now);
  if (placed.kind !== "placed") return placed;
  const { order } = placed;
  if (shownPence !== null && String(shownPence) !== String(order.totalPence)) {
    return { kind: "price_changed", order };
  }
  const pause = pauseOf(order, checkoutMode, now) ?? countOpening(clientAddress, now);
  if (pause) return { kind: "paused", pause };
  const opened = checkoutMode === "page" ? await openPayment(order, now) : await openElementPayment(order, now);
  if (opened.ok) {
    if ("url" in opened) return { kind: "page", order, url: opened.url };
    return { kind: "element", order, ready: readyFor(order, opened) };
  }
  switch (opened.reason) {
    case "nothing_to_pay": {
      const { ok: isSettled } = await fulfilOrder(order.id, now);
      return { kind: "nothing_to_pay", order, isSettled };
    }
    case "discount_used_up":
      return { kind: "refused", refusal: "used_up" };
    default:
      return { kind: "unavailable", failure: opened };
  }
}

function countOpening(clientAddress: string, now: Date): PaymentPause | null {
  if (countAttempt("payments_address", clientAddress, now)) return null;
  return { reason: "crowded", seconds: secondsUntilFree("payments_address", clientAddress, now) };
}

export type PlacedBasket =
  | { kind: "placed"; order: Order }
  | Extract<PaymentStart, { order: Order; isSettled: boolean } | { refusal: string }>;

/** Writes the order of a basket with today's prices, unless the basket was paid before. */
export async function placeBasket(basket: Basket, now: Date): Promise<PlacedBasket> {
  const { accountId, basketKey } = basket;
  const status = await basketStatus(accountId, basketKey, now);
  const earlier = status === "open" ? undefined : orderOf(accountId, basketKey);
  if (earlier) return { kind: "already_paid", order: earlier, isSettled: status === "paid" };
  const placed = "items" in basket ? placeCopiesOrder(basket, now) : placeLoopOrder(basket, now);
  if (placed.ok) return { kind: "placed", order: placed.order };
  switch (placed.reason) {
    case "already_paid":
      return { kind: "already_paid", order: placed.order, isSettled: true };
    case "discount":
      return { kind: "refused", refusal: placed.refusal };
    case "unknown_type":
    case "empty":
      return { kind: "refused", refusal: "not_for_sale" };
  }
}

/**
 * Asks the provider whether a basket has been paid. Asked before its order may change, so that the sum paid is always
 * the sum of the order, and money on its way is not asked for a second time. `open`: it can be ordered and paid.
 */
export async function basketStatus(
  accountId: string,
  basketKey: string,
  now: Date,
): Promise<"paid" | "processing" | "open"> {
  const order = orderOf(accountId, basketKey);
  if (!order || (order.status === "PENDING" && !hasPayment(db, order.id, ["open"]))) return "open";
  const result = await fulfilOrder(order.id, now);
  if (result.ok) return "paid";
  return result.reason === "processing" ? "processing" : "open";
}

export function elementData(): ElementData {
  const { publishableKey, scriptUrl, isTestMode } = settings.payments;
  return { publishableKey, scriptUrl, isTestMode, supportEmail: seller.email };
}

function readyFor(order: Order, opened: { clientSecret: string; paymentIntentId: string }): ElementReady {
  return {
    intent: "element",
    clientSecret: opened.clientSecret,
    paymentIntentId: opened.paymentIntentId,
    totalPence: order.totalPence,
    returnUrl: `${settings.publicOrigin}${elementReturnAddress(order)}`,
    shipping: shippingOf(order),
  };
}

function shippingOf(order: Order): ElementShipping | null {
  const address = deliveryAddressOf(order);
  if (!address) return null;
  const { firstName, lastName, city, county, postcode } = address;
  return {
    name: `${firstName} ${lastName}`,
    address: { ...twoStreetLines(streetLines(address)), city, state: county, postal_code: postcode, country: "GB" },
  };
}
