import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { placeAfterPaying } from "~/domain/shop/orders/return-addresses";
import { Frame } from "~/screens/frame";
import { TestModeBanner } from "~/ui/card-part";
import { buyerOf } from "~/web/buyers.server";
import { handlingCard } from "~/web/card-responses.server";
import { currentTime } from "~/web/clock.server";
import { payAgain } from "~/web/form-again";
import { countJourneyStep } from "~/web/funnel.server";
import { actionHeaders } from "~/web/headers";
import { readJourney } from "~/web/journey.server";
import { PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { readTyped } from "~/web/typed-payment.server";
import { JOURNEY_NAMES } from "./journey-copy";
import {
  applyDiscount,
  checkFields,
  type PaymentActionResult,
  pay,
  removeDiscount,
  showCard,
  signInFirst,
} from "./payment-actions.server";
import { PaymentCovered } from "./payment-covered";
import { basketOrderOf, NOBODY, paymentData } from "./payment-data.server";
import { PaymentDelivery } from "./payment-delivery";
import { JourneyIncomplete } from "./payment-unavailable";
import { voucherInHand } from "./voucher-in-hand.server";
import { askWhichOne } from "./which-loop.server";

export const handle: ScreenHandle<{
  journeyType: keyof typeof JOURNEY_NAMES | null;
  gift: object | null;
}> = {
  title: ({ journeyType }) => `${JOURNEY_NAMES[journeyType ?? "purchase"].title} - Payment`,
  description: "Your order, where the book goes, and a secure way to pay.",
  noindex: true,
  moreSheets: ({ gift }) => (gift ? ["forms", "gift"] : []),
  formAgain: payAgain,
  pays: true,
};

/** Carries Retry-After when the provider does not respond. */
export const headers = actionHeaders;

/** Needs a chosen theme and type. A buyer may be a guest; redeeming needs a voucher and a customer signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const journey = await readJourney(request);
  if (!journey.selectedTheme || !journey.selectedType) throw redirect("/begin");
  const isRedeeming = journey.journeyType === "redeem";
  if (isRedeeming) await requireCustomer(request, "payment");
  const buyer = await buyerOf(request);
  const voucher = isRedeeming ? await voucherInHand(request, journey) : null;
  if (isRedeeming && !voucher) throw redirect("/voucher-redeem");
  const order = basketOrderOf(buyer?.accountId ?? NOBODY, journey);
  if (order?.status === "REFUNDED") {
    throw await seeOther("/loop-theme", {
      flash: {
        tone: "info",
        message: "We’ve refunded that order.",
        more: "To buy another loop, choose a theme.",
      },
    });
  }
  if (order?.paidAt) {
    throw await seeOther(placeAfterPaying(order), {
      flash: {
        tone: "info",
        message: "You’ve already paid for this order.",
        more: "We haven’t charged you again.",
      },
    });
  }
  const params = new URL(request.url).searchParams;
  const { words } = await readTyped(request, buyer && !buyer.isGuest ? buyer.accountId : null);
  const view = paymentData({ journey, buyer, voucher, order, params, words }, currentTime());
  if (!view.covered) await countJourneyStep(request, "address", journey);
  return data(view, { headers: PRIVATE });
}

/** Public: a guest may pay for a loop too. */
export const action = handlingCard(async ({ request }: ActionFunctionArgs) => {
  const buyer = await buyerOf(request);
  const journey = await readJourney(request);
  const form = formOf(request);
  const accountId = buyer && !buyer.isGuest ? buyer.accountId : null;
  if (form.get("intent") === "check") return checkFields(form, journey, buyer);
  const question = await askWhichOne(form, journey, accountId);
  if (question) return question;
  switch (form.get("intent")) {
    case "sign-in":
    case "register":
      return await signInFirst(form, journey);
    case "apply":
      return await applyDiscount(request, form, journey, buyer);
    case "card":
      return await showCard(form, journey, buyer);
    case "covered":
      return await seeOther("/loop-end-date");
    case "remove":
      return await removeDiscount(form, journey, buyer);
    default:
      return await pay(request, form, journey, buyer);
  }
});

export default function Payment() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>() as PaymentActionResult | undefined;
  const complete = view.journeyType !== null && view.loop !== null;
  return (
    <Frame variant="checkout" theme={view.loop?.theme}>
      <TestModeBanner isTestMode={view.element.isTestMode} />
      {!complete && <JourneyIncomplete isTypeMissing={view.journeyType === null} />}
      {complete && view.covered && <PaymentCovered view={view} />}
      {complete && !view.covered && <PaymentDelivery view={view} actionData={actionData} />}
    </Frame>
  );
}
