import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { clean } from "~/domain/kernel/text/typed-text";
import { claimFromGuest, saveGuest } from "~/domain/people/accounts/guests.server";
import { type DeliveryAddress, deliveryAddressIn } from "~/domain/people/addresses/forms";
import { DISCOUNT_MESSAGES, type DiscountRefusal } from "~/domain/shop/discounts/rules";
import { startPayment } from "~/domain/shop/orders/checkout.server";
import { cardProblemIn, readPayForm } from "~/domain/shop/orders/element";
import { guestGiftPaymentForm, guestPaymentForm, loopPaymentForm } from "~/domain/shop/orders/forms";
import { giftDetailsOf, type LoopQuote, type Order, quoteLoop } from "~/domain/shop/orders/orders.server";
import { priceChanged, setbackOf } from "~/domain/shop/orders/payment-copy";
import { paymentStatusPath } from "~/domain/shop/orders/payments.server";
import { placeAfterPaying } from "~/domain/shop/orders/return-addresses";
import { type Giving, giftWordsIn, givingForm } from "~/domain/shop/vouchers/forms";
import { sendDayProblem } from "~/domain/shop/vouchers/gifts.server";
import { countKnownEmail, mustSignInForCode, uncountKnownEmail } from "~/web/attempts.server";
import type { Buyer } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { resultOrNull } from "~/web/error-log.server";
import { replyAgain } from "~/web/form-again";
import { countJourneyStep } from "~/web/funnel.server";
import type { Journey } from "~/web/journey";
import { newBasketKey, storeJourney } from "~/web/journey.server";
import { readForm } from "~/web/read-form";
import { notYet, seeOther, unprocessable, withCookies } from "~/web/responses.server";
import { fitsCookie, forgetTyped, storeTyped } from "~/web/typed-payment.server";
import { codeDropped, tryTypedCode } from "./discount-code.server";
import { isAnotherGift, journeyOfPage, unreadRemark } from "./gift-payment.server";
import { basketOrderOf, NOBODY } from "./payment-data.server";

/** The buttons of the payment page. */

/** The page as it was sent, with the price that a discount's button has made of it. */
export interface PaymentActionResult {
  intent: string;
  reply: SubmissionResult;
  quote?: LoopQuote;
  /** What a gift's card prints otherwise, which its giver reads before they pay. */
  unread?: { remark: string; key: string };
}

/** A buyer without an account says where the receipt goes, a giver who the gift is for. */
const PAYMENT_FORMS = {
  customer: { loop: loopPaymentForm, gift: givingForm },
  guest: { loop: guestPaymentForm, gift: guestGiftPaymentForm },
} as const;

export async function applyDiscount(request: Request, form: FormData, journey: Journey, known: Buyer | undefined) {
  const accountId = known?.accountId ?? NOBODY;
  const now = currentTime();
  const tried = await tryTypedCode(form, writerOf(known), async (code) => {
    const quote = await resultOrNull(request, () => quoteBasket(accountId, journey, code, now));
    const isStopped = isGuest(known) && quote?.discount?.asks && mustSignInForCode(journey.basketKey ?? "", now);
    return quote && isStopped ? { ...quote, refused: "account_first" } : quote;
  });
  if (tried.refused) return tried.refused;
  return await showPrice(form, "applied", tried.quote, { ...journey, discountCode: tried.code }, known);
}

/** Whose text somebody types; null for a guest, who may sign in next. */
const writerOf = (known: Buyer | undefined) => (isGuest(known) ? null : known.accountId);

const isGuest = (known: Buyer | undefined): known is undefined | (Buyer & { isGuest: true }) => !known || known.isGuest;

/** What the basket comes to with this code; a use of it that the basket's order holds already is its own. */
function quoteBasket(accountId: string, journey: Journey, discountCode: string | null, now: Date): LoopQuote {
  return quoteLoop({ accountId, discountCode, orderId: basketOrderOf(accountId, journey)?.id }, now);
}

/** The page again with another price and everything that was typed on it. */
async function showPrice(
  form: FormData,
  intent: string,
  quote: LoopQuote | undefined,
  journey: Journey,
  known: Buyer | undefined,
) {
  const cookie = await storeJourney(journey);
  if (fitsCookie(form))
    return await seeOther("/payment", { cookies: [cookie, await storeTyped(form, writerOf(known))] });
  const { reply } = replyAgain(form, "");
  return withCookies<PaymentActionResult>({ intent, reply: { ...reply, error: {} }, quote }, [cookie]);
}

export async function removeDiscount(form: FormData, journey: Journey, known: Buyer | undefined) {
  const quote = quoteBasket(known?.accountId ?? NOBODY, journey, null, currentTime());
  return await showPrice(form, "removed", quote, { ...journey, discountCode: undefined }, known);
}

/** The page as it was typed, with the text on the gift's card. Nothing is checked or ordered. */
export async function showCard(form: FormData, journey: Journey, known: Buyer | undefined) {
  return await showPrice(form, "card", undefined, journey, known);
}

const TOO_LONG_TO_KEEP =
  "You’ve typed more than we can keep while you sign in. Please make the longest field shorter first";

/** To sign in or register, and back to the page as it was typed. */
export async function signInFirst(form: FormData, journey: Journey) {
  if (!fitsCookie(form)) {
    const { intent, reply } = replyAgain(form, TOO_LONG_TO_KEEP);
    return unprocessable(intent, reply);
  }
  return await seeOther(form.get("intent") === "register" ? "/register" : "/auth", {
    cookies: [await storeTyped(form, null), await storeJourney({ ...journey, redirectAfterAuth: "payment" })],
  });
}

const WITHOUT_CODE = "You can also remove the code and pay the full price";
const UNAPPLIED = "Press Apply to use this code, or clear it";

/** The form of this journey and what is wrong with its fields. */
function validate(form: FormData, journey: Journey, known: Buyer | undefined, now: Date) {
  const kind = journey.journeyType === "gift" ? "gift" : "loop";
  const submission = readForm(form, PAYMENT_FORMS[isGuest(known) ? "guest" : "customer"][kind]);
  const typed = submission.status === "success" ? submission.value : undefined;
  const gift = typed && "sendOnDay" in typed ? giftWordsIn(typed) : undefined;
  const dayProblem = gift ? sendDayProblem(gift.sendOnDay, null, now) : null;
  const problems: Record<string, string[]> = dayProblem ? { sendOnDay: [dayProblem] } : {};
  return { submission, typed, gift, problems };
}

/** The page with the problems of its form as it is, for a field that is left. Nothing was sent, so nothing is refused. */
export function checkFields(form: FormData, journey: Journey, known: Buyer | undefined) {
  const { submission, problems } = validate(form, journey, known, currentTime());
  return data<PaymentActionResult>({ intent: "check", reply: submission.reply({ fieldErrors: problems }) });
}

/** Orders the loop of this journey, for oneself or as a gift, and opens its payment. */
export async function pay(request: Request, form: FormData, stored: Journey, known: Buyer | undefined) {
  const now = currentTime();
  const journey = journeyOfPage(form, stored);
  if (journey.journeyType === "redeem") return await seeOther("/payment");
  const isByGuest = isGuest(known);
  const { submission, typed, gift, problems: fieldProblems } = validate(form, journey, known, now);
  const hasCode = !journey.discountCode && clean(String(form.get("code") ?? ""), "code") !== "";
  // Enter in the box of the code presses the form's first button, which is this one.
  if (hasCode && form.get("intent") === "pay") return await applyDiscount(request, form, journey, known);
  const problems = {
    ...fieldProblems,
    ...(hasCode && { code: [UNAPPLIED] }),
    ...(cardProblemIn(form) && { card: cardProblemIn(form) }),
  };
  if (!typed || Object.keys(problems).length > 0)
    return unprocessable("pay", submission.reply({ fieldErrors: problems }));
  const unread = gift && unreadRemark(gift, form, basketOrderOf(known?.accountId ?? NOBODY, journey));
  if (unread) {
    const { reply } = replyAgain(form, "");
    return withCookies<PaymentActionResult>({ intent: "pay", reply: { ...reply, error: {} }, unread }, [], 422);
  }
  const basketKey = journey.basketKey ?? newBasketKey();
  const code = journey.discountCode ?? null;
  const isValidated = isByGuest && quoteBasket(known?.accountId ?? NOBODY, journey, code, now).discount?.asks;
  const emailProblem = (refusal: DiscountRefusal) =>
    submission.reply({ fieldErrors: { email: [`${DISCOUNT_MESSAGES[refusal]}. ${WITHOUT_CODE}`] } });
  if (isValidated && !countKnownEmail(basketKey, now)) return unprocessable("pay", emailProblem("account_first"));
  const { accountId, email, firstName, lastName, isTest } = findOrCreateBuyer(
    known,
    typed,
    { ...journey, basketKey },
    now,
  );
  const basket = {
    accountId,
    basketKey,
    theme: journey.selectedTheme ?? "",
    type: journey.selectedType ?? "",
    discountCode: code,
    address: "line1" in typed ? deliveryAddressIn(typed) : null,
    gift,
    startsAtOnce: "startsAtOnce" in typed && typed.startsAtOnce,
    buyer: { email, firstName, lastName, isTest },
  };
  const start = await startPayment({ basket, ...readPayForm(form), clientAddress: clientAddress() }, now);
  const isKnown = start.kind === "refused" && start.refusal === "email_known";
  if (isValidated && !isKnown) uncountKnownEmail(basketKey, now);
  if (!["already_paid", "refused", "price_changed", "paused"].includes(start.kind))
    await countJourneyStep(request, "payment", journey);
  const ordered = { ...journey, basketKey, guest: isByGuest ? accountId : undefined };
  // The order has what was typed.
  const cookies = [await storeJourney(ordered), await forgetTyped()];
  switch (start.kind) {
    case "page":
      return await seeOther(start.url, { cookies });
    case "element":
      return withCookies(start.ready, cookies);
    case "already_paid":
    case "nothing_to_pay": {
      if (start.kind === "already_paid" && gift && isAnotherGift(gift, start.order))
        return await offerSecondGift(form, ordered, start.order, known);
      const status = start.isSettled ? null : (paymentStatusPath(start.order) ?? "/dashboard");
      return await seeOther(status ?? placeAfterPaying(start.order), { cookies });
    }
    case "price_changed": {
      const message = priceChanged(start.order.totalPence);
      return await seeOther("/payment", { cookies, flash: { tone: "warn", message } });
    }
    case "refused":
      if (start.refusal === "not_for_sale") return await seeOther("/begin", { cookies });
      if (!isKnown) return await withoutCode(form, start.refusal, ordered, known);
      return withCookies({ intent: "pay", reply: emailProblem(start.refusal) }, cookies, 422);
    case "paused":
    case "unavailable": {
      const { sentence, ...wait } = setbackOf(start);
      return notYet({ intent: "pay", reply: submission.reply({ formErrors: [sentence] }) }, wait, cookies);
    }
  }
}

/** The page with another gift than the one that was paid for, in a basket of its own. */
async function offerSecondGift(form: FormData, journey: Journey, paid: Order, known: Buyer | undefined) {
  const { recipientName } = giftDetailsOf(paid);
  return await seeOther("/payment", {
    cookies: [await storeJourney({ ...journey, basketKey: newBasketKey() }), await storeTyped(form, writerOf(known))],
    flash: {
      tone: "warn",
      message: `You’ve already paid for ${recipientName ? `the gift for ${recipientName}` : "a gift"} in another tab.`,
      more: "This would be a second one, and nothing has been paid for it.",
      link: { words: "See the first one", href: placeAfterPaying(paid) },
    },
  });
}

/** The buyer the order will belong to: the account signed in, which takes over this browser's guest, or a guest. */
function findOrCreateBuyer(
  known: Buyer | undefined,
  typed: Partial<DeliveryAddress & Giving> & { email?: string },
  journey: Journey & { basketKey: string },
  now: Date,
): Omit<Buyer, "isGuest"> {
  if (known && !known.isGuest) {
    if (journey.guest) claimFromGuest(journey.guest, known.accountId);
    return known;
  }
  // A giver is asked for one name alone, the one on the card.
  const { firstName = typed.giverName ?? "", lastName = "", email = "" } = typed;
  const browser = { guestId: journey.guest, basketKey: journey.basketKey };
  const accountId = saveGuest(browser, { firstName, lastName, email }, now);
  return { accountId, firstName, lastName, email, isTest: known?.isTest ?? false };
}

/** Back to the summary, without a code that takes nothing off any more. */
async function withoutCode(form: FormData, refusal: DiscountRefusal, journey: Journey, known: Buyer | undefined) {
  return await seeOther("/payment", {
    cookies: [await storeJourney({ ...journey, discountCode: undefined }), await storeTyped(form, writerOf(known))],
    flash: codeDropped(refusal),
  });
}
