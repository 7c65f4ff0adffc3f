import { data } from "@remix-run/node";
import { type Address, addAddress, addressOwnedBy } from "~/domain/people/accounts/addresses.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { startPayment } from "~/domain/shop/orders/checkout.server";
import { cardProblemIn, readPayForm } from "~/domain/shop/orders/element";
import { knownAddressesOf } from "~/domain/shop/orders/known-addresses.server";
import { priceChanged, setbackOf } from "~/domain/shop/orders/payment-copy";
import { paymentStatusPath } from "~/domain/shop/orders/payments.server";
import { type Cart, EMPTY_CART, storeCart } from "~/web/cart.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { newBasketKey } from "~/web/journey.server";
import { notYet, seeOther, withCookies } from "~/web/responses.server";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { chosenAddress, isDeliverable, shownCopies } from "./checkout-data.server";

const CHOOSE = "Please choose an address in the United Kingdom.";

/** Chooses one of the customer's addresses in the United Kingdom. */
export async function chooseAddress(form: FormData, cart: Cart, person: SignedIn) {
  const id = String(form.get("address") ?? "");
  const address = addressOwnedBy(person.accountId, id) ?? saveTyped(person.accountId, id);
  if (!address || !isDeliverable(address)) return data({ problem: CHOOSE }, { status: 422 });
  return await seeOther("/checkout?step=payment", {
    cookies: [await storeCart({ ...cart, addressId: address.id })],
  });
}

/** Saves an address that was typed for an earlier order, so that it is chosen like the others. */
function saveTyped(accountId: string, orderId: string): Address | undefined {
  const typed = knownAddressesOf(accountId).find(({ id, isSaved }) => id === orderId && !isSaved);
  if (!typed) return undefined;
  const words = { ...typed.address, label: typed.label.slice(0, LONGEST_LABEL) };
  const added = addAddress(accountId, words, { isDefault: false }, currentTime());
  return added.ok ? added.address : undefined;
}

const LONGEST_LABEL = 40;

/** Orders the copies in the cart and opens their payment. */
export async function payForCopies(form: FormData, cart: Cart, person: SignedIn) {
  const now = currentTime();
  const { accountId, email, firstName, lastName, isTest } = person;
  const chosen = chosenAddress(accountId, cart);
  if (!chosen) return await seeOther("/checkout?step=delivery");
  const shown = form.get(SHOWN_FIELD);
  if (shown !== null && shown !== shownCopies(cart, chosen))
    return await seeOther("/checkout?step=payment", { flash: CHANGED_ELSEWHERE });
  const [cardProblem] = cardProblemIn(form) ?? [];
  if (cardProblem) return data({ cardProblem }, { status: 422 });
  const basketKey = cart.basketKey ?? newBasketKey();
  const basket = {
    accountId,
    basketKey,
    items: cart.items,
    address: chosen.address,
    buyer: { email, firstName, lastName, isTest },
  };
  const start = await startPayment({ basket, ...readPayForm(form), clientAddress: clientAddress() }, now);
  const cookies = [await storeCart({ ...cart, basketKey })];
  switch (start.kind) {
    case "page":
      return await seeOther(start.url, { cookies });
    case "element":
      return withCookies(start.ready, cookies);
    case "already_paid":
    case "nothing_to_pay":
      if (!start.isSettled) return await seeOther(paymentStatusPath(start.order) ?? ORDERS_PATH, { cookies });
      return await seeOther(ORDERS_PATH, { cookies: [await storeCart(EMPTY_CART)], flash: PLACED });
    case "price_changed": {
      const message = priceChanged(start.order.totalPence);
      return await seeOther("/checkout?step=payment", { cookies, flash: { tone: "warn", message } });
    }
    case "refused":
      return await seeOther("/checkout");
    case "paused":
    case "unavailable": {
      const { sentence, ...wait } = setbackOf(start);
      return notYet({ problem: sentence }, wait, start.kind === "paused" ? cookies : []);
    }
  }
}

const CHANGED_ELSEWHERE = {
  tone: "warn",
  message: "You changed your cart in another tab.",
  more: "We haven’t ordered anything. Please check it before you pay.",
} as const;

const ORDERS_PATH = "/account-settings?tab=orders";

const PLACED = {
  tone: "ok",
  message: "Order placed successfully!",
  more: "You will receive a confirmation email shortly.",
} as const;
