import { settings } from "~/adapters/settings.server";
import { seller } from "../email/seller.server";
import type { ElementData, ElementReady, ElementShipping } from "./element";
import { deliveryAddressOf, type Order } from "./orders.server";
import { openElementPayment, openPayment, type PaymentRefusal } from "./payments.server";
import { elementReturnAddress } from "./return-addresses";

/** The card element's half of paying: what a page needs to show it, and what it needs to pay an order. */

/** For the loader of any page that takes payment. */
export function elementData(): ElementData {
  const { publishableKey, scriptUrl, isRehearsal } = settings.payments;
  return { publishableKey, scriptUrl, isRehearsal, supportEmail: seller.email };
}

/**
 * For the action of such a page, once the order is placed: an address of the provider's for the hosted page, or what
 * the element needs. Whichever is asked for, the other is closed first.
 */
export async function openPaymentOn(
  surface: "page" | "element",
  order: Order,
  now: Date,
): Promise<{ ok: true; url: string } | { ok: true; ready: ElementReady } | PaymentRefusal> {
  if (surface === "page") return await openPayment(order, now);
  const opened = await openElementPayment(order, now);
  if (!opened.ok) return opened;
  const ready: ElementReady = {
    intent: "element",
    clientSecret: opened.clientSecret,
    paymentIntentId: opened.paymentIntentId,
    totalPence: order.totalPence,
    returnUrl: `${settings.publicOrigin}${elementReturnAddress(order)}`,
    shipping: shippingOf(order),
  };
  return { ok: true, ready };
}

function shippingOf(order: Order): ElementShipping | null {
  const address = deliveryAddressOf(order);
  if (!address) return null;
  const { firstName, lastName, line1, line2, city, county, postcode } = address;
  return {
    name: `${firstName} ${lastName}`,
    address: { line1, line2, city, state: county, postal_code: postcode, country: "GB" },
  };
}

/**
 * Whether the page on which somebody pressed the button showed another sum than the order's. `shown` is what its
 * form sent: compared, and never used. A form that sent none showed none.
 */
export function hasPriceChanged(shown: FormDataEntryValue | null, order: Order): boolean {
  return typeof shown === "string" && shown !== String(order.totalPence);
}
