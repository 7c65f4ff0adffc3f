import type { SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findLoopType, findTheme } from "~/domain/catalogue/catalogue";
import { DISCOUNT_SENTENCES } from "~/domain/discounts/rules";
import { deliveryWindow } from "~/domain/loops/calendar";
import { formatPence } from "~/domain/money/pounds";
import { elementData, hasPriceChanged, openPaymentOn } from "~/domain/orders/element.server";
import { deliveryAddressForm, discountForm } from "~/domain/orders/forms";
import { fulfilOrder, standingOf } from "~/domain/orders/fulfilment.server";
import { orderOf, placeLoopOrder, quoteLoop } from "~/domain/orders/orders.server";
import { priceChanged, sentenceOf } from "~/domain/orders/payment-copy";
import { latestDecline } from "~/domain/orders/payments.server";
import { londonDay } from "~/domain/time/days";
import { giftForm } from "~/domain/vouchers/forms";
import { sendDayProblem } from "~/domain/vouchers/gifts.server";
import { Frame } from "~/screens/frame";
import { RehearsalBanner } from "~/ui/card-part";
import { PRIVATE, seeOther, unprocessable, withCookies } from "~/web/answers.server";
import { countOrRefuse, countPayment } from "~/web/attempts.server";
import { type Buyer, buyerOf } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { payAgain } from "~/web/form-again";
import { noteJourneyStep } from "~/web/funnel.server";
import type { Journey } from "~/web/journey";
import { keepJourney, newBasketKey, readJourney } from "~/web/journey.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { JOURNEY_NAMES } from "./journey-copy";
import { deliveryData } from "./payment-addresses.server";
import { PaymentCovered } from "./payment-covered";
import { PaymentDelivery } from "./payment-delivery";
import { giftData, placeAfterPaying } from "./payment-gift.server";
import {
  basketOrderOf,
  discountProblem,
  isGuests,
  PAYMENT_FORMS,
  welcomeBuyer,
  withoutCode,
} from "./payment-guest.server";
import { leadPastPaying, paymentStatusPath } from "./payment-status.server";
import { PaymentSummary } from "./payment-summary";
import { JourneyIncomplete } from "./payment-unavailable";
import { voucherInHand } from "./voucher-in-hand.server";

export const handle: ScreenHandle<{ journeyType: keyof typeof JOURNEY_NAMES | null }> = {
  title: ({ journeyType }) => `${JOURNEY_NAMES[journeyType ?? "purchase"].title} - Payment`,
  description: "What your loop comes to, where the book goes, and a safe way to pay.",
  noindex: true,
  formAgain: payAgain,
  pays: true,
  hydrate: true,
};

/** Where the provider does not answer, when to try again. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Needs a chosen theme and type; whoever redeems needs a voucher and a sign-in, whoever buys may be a guest. */
export async function loader({ request }: LoaderFunctionArgs) {
  const now = currentTime();
  const journey = await readJourney(request);
  if (!journey.selectedTheme || !journey.selectedType) throw redirect("/begin");
  const isRedeeming = journey.journeyType === "redeem";
  if (isRedeeming) await requireCustomer(request, "payment");
  const buyer = await buyerOf(request);
  const accountId = buyer?.accountId ?? NOBODY;
  const voucher = isRedeeming ? await voucherInHand(request, journey) : null;
  if (isRedeeming && !voucher) throw redirect("/voucher-redeem");
  const theme = findTheme(journey.selectedTheme);
  const type = findLoopType(journey.selectedTheme, journey.selectedType);
  const order = basketOrderOf(accountId, journey);
  if (order?.paidAt) throw await leadPastPaying(order, isGuests(order, journey));
  const url = new URL(request.url);
  const step = url.searchParams.get("step") === "delivery" ? ("delivery" as const) : ("summary" as const);
  if (step === "delivery") await noteJourneyStep(request, "address", journey);
  // What a voucher pays takes no discount.
  const discountCode = voucher ? null : (journey.discountCode ?? null);
  const quote = quoteLoop({ accountId, discountCode, orderId: order?.id }, now);
  return data(
    {
      journeyType: journey.journeyType ?? null,
      covered: voucher && { lastFour: voucher.lastFour },
      loop:
        theme && type?.active
          ? { theme: theme.id, themeName: theme.name, name: type.displayName, image: type.image }
          : null,
      element: elementData(),
      quote: { ...quote, refused: quote.refused && DISCOUNT_SENTENCES[quote.refused] },
      step,
      wasCancelled: url.searchParams.has("cancelled"),
      lastError: order ? latestDecline(order.id) : null,
      ...deliveryData(buyer, order, url.searchParams.get("address")),
      guest: buyer && !buyer.isGuest ? null : { email: buyer?.email ?? "" },
      gift: journey.journeyType === "gift" ? giftData(order, now) : null,
      deliveryMonth: deliveryWindow(londonDay(now)).recommended,
    },
    { headers: PRIVATE },
  );
}

export {
  elementClientAction as clientAction,
  elementShouldRevalidate as shouldRevalidate,
} from "~/ui/element-payment";

export type PaymentData = ReturnType<typeof useLoaderData<typeof loader>>;
export interface PaymentAnswer {
  intent: string;
  reply: SubmissionResult;
}

/** In place of an account, where nobody is signed in and nothing was bought yet. */
const NOBODY = "";

/** Public: whoever has chosen a loop may pay for it, signed in or as a guest. */
export async function action({ request }: ActionFunctionArgs) {
  const buyer = await buyerOf(request);
  const journey = await readJourney(request);
  const form = formOf(request);
  switch (form.get("intent")) {
    case "apply":
      return await applyDiscount(request, form, journey, buyer?.accountId);
    case "covered":
      return await seeOther("/loop-end-date");
    case "remove":
      return await seeOther("/payment", {
        cookies: [await keepJourney({ ...journey, discountCode: undefined })],
      });
    default:
      return await pay(request, form, journey, buyer);
  }
}

async function applyDiscount(request: Request, form: FormData, journey: Journey, accountId = NOBODY) {
  const now = currentTime();
  const submission = readForm(form, discountForm);
  if (submission.status !== "success") return unprocessable("apply", submission.reply());
  countOrRefuse("discount_guesses", accountId || clientAddress(), now);
  const { code } = submission.value;
  const problem = discountProblem({ accountId, discountCode: code, journey }, now, request);
  if (problem) return unprocessable("apply", submission.reply({ fieldErrors: { code: [problem] } }));
  return await seeOther("/payment", { cookies: [await keepJourney({ ...journey, discountCode: code })] });
}

async function pay(request: Request, form: FormData, journey: Journey, known: Buyer | undefined) {
  const now = currentTime();
  if (journey.journeyType === "redeem") return await seeOther("/payment");
  const isGift = journey.journeyType === "gift";
  const isGuest = !known || known.isGuest;
  const submission = readForm(form, PAYMENT_FORMS[isGuest ? "guest" : "customer"][isGift ? "gift" : "loop"]);
  if (submission.status !== "success") return unprocessable("pay", submission.reply());
  const gift = isGift ? giftForm.parse(submission.value) : undefined;
  const dayProblem = gift ? sendDayProblem(gift.sendOnDay, null, now) : null;
  if (dayProblem) return unprocessable("pay", submission.reply({ fieldErrors: { sendOnDay: [dayProblem] } }));
  const basketKey = journey.basketKey ?? newBasketKey();
  countPayment(isGuest ? basketKey : known.accountId, now);
  const buyer = welcomeBuyer(known, submission.value, { ...journey, basketKey }, now);
  const { accountId, email, firstName, lastName, isTest } = buyer;
  const kept = { ...journey, basketKey, guest: buyer.isGuest ? accountId : undefined };
  const standing = await standingOf(accountId, basketKey, now);
  const earlier = standing === "open" ? undefined : orderOf(accountId, basketKey);
  const cookies = [await keepJourney(kept)];
  if (earlier) {
    const place = standing === "paid" ? placeAfterPaying(earlier, isGuest) : paymentStatusPath(earlier);
    return await seeOther(place, { cookies });
  }
  const placed = placeLoopOrder(
    {
      accountId,
      basketKey,
      theme: journey.selectedTheme ?? "",
      type: journey.selectedType ?? "",
      discountCode: journey.discountCode ?? null,
      address: deliveryAddressForm.parse(submission.value),
      gift,
      buyer: { email, firstName, lastName, isTest },
    },
    now,
  );
  if (!placed.ok) {
    if (placed.reason === "already_paid")
      return await seeOther(placeAfterPaying(placed.order, isGuest), { cookies });
    if (placed.reason === "unknown_type") return await seeOther("/begin", { cookies });
    return await withoutCode(placed.refusal, kept);
  }
  if (hasPriceChanged(form.get("shownPence"), placed.order)) {
    const message = priceChanged(formatPence(placed.order.totalPence));
    return await seeOther("/payment?step=delivery", { cookies, flash: { tone: "warn", message } });
  }
  await noteJourneyStep(request, "payment", journey);
  const surface = form.get("intent") === "element" ? "element" : "page";
  const opened = await openPaymentOn(surface, placed.order, now);
  if (opened.ok && "ready" in opened) return withCookies(opened.ready, cookies);
  if (opened.ok) return await seeOther(opened.url, { cookies });
  if (opened.reason === "nothing_to_pay") {
    const result = await fulfilOrder(placed.order.id, now);
    return await seeOther(
      result.ok ? placeAfterPaying(placed.order, isGuest) : paymentStatusPath(placed.order),
      {
        cookies,
      },
    );
  }
  if (opened.reason === "discount_used_up") return await withoutCode("used_up", kept);
  const reply = submission.reply({ formErrors: [sentenceOf(opened)] });
  return data(
    { intent: "pay", reply },
    {
      status: 503,
      headers: [["Retry-After", "60"], ...cookies.map((cookie): [string, string] => ["Set-Cookie", cookie])],
    },
  );
}

export default function Payment() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as PaymentAnswer | undefined;
  const complete = view.journeyType !== null && view.loop !== null;
  const showsDelivery = answer ? answer.intent === "pay" : view.step === "delivery";
  return (
    <Frame variant="checkout" theme={view.loop?.theme}>
      <RehearsalBanner isRehearsal={view.element.isRehearsal} />
      {!complete && <JourneyIncomplete isTypeMissing={view.journeyType === null} />}
      {complete && view.covered && <PaymentCovered view={view} />}
      {complete && !view.covered && showsDelivery && <PaymentDelivery view={view} answer={answer} />}
      {complete && !view.covered && !showsDelivery && <PaymentSummary view={view} answer={answer} />}
    </Frame>
  );
}
