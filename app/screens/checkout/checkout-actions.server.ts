import { data } from "@remix-run/node";
import { type Address, addressOwnedBy } from "~/domain/accounts/addresses.server";
import type { SignedIn } from "~/domain/accounts/sessions.server";
import { formatPence } from "~/domain/money/pounds";
import { placeCopiesOrder } from "~/domain/orders/copies.server";
import { hasPriceChanged, openPaymentOn } from "~/domain/orders/element.server";
import { fulfilOrder, standingOf } from "~/domain/orders/fulfilment.server";
import { type Order, orderOf } from "~/domain/orders/orders.server";
import { priceChanged, sentenceOf } from "~/domain/orders/payment-copy";
import { latestPayment } from "~/domain/orders/payments.server";
import { confirmationAddress } from "~/domain/orders/return-addresses";
import { seeOther, withCookies } from "~/web/answers.server";
import { countPayment } from "~/web/attempts.server";
import { type Cart, EMPTY_CART, keepCart } from "~/web/cart.server";
import { currentTime } from "~/web/clock.server";
import { newBasketKey } from "~/web/journey.server";
import { isDeliverable } from "./checkout-data.server";

const CHOOSE = "Please choose an address in the United Kingdom.";

/** Where the copies go: one of the person's own addresses, in the United Kingdom. */
export async function chooseAddress(form: FormData, cart: Cart, person: SignedIn) {
  const id = form.get("address");
  const address = typeof id === "string" ? addressOwnedBy(person.accountId, id) : undefined;
  if (!address || !isDeliverable(address)) return data({ problem: CHOOSE }, { status: 422 });
  return await seeOther("/checkout?step=payment", {
    cookies: [await keepCart({ ...cart, addressId: address.id })],
  });
}

/** Writes the order of what is in the cart now and leads on to the page where it is paid. */
export async function payForCopies(form: FormData, cart: Cart, person: SignedIn) {
  const now = currentTime();
  const { accountId, email, firstName, lastName, isTest } = person;
  const address = cart.addressId ? addressOwnedBy(accountId, cart.addressId) : undefined;
  if (!address || !isDeliverable(address)) return await seeOther("/checkout?step=delivery");
  countPayment(accountId, now);
  const basketKey = cart.basketKey ?? newBasketKey();
  const emptied = [await keepCart(EMPTY_CART)];
  const standing = await standingOf(accountId, basketKey, now);
  if (standing === "paid")
    return await seeOther("/account-settings?tab=orders", { cookies: emptied, flash: PLACED });
  if (standing === "processing") return await seeOther(paymentStatusPath(orderOf(accountId, basketKey)));
  const placed = placeCopiesOrder(
    {
      accountId,
      basketKey,
      items: cart.items,
      address: deliveryOf(address),
      buyer: { email, firstName, lastName, isTest },
    },
    now,
  );
  if (!placed.ok) {
    if (placed.reason === "empty") return await seeOther("/checkout");
    return await seeOther("/account-settings?tab=orders", { cookies: emptied, flash: PLACED });
  }
  const cookies = [await keepCart({ ...cart, basketKey })];
  if (hasPriceChanged(form.get("shownPence"), placed.order)) {
    const message = priceChanged(formatPence(placed.order.totalPence));
    return await seeOther("/checkout?step=payment", { cookies, flash: { tone: "warn", message } });
  }
  const surface = form.get("intent") === "element" ? "element" : "page";
  const opened = await openPaymentOn(surface, placed.order, now);
  if (opened.ok && "ready" in opened) return withCookies(opened.ready, cookies);
  if (opened.ok) return await seeOther(opened.url, { cookies });
  if (opened.reason === "nothing_to_pay") {
    const result = await fulfilOrder(placed.order.id, now);
    if (!result.ok) return await seeOther(paymentStatusPath(placed.order), { cookies });
    return await seeOther("/account-settings?tab=orders", { cookies: emptied, flash: PLACED });
  }
  const problem = sentenceOf(opened);
  return data({ problem }, { status: 503, headers: { "Retry-After": "60" } });
}

/** The page that tells how the newest payment of an order stands. */
function paymentStatusPath(order: Order | undefined): string {
  const payment = order && latestPayment(order.id);
  return (payment && confirmationAddress(order, payment)) ?? "/account-settings?tab=orders";
}

const PLACED = {
  tone: "ok",
  message: "Order placed successfully!",
  more: "You will receive a confirmation email shortly.",
} as const;

function deliveryOf(address: Address) {
  const { firstName, lastName, line1, line2, city, county, postcode } = address;
  return { firstName, lastName, line1, line2: line2 ?? "", city, county: county ?? "", postcode };
}
