import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { unspentCreditOf } from "~/domain/diary/loops/credits.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { orderOf } from "~/domain/shop/orders/orders.server";
import { Frame } from "~/screens/frame";
import { handlingCard } from "~/web/card-responses.server";
import { currentTime } from "~/web/clock.server";
import { payAgain } from "~/web/form-again";
import { countStep } from "~/web/funnel.server";
import { actionHeaders } from "~/web/headers";
import { newBasketKey } from "~/web/journey.server";
import { type FormResult, PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer, sessionUserOf } from "~/web/sessions.server";
import { newSignup, type Signup } from "~/web/signup";
import { forgetSignup, readSignup, storeSignup } from "~/web/signup.server";
import { formOf } from "~/web/submission.server";
import { SignupAccount } from "./signup-account";
import { register, resend, verify } from "./signup-account-actions.server";
import { SignupAddress } from "./signup-address";
import { SignupComplete } from "./signup-complete";
import {
  accountData,
  addressData,
  completeData,
  packageOnSale,
  paymentData,
  provenData,
  reachedStep,
  verifyData,
} from "./signup-data.server";
import { applyDiscount, chooseAddress, goBack, pay, removeDiscount } from "./signup-order-actions.server";
import { SignupPayment } from "./signup-payment";
import { SignupProven } from "./signup-proven";
import {
  COMPLETE_PATH,
  isSignupStep,
  SIGNUP_LABELS,
  SIGNUP_PATH,
  SIGNUP_STEPS,
  type SignupStep,
  SignupStepper,
} from "./signup-steps";
import { SignupVerify } from "./signup-verify";

/**
 * Signing up and buying the plain loop in one flow: Account, Verify, Address, Payment, Complete. The step is derived
 * from what has been done; `?step=` leads back to a finished one, and `?reset=true` starts over.
 */
export const handle: ScreenHandle<{ view: { step: SignupStep } }> = {
  title: ({ view }) => `Begin a Classic Loop - ${SIGNUP_LABELS[view.step]}`,
  noindex: true,
  formAgain: payAgain,
  pays: true,
};

/** Carries Retry-After when the provider does not respond. */
export const headers = actionHeaders;

/** Public: the first two steps are for visitors, the others show the customer's own order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const now = currentTime();
  const url = new URL(request.url);
  const person = await sessionUserOf(request);
  const { signup, isNew } = await readSignup(request);
  if (url.searchParams.get("reset") === "true") throw await startOver(person, signup);
  const onSale = packageOnSale();
  if (!onSale) throw redirect("/begin");
  const reached = reachedStep(person, signup);
  if (reached === "signed-out") throw redirect("/auth?then=streamlined-signup");
  const input = url.searchParams.get("step");
  if (reached === "complete" && input !== "complete") throw redirect(COMPLETE_PATH);
  if (reached !== "complete" && input === "complete") throw redirect(placeAfter(person));
  const step = isSignupStep(input) && isBefore(input, reached) ? input : reached;
  const view = dataOf(step, person, signup, now);
  // The last step is shown once; its cookie is then deleted.
  if (view.step === "complete" && !unspentCreditOf(person?.accountId ?? "")) {
    throw await seeOther("/dashboard", { cookies: [await forgetSignup()] });
  }
  await countStep(request, { stage: STAGE_OF[view.step] ?? "product", journey: "purchase" });
  const headers = new Headers(PRIVATE);
  if (view.step === "complete") headers.append("Set-Cookie", await forgetSignup());
  else if (isNew) headers.append("Set-Cookie", await storeSignup(signup));
  return data({ view, onSale, wasCancelled: url.searchParams.has("cancelled") }, { headers });
}

/** The stage of the sales funnel of each step; the plain loop has no stage for a theme. */
const STAGE_OF: Partial<Record<SignupStep, "address" | "payment">> = {
  address: "address",
  payment: "payment",
  complete: "payment",
};

const isBefore = (one: SignupStep, other: SignupStep) => SIGNUP_STEPS.indexOf(one) < SIGNUP_STEPS.indexOf(other);

/** Forgets what was typed and chosen. A pending order keeps its basket, so that nobody pays twice for one. */
async function startOver(person: SignedIn | undefined, { basketKey }: Signup) {
  const order = person && orderOf(person.accountId, basketKey);
  const key = order?.status === "PENDING" ? basketKey : newBasketKey();
  return await seeOther(SIGNUP_PATH, { cookies: [await storeSignup(newSignup(key))] });
}

/** Where the last step redirects to if it was shown before, or is not reached. */
function placeAfter(person: SignedIn | undefined): string {
  if (!person) return SIGNUP_PATH;
  return unspentCreditOf(person.accountId) ? "/loop-end-date" : "/dashboard";
}

function dataOf(step: SignupStep, person: SignedIn | undefined, signup: Signup, now: Date) {
  if (!person) return step === "verify" ? verifyData(signup, now) : accountData(signup);
  if (step === "account" || step === "verify") return provenData(step, person);
  const order = orderOf(person.accountId, signup.basketKey);
  if (step === "address" || !order) return addressData(person, signup);
  return step === "payment" ? paymentData(person, signup, order, now) : completeData(person, order, currentTime());
}

/** Public up to the address, which needs a customer signed in. */
export const action = handlingCard(async ({ request }: ActionFunctionArgs) => {
  const form = formOf(request);
  const intent = form.get("intent");
  const { signup } = await readSignup(request);
  if (intent === "register" || intent === "verify" || intent === "resend") {
    if (await sessionUserOf(request)) return await seeOther(SIGNUP_PATH);
    if (intent === "resend") return await resend(request, signup);
    return intent === "verify" ? await verify(request, signup) : await register(request, signup);
  }
  const person = await requireCustomer(request, "streamlined-signup");
  switch (intent) {
    case "address":
      return await chooseAddress(form, signup, person);
    case "back":
      return await goBack(form, signup, person);
    case "apply":
      return await applyDiscount(form, signup, person);
    case "remove":
      return await removeDiscount(signup);
    case "pay":
    case "hosted":
    case "element":
      return await pay(form, signup, person);
    default:
      return await seeOther(SIGNUP_PATH);
  }
});

export default function StreamlinedSignup() {
  const { view, onSale, wasCancelled } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>() as FormResult | undefined;
  return (
    <Frame variant="checkout" theme={onSale.theme}>
      <SignupStepper step={view.step} />
      {view.page === "account" && <SignupAccount view={view} onSale={onSale} actionData={actionData} />}
      {view.page === "verify" && <SignupVerify view={view} onSale={onSale} actionData={actionData} />}
      {view.page === "proven" && <SignupProven view={view} onSale={onSale} />}
      {view.page === "address" && <SignupAddress view={view} onSale={onSale} actionData={actionData} />}
      {view.page === "payment" && (
        <SignupPayment view={view} onSale={onSale} actionData={actionData} wasCancelled={wasCancelled} />
      )}
      {view.page === "complete" && <SignupComplete view={view} />}
    </Frame>
  );
}
