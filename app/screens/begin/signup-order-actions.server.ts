import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import {
  addAddress,
  addressesOf,
  addressOwnedBy,
  changeAddress,
  MOST_ADDRESSES,
} from "~/domain/accounts/addresses.server";
import type { SignedIn } from "~/domain/accounts/sessions.server";
import { DISCOUNT_SENTENCES } from "~/domain/discounts/rules";
import { formatPence } from "~/domain/money/pounds";
import { hasPriceChanged, openPaymentOn } from "~/domain/orders/element.server";
import { type DeliveryAddress, deliveryAddressForm, discountForm } from "~/domain/orders/forms";
import { fulfilOrder, standingOf } from "~/domain/orders/fulfilment.server";
import {
  deliveryAddressOf,
  type Order,
  orderOf,
  placeLoopOrder,
  quoteLoop,
} from "~/domain/orders/orders.server";
import { priceChanged, sentenceOf } from "~/domain/orders/payment-copy";
import { seeOther, unprocessable } from "~/web/answers.server";
import { countOrRefuse, countPayment } from "~/web/attempts.server";
import { currentTime } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import { type Signup, withDraft } from "~/web/signup";
import { keepSignup } from "~/web/signup.server";
import { paymentStatusPath } from "./payment-status.server";
import { deliveryOf, isSamePlace, NEW_ADDRESS, PACKAGE } from "./signup-data.server";
import { COMPLETE_PATH, SIGNUP_PATH } from "./signup-steps";

/** The buttons of the address and the payment, for somebody who is signed in. */

const SETUP_FAILED_SENTENCE = "Payment setup failed. Please try again.";
const GONE_SENTENCE = "That address is no longer kept. Please choose another one, or type it below";

/** Keeps what was typed so far and goes one step back. */
export async function goBack(form: FormData, signup: Signup, person: SignedIn) {
  const names = Object.keys(deliveryAddressForm.shape);
  const words = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? "")]));
  return await seeOther(`${SIGNUP_PATH}?step=verify`, {
    cookies: [await keepSignup(withDraft(signup, person.accountId, words))],
  });
}

/** Takes one of the person's addresses, or a new one, which is kept for them; the order waits from then on. */
export async function chooseAddress(form: FormData, signup: Signup, person: SignedIn) {
  const now = currentTime();
  const { accountId } = person;
  const submission = readForm(form, deliveryAddressForm);
  const choice = String(form.get("choice") ?? NEW_ADDRESS);
  const kept = choice === NEW_ADDRESS ? undefined : addressOwnedBy(accountId, choice);
  const chosen = kept && deliveryOf(kept);
  if (choice !== NEW_ADDRESS && !chosen) {
    return unprocessable("address", submission.reply({ formErrors: [GONE_SENTENCE] }));
  }
  if (!chosen && submission.status !== "success") return unprocessable("address", submission.reply());
  const address = chosen ?? (submission.status === "success" ? submission.value : undefined);
  if (!address) throw new Error("An address was neither chosen nor typed.");
  const standing = await standingOf(accountId, signup.basketKey, now);
  if (standing !== "open") return await seeOther(placeOf(standing, orderOf(accountId, signup.basketKey)));
  const saved = chosen ? { ok: true as const } : keepAddress(accountId, signup.addressId, address, now);
  const addressed: Signup = {
    ...signup,
    ...("id" in saved ? { addressId: saved.id } : {}),
    isAddressed: true,
  };
  const placed = placeOrder(person, signup, address, now);
  if (!placed.ok) return await notPlaced(placed, { ...addressed, draft: undefined });
  return await seeOther(SIGNUP_PATH, {
    cookies: [await keepSignup({ ...addressed, draft: undefined })],
    flash: saved.ok
      ? undefined
      : {
          tone: "warn",
          message: "Failed to save address.",
          more: `${MOST_ADDRESSES} are as many as we can keep. This book goes there all the same.`,
        },
  });
}

/** Keeps an address that was typed; typed again, it is put right and not kept twice. */
function keepAddress(
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
  const words = { ...address, label: address.line1.slice(0, 40) };
  if (addressId && changeAddress({ accountId, addressId }, words, { isDefault: false }, now).ok) {
    return { ok: true, id: addressId };
  }
  const added = addAddress(accountId, words, { isDefault: false }, now);
  return added.ok ? { ok: true, id: added.address.id } : { ok: false };
}

function placeOrder(person: SignedIn, signup: Signup, address: DeliveryAddress, now: Date) {
  const { accountId, email, firstName, lastName, isTest } = person;
  return placeLoopOrder(
    {
      ...PACKAGE,
      accountId,
      basketKey: signup.basketKey,
      discountCode: signup.discountCode ?? null,
      address,
      buyer: { email, firstName, lastName, isTest },
    },
    now,
  );
}

type NotPlaced = Extract<ReturnType<typeof placeLoopOrder>, { ok: false }>;

async function notPlaced(refused: NotPlaced, signup: Signup) {
  if (refused.reason === "already_paid") return await seeOther(COMPLETE_PATH);
  if (refused.reason === "unknown_type") return await seeOther("/begin");
  return await seeOther(SIGNUP_PATH, {
    cookies: [await keepSignup({ ...signup, discountCode: undefined })],
    flash: {
      tone: "warn",
      message: `${DISCOUNT_SENTENCES[refused.refusal]}.`,
      more: "The price is now without it.",
    },
  });
}

export async function applyDiscount(form: FormData, signup: Signup, person: SignedIn) {
  const now = currentTime();
  const submission = readForm(form, discountForm);
  if (submission.status !== "success") return unprocessable("apply", submission.reply());
  countOrRefuse("discount_guesses", person.accountId, now);
  const { code } = submission.value;
  const { accountId } = person;
  // A use that this very order holds is its own.
  const orderId = orderOf(accountId, signup.basketKey)?.id;
  const { refused } = quoteLoop({ accountId, discountCode: code, orderId }, now);
  if (refused)
    return unprocessable("apply", submission.reply({ fieldErrors: { code: [DISCOUNT_SENTENCES[refused]] } }));
  return await seeOther(SIGNUP_PATH, { cookies: [await keepSignup({ ...signup, discountCode: code })] });
}

export async function removeDiscount(signup: Signup) {
  return await seeOther(SIGNUP_PATH, { cookies: [await keepSignup({ ...signup, discountCode: undefined })] });
}

/** Where an order leads that is not to be paid again. */
function placeOf(standing: "paid" | "processing", order: Order | undefined): string {
  return standing === "paid" ? COMPLETE_PATH : paymentStatusPath(order);
}

/** Opens the payment, in the page's card form or on the provider's, unless the sum is not the one on the button. */
export async function pay(form: FormData, signup: Signup, person: SignedIn) {
  const now = currentTime();
  const { accountId } = person;
  const waiting = signup.isAddressed ? orderOf(accountId, signup.basketKey) : undefined;
  const address = waiting && deliveryAddressOf(waiting);
  if (!address) return await seeOther(SIGNUP_PATH);
  countPayment(accountId, now);
  const standing = await standingOf(accountId, signup.basketKey, now);
  if (standing !== "open") return await seeOther(placeOf(standing, waiting));
  const placed = placeOrder(person, signup, address, now);
  if (!placed.ok) return await notPlaced(placed, signup);
  const { order } = placed;
  if (hasPriceChanged(form.get("shownPence"), order)) {
    const message = priceChanged(formatPence(order.totalPence));
    return await seeOther(SIGNUP_PATH, { flash: { tone: "warn", message } });
  }
  const surface = form.get("intent") === "element" ? "element" : "page";
  const opened = await openPaymentOn(surface, order, now);
  if (opened.ok) return "ready" in opened ? opened.ready : await seeOther(opened.url);
  if (opened.reason === "nothing_to_pay") {
    const result = await fulfilOrder(order.id, now);
    return await seeOther(result.ok ? COMPLETE_PATH : paymentStatusPath(order));
  }
  if (opened.reason === "discount_used_up") {
    return await notPlaced({ ok: false, reason: "discount", refusal: "used_up" }, signup);
  }
  const isTemporary = opened.reason === "unavailable" || opened.reason === "misconfigured";
  const sentence = isTemporary ? SETUP_FAILED_SENTENCE : sentenceOf(opened);
  const reply: SubmissionResult = { status: "error", error: { "": [sentence] } };
  return data({ intent: "pay", reply }, { status: 503, headers: { "Retry-After": "60" } });
}
