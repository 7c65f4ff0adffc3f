import { data } from "@remix-run/node";
import { type Address, addressOwnedBy } from "~/domain/accounts/addresses.server";
import type { SignedIn } from "~/domain/accounts/sessions.server";
import { placeCopiesOrder } from "~/domain/orders/copies.server";
import { fulfilOrder, isPaidElsewhere } from "~/domain/orders/fulfilment.server";
import { sentenceOf } from "~/domain/orders/payment-sentences";
import { openPayment } from "~/domain/orders/payments.server";
import { goOn } from "~/web/answers.server";
import { countPayment } from "~/web/attempts.server";
import { type Cart, EMPTY_CART, keepCart } from "~/web/cart.server";
import { readClock } from "~/web/clock.server";
import { newBasketKey } from "~/web/journey.server";
import { isDeliverable } from "./checkout-facts.server";

const CHOOSE = "Please choose an address in the United Kingdom.";

/** Where the copies go: one of the person's own addresses, in the United Kingdom. */
export async function chooseAddress(form: FormData, cart: Cart, person: SignedIn) {
  const id = form.get("address");
  const address = typeof id === "string" ? addressOwnedBy(person.accountId, id) : undefined;
  if (!address || !isDeliverable(address)) return data({ problem: CHOOSE }, { status: 422 });
  return await goOn("/checkout?step=payment", {
    cookies: [await keepCart({ ...cart, addressId: address.id })],
  });
}

/** Writes the order of what is in the cart now and leads on to the page where it is paid. */
export async function payForCopies(cart: Cart, person: SignedIn) {
  const now = readClock();
  const { accountId, email, firstName, lastName, isTest } = person;
  const address = cart.addressId ? addressOwnedBy(accountId, cart.addressId) : undefined;
  if (!address || !isDeliverable(address)) return await goOn("/checkout?step=delivery");
  countPayment(accountId, now);
  const basketKey = cart.basketKey ?? newBasketKey();
  const emptied = [await keepCart(EMPTY_CART)];
  if (await isPaidElsewhere(accountId, basketKey, now))
    return await goOn("/account-settings?tab=orders", { cookies: emptied, flash: PLACED });
  const placed = placeCopiesOrder(
    {
      ...{ accountId, basketKey, items: cart.items, address: deliveryOf(address) },
      buyer: { email, firstName, lastName, isTest },
    },
    now,
  );
  if (!placed.ok) {
    if (placed.reason === "empty") return await goOn("/checkout");
    return await goOn("/account-settings?tab=orders", { cookies: emptied, flash: PLACED });
  }
  const cookies = [await keepCart({ ...cart, basketKey })];
  const opened = await openPayment(placed.order, now);
  if (opened.ok) return await goOn(opened.url, { cookies });
  if (opened.reason === "nothing_to_pay") {
    await fulfilOrder(placed.order.id, now);
    return await goOn("/account-settings?tab=orders", { cookies: emptied, flash: PLACED });
  }
  const problem = sentenceOf(opened);
  return data({ problem }, { status: 503, headers: { "Retry-After": "60" } });
}

export const PLACED = {
  tone: "ok",
  message: "Order placed successfully!",
  more: "You will receive a confirmation email shortly.",
} as const;

function deliveryOf(address: Address) {
  const { firstName, lastName, line1, line2, city, county, postcode } = address;
  return { firstName, lastName, line1, line2: line2 ?? "", city, county: county ?? "", postcode };
}
