import type { SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SignedIn } from "~/domain/accounts/sessions.server";
import { findLoopType, findTheme } from "~/domain/catalogue/catalogue";
import { DISCOUNT_SENTENCES } from "~/domain/discounts/rules";
import { deliveryWindow, londonDay } from "~/domain/loops/calendar";
import { elementFacts, hasPriceChanged, openPaymentOn } from "~/domain/orders/element.server";
import { deliveryAddressForm, discountForm, giftPaymentForm } from "~/domain/orders/forms";
import { fulfilOrder, standingOf } from "~/domain/orders/fulfilment.server";
import { deliveryAddressOf, orderOf, placeLoopOrder, quoteLoop } from "~/domain/orders/orders.server";
import { priceChanged, sentenceOf } from "~/domain/orders/payment-sentences";
import { latestPayment } from "~/domain/orders/payments.server";
import { giftForm } from "~/domain/vouchers/forms";
import { sendDayProblem } from "~/domain/vouchers/gifts.server";
import { Frame } from "~/screens/frame";
import { RehearsalBanner } from "~/ui/card-part";
import { formatPence } from "~/ui/format";
import { goOn, PRIVATE, sayAgain, withCookies } from "~/web/answers.server";
import { countOrRefuse, countPayment } from "~/web/attempts.server";
import { readClock } from "~/web/clock.server";
import type { Journey } from "~/web/journey";
import { keepJourney, newBasketKey, readJourney } from "~/web/journey.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { JOURNEY_NAMES } from "./journey-words";
import { PaymentCovered } from "./payment-covered";
import { PaymentDelivery } from "./payment-delivery";
import { giftFacts, placeAfterPaying } from "./payment-gift.server";
import { whereItStands } from "./payment-standing.server";
import { PaymentSummary } from "./payment-summary";
import { JourneyIncomplete } from "./payment-unavailable";
import { voucherInHand } from "./voucher-in-hand.server";

export const handle: ScreenHandle<{ journeyType: keyof typeof JOURNEY_NAMES | null }> = {
  title: ({ journeyType }) => `${JOURNEY_NAMES[journeyType ?? "purchase"].title} - Payment`,
  noindex: true,
  pays: true,
  hydrate: true,
};

/** Where the provider does not answer, when to try again. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Needs a chosen theme and type, and somebody signed in; a voucher where one is redeemed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const now = readClock();
  const journey = await readJourney(request);
  if (!journey.selectedTheme || !journey.selectedType) throw redirect("/begin");
  const person = await requireCustomer(request, "payment");
  const voucher = journey.journeyType === "redeem" ? await voucherInHand(request, journey) : null;
  if (journey.journeyType === "redeem" && !voucher) throw redirect("/voucher-redeem");
  const theme = findTheme(journey.selectedTheme);
  const type = findLoopType(journey.selectedTheme, journey.selectedType);
  const order = journey.basketKey ? orderOf(person.accountId, journey.basketKey) : undefined;
  if (order?.paidAt) throw redirect(placeAfterPaying(order));
  const url = new URL(request.url);
  // What a voucher pays takes no discount.
  const discountCode = voucher ? null : (journey.discountCode ?? null);
  const quote = quoteLoop({ accountId: person.accountId, discountCode, orderId: order?.id }, now);
  return data(
    {
      journeyType: journey.journeyType ?? null,
      covered: voucher && { lastFour: voucher.lastFour },
      loop:
        theme && type?.active
          ? { theme: theme.id, themeName: theme.name, name: type.displayName, image: type.image }
          : null,
      element: elementFacts(),
      quote: { ...quote, refused: quote.refused && DISCOUNT_SENTENCES[quote.refused] },
      step: url.searchParams.get("step") === "delivery" ? ("delivery" as const) : ("summary" as const),
      wasCancelled: url.searchParams.has("cancelled"),
      lastError: (order && latestPayment(order.id)?.lastError) ?? null,
      address: order ? deliveryAddressOf(order) : { firstName: person.firstName, lastName: person.lastName },
      gift: journey.journeyType === "gift" ? giftFacts(order, now) : null,
      deliveryMonth: deliveryWindow(londonDay(now)).recommended,
    },
    { headers: PRIVATE },
  );
}

export {
  elementClientAction as clientAction,
  elementShouldRevalidate as shouldRevalidate,
} from "~/ui/element-payment";

export type PaymentFacts = ReturnType<typeof useLoaderData<typeof loader>>;
export interface PaymentAnswer {
  intent: string;
  reply: SubmissionResult;
}

/** Needs somebody signed in. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireCustomer(request, "payment");
  const journey = await readJourney(request);
  const form = formOf(request);
  switch (form.get("intent")) {
    case "apply":
      return await applyDiscount(form, journey, person);
    case "covered":
      return await goOn("/loop-end-date");
    case "remove":
      return await goOn("/payment", {
        cookies: [await keepJourney({ ...journey, discountCode: undefined })],
      });
    default:
      return await pay(form, journey, person);
  }
}

async function applyDiscount(form: FormData, journey: Journey, person: SignedIn) {
  const now = readClock();
  const submission = readForm(form, discountForm);
  if (submission.status !== "success") return sayAgain("apply", submission.reply());
  countOrRefuse("discount_guesses", person.accountId, now);
  const { code } = submission.value;
  const { refused } = quoteLoop({ accountId: person.accountId, discountCode: code }, now);
  if (refused)
    return sayAgain("apply", submission.reply({ fieldErrors: { code: [DISCOUNT_SENTENCES[refused]] } }));
  return await goOn("/payment", { cookies: [await keepJourney({ ...journey, discountCode: code })] });
}

async function pay(form: FormData, journey: Journey, person: SignedIn) {
  const now = readClock();
  if (journey.journeyType === "redeem") return await goOn("/payment");
  const isGift = journey.journeyType === "gift";
  const submission = readForm(form, isGift ? giftPaymentForm : deliveryAddressForm);
  if (submission.status !== "success") return sayAgain("pay", submission.reply());
  const gift = isGift ? giftForm.parse(submission.value) : undefined;
  const dayProblem = gift ? sendDayProblem(gift.sendOnDay, null, now) : null;
  if (dayProblem) return sayAgain("pay", submission.reply({ fieldErrors: { sendOnDay: [dayProblem] } }));
  countPayment(person.accountId, now);
  const basketKey = journey.basketKey ?? newBasketKey();
  const standing = await standingOf(person.accountId, basketKey, now);
  const earlier = standing === "open" ? undefined : orderOf(person.accountId, basketKey);
  if (earlier) return await goOn(standing === "paid" ? placeAfterPaying(earlier) : whereItStands(earlier));
  const placed = placeLoopOrder(
    {
      accountId: person.accountId,
      basketKey,
      theme: journey.selectedTheme ?? "",
      type: journey.selectedType ?? "",
      discountCode: journey.discountCode ?? null,
      address: deliveryAddressForm.parse(submission.value),
      gift,
      buyer: {
        email: person.email,
        firstName: person.firstName,
        lastName: person.lastName,
        isTest: person.isTest,
      },
    },
    now,
  );
  const cookies = [await keepJourney({ ...journey, basketKey })];
  if (!placed.ok) {
    if (placed.reason === "already_paid") return await goOn(placeAfterPaying(placed.order), { cookies });
    if (placed.reason === "unknown_type") return await goOn("/begin", { cookies });
    return await goOn("/payment", {
      cookies: [await keepJourney({ ...journey, basketKey, discountCode: undefined })],
      flash: {
        tone: "warn",
        message: `${DISCOUNT_SENTENCES[placed.refusal]}.`,
        more: "The price is now without it.",
      },
    });
  }
  if (hasPriceChanged(form.get("shownPence"), placed.order)) {
    const message = priceChanged(formatPence(placed.order.totalPence));
    return await goOn("/payment?step=delivery", { cookies, flash: { tone: "warn", message } });
  }
  const surface = form.get("intent") === "element" ? "element" : "page";
  const opened = await openPaymentOn(surface, placed.order, now);
  if (opened.ok && "ready" in opened) return withCookies(opened.ready, cookies);
  if (opened.ok) return await goOn(opened.url, { cookies });
  if (opened.reason === "nothing_to_pay") {
    const result = await fulfilOrder(placed.order.id, now);
    return await goOn(result.ok ? placeAfterPaying(placed.order) : whereItStands(placed.order), { cookies });
  }
  const reply = submission.reply({ formErrors: [sentenceOf(opened)] });
  return data({ intent: "pay", reply }, { status: 503, headers: { "Retry-After": "60" } });
}

export default function Payment() {
  const facts = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as PaymentAnswer | undefined;
  const complete = facts.journeyType !== null && facts.loop !== null;
  const showsDelivery = answer ? answer.intent === "pay" : facts.step === "delivery";
  return (
    <Frame variant="checkout" theme={facts.loop?.theme}>
      <RehearsalBanner isRehearsal={facts.element.isRehearsal} />
      {!complete && <JourneyIncomplete isTypeMissing={facts.journeyType === null} />}
      {complete && facts.covered && <PaymentCovered facts={facts} />}
      {complete && !facts.covered && showsDelivery && <PaymentDelivery facts={facts} answer={answer} />}
      {complete && !facts.covered && !showsDelivery && <PaymentSummary facts={facts} answer={answer} />}
    </Frame>
  );
}
