import type { SubmissionResult } from "@conform-to/react";
import { beginningOf } from "~/domain/kernel/text/segments";
import { addAddress, addressesOf, changeAddress, MOST_ADDRESSES } from "~/domain/people/accounts/addresses.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { type DeliveryAddress, deliveryAddressForm, deliveryAddressIn } from "~/domain/people/addresses/forms";
import type { DiscountRefusal } from "~/domain/shop/discounts/rules";
import { placeBasket, startPayment } from "~/domain/shop/orders/checkout.server";
import { cardProblemIn, readPayForm } from "~/domain/shop/orders/element";
import { knownAddressesOf } from "~/domain/shop/orders/known-addresses.server";
import {
  deliveryAddressOf,
  type LoopOrderRequest,
  type Order,
  orderOf,
  quoteLoop,
} from "~/domain/shop/orders/orders.server";
import { priceChanged, setbackOf } from "~/domain/shop/orders/payment-copy";
import { paymentStatusPath } from "~/domain/shop/orders/payments.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { readForm } from "~/web/read-form";
import { notYet, seeOther, unprocessable } from "~/web/responses.server";
import { type Signup, withDraft } from "~/web/signup";
import { storeSignup } from "~/web/signup.server";
import { codeDropped, tryTypedCode } from "./discount-code.server";
import { deliveryOf, isSamePlace, NEW_ADDRESS, PACKAGE } from "./signup-data.server";
import { COMPLETE_PATH, SIGNUP_PATH } from "./signup-steps";

/** The buttons of the address and payment steps. */

const SETUP_FAILED_MESSAGE = "Payment setup failed. Please try again.";
const GONE_MESSAGE = "We no longer have that address. Please choose another, or type it below";

/** Keeps what was typed and goes back one step. */
export async function goBack(form: FormData, signup: Signup, person: SignedIn) {
  const names = Object.keys(deliveryAddressForm.shape);
  const words = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? "")]));
  return await seeOther(`${SIGNUP_PATH}?step=verify`, {
    cookies: [await storeSignup(withDraft(signup, person.accountId, words))],
  });
}

/** Takes one of the customer's addresses, or a new one, which is saved for them, and writes the pending order. */
export async function chooseAddress(form: FormData, signup: Signup, person: SignedIn) {
  const now = currentTime();
  const { accountId } = person;
  const submission = readForm(form, deliveryAddressForm);
  const choice = String(form.get("choice") ?? NEW_ADDRESS);
  const chosen = knownAddressesOf(accountId).find(({ id }) => id === choice)?.address;
  if (choice !== NEW_ADDRESS && !chosen) {
    return unprocessable("address", submission.reply({ formErrors: [GONE_MESSAGE] }));
  }
  if (!chosen && submission.status !== "success") return unprocessable("address", submission.reply());
  const typed = chosen ?? (submission.status === "success" ? submission.value : undefined);
  if (!typed) throw new Error("An address was neither chosen nor typed.");
  const ordered = orderOf(accountId, signup.basketKey);
  const address = deliveryAddressIn(typed, ordered && deliveryAddressOf(ordered));
  const placed = await placeBasket(basketOf(person, signup, address), now);
  if (placed.kind === "already_paid") return await showOrder(placed);
  const saved = chosen ? { ok: true as const } : saveAddress(accountId, signup.addressId, address, now);
  const addressId = "id" in saved ? saved.id : signup.addressId;
  const addressed: Signup = { ...signup, addressId, isAddressed: true, draft: undefined };
  if (placed.kind === "refused") return await showRefusal(placed.refusal, addressed);
  return await seeOther(SIGNUP_PATH, {
    cookies: [await storeSignup(addressed)],
    flash: saved.ok
      ? undefined
      : {
          tone: "warn",
          message: "Failed to save address.",
          more: `${MOST_ADDRESSES} addresses is the most we can save. We’ll still send this book there.`,
        },
  });
}

/** Saves an address that was typed; typed again with a change, it is updated and not saved twice. */
function saveAddress(
  accountId: string,
  addressId: string | undefined,
  address: DeliveryAddress,
  now: Date,
): { ok: true; id?: string } | { ok: false } {
  const same = addressesOf(accountId).find((one) => {
    const words = deliveryOf(one);
    return words !== undefined && isSamePlace(words, address);
  });
  if (same) return { ok: true };
  const words = { ...address, label: beginningOf(address.line1, 40) };
  if (addressId && changeAddress({ accountId, addressId }, words, { isDefault: false }, now).ok) {
    return { ok: true, id: addressId };
  }
  const added = addAddress(accountId, words, { isDefault: false }, now);
  return added.ok ? { ok: true, id: added.address.id } : { ok: false };
}

function basketOf(person: SignedIn, signup: Signup, address: DeliveryAddress): LoopOrderRequest {
  const { accountId, email, firstName, lastName, isTest } = person;
  return {
    ...PACKAGE,
    accountId,
    basketKey: signup.basketKey,
    discountCode: signup.discountCode ?? null,
    address,
    buyer: { email, firstName, lastName, isTest },
  };
}

/** An order that is not paid a second time. */
async function showOrder({ order, isSettled }: { order: Order; isSettled: boolean }) {
  return await seeOther(isSettled ? COMPLETE_PATH : (paymentStatusPath(order) ?? "/dashboard"));
}

async function showRefusal(refusal: "not_for_sale" | DiscountRefusal, signup: Signup) {
  if (refusal === "not_for_sale") return await seeOther("/begin");
  return await seeOther(SIGNUP_PATH, {
    cookies: [await storeSignup({ ...signup, discountCode: undefined })],
    flash: codeDropped(refusal),
  });
}

export async function applyDiscount(form: FormData, signup: Signup, person: SignedIn) {
  const { accountId } = person;
  // A use of the code that this order holds already is its own.
  const orderId = orderOf(accountId, signup.basketKey)?.id;
  const tried = await tryTypedCode(form, accountId, (discountCode) =>
    quoteLoop({ accountId, discountCode, orderId }, currentTime()),
  );
  if (tried.refused) return tried.refused;
  return await seeOther(SIGNUP_PATH, { cookies: [await storeSignup({ ...signup, discountCode: tried.code })] });
}

export async function removeDiscount(signup: Signup) {
  return await seeOther(SIGNUP_PATH, { cookies: [await storeSignup({ ...signup, discountCode: undefined })] });
}

/** Opens the payment of the order that the address step wrote. */
export async function pay(form: FormData, signup: Signup, person: SignedIn) {
  const now = currentTime();
  const { accountId } = person;
  const waiting = signup.isAddressed ? orderOf(accountId, signup.basketKey) : undefined;
  const address = waiting && deliveryAddressOf(waiting);
  if (!address) return await seeOther(SIGNUP_PATH);
  const card = cardProblemIn(form);
  if (card) return unprocessable("pay", { status: "error", error: { card } });
  const startsAtOnce = form.get("startsAtOnce") === "on";
  const basket = { ...basketOf(person, signup, address), startsAtOnce };
  const start = await startPayment({ basket, ...readPayForm(form), clientAddress: clientAddress() }, now);
  switch (start.kind) {
    case "page":
      return await seeOther(start.url);
    case "element":
      return start.ready;
    case "already_paid":
    case "nothing_to_pay":
      return await showOrder(start);
    case "price_changed": {
      const message = priceChanged(start.order.totalPence);
      return await seeOther(SIGNUP_PATH, { flash: { tone: "warn", message } });
    }
    case "refused":
      return await showRefusal(start.refusal, signup);
    case "paused":
    case "unavailable": {
      const { sentence, ...wait } = setbackOf(start);
      const isSetUp = start.kind === "paused" || !/^(?:unavailable|misconfigured)$/.test(start.failure.reason);
      const error = { "": [isSetUp ? sentence : SETUP_FAILED_MESSAGE] };
      return notYet<{ intent: string; reply: SubmissionResult }>(
        { intent: "pay", reply: { status: "error", error } },
        wait,
      );
    }
  }
}
