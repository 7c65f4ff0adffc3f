import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { MARKETING_WORDING } from "~/domain/people/accounts/accounts.server";
import { claimFromGuest } from "~/domain/people/accounts/guests.server";
import { type AccountCreation, accountCreationForm } from "~/domain/shop/orders/forms";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { EmailField, NameFields, PhoneField, PostcodeAndCountry } from "~/ui/known-fields";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import { buyerOf } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { logError } from "~/web/error-log.server";
import { leaveFlash } from "~/web/flash.server";
import { replyAgain } from "~/web/form-again";
import { DESTINATIONS } from "~/web/journey";
import { readJourney, rememberDestination, storeJourney } from "~/web/journey.server";
import { readForm } from "~/web/read-form";
import { type FormResult, PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";
import {
  addressToOffer,
  afterOpening,
  FAILED,
  openAccount,
  orderToClaim,
  registerGuest,
} from "./account-creation-actions.server";

export const handle: ScreenHandle = { title: "Create your account", noindex: true, formAgain: replyAgain };

const SIGN_IN_FIRST = "Please sign in or complete email verification before creating your account.";
const OTHER_EMAIL = "Please use the email address you signed in with; you can change it in your settings";

/** Anybody who has paid, as a guest of this browser or signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const [buyer, journey] = await Promise.all([buyerOf(request), readJourney(request)]);
  if (!buyer) {
    const headers = new Headers({ "Set-Cookie": await rememberDestination(request, "account-creation") });
    headers.append("Set-Cookie", await leaveFlash({ tone: "warn", message: SIGN_IN_FIRST }));
    throw redirect("/register", { headers });
  }
  const order = orderToClaim(buyer.accountId, journey);
  if (!order) throw redirect(buyer.isGuest ? "/payment" : "/begin");
  // Everything is known of somebody whose order is theirs already.
  if (!buyer.isGuest && order.accountId === buyer.accountId) throw redirect(DESTINATIONS[afterOpening(order)]);
  const { firstName, lastName, email } = buyer;
  return data(
    {
      marketingWording: MARKETING_WORDING,
      isSignedIn: !buyer.isGuest,
      totalPence: order.totalPence,
      known: { firstName, lastName, email, ...addressToOffer(buyer.accountId, order) },
    },
    { headers: PRIVATE },
  );
}

/** Anybody who has paid. A guest registers with it; what they typed is stored until their email address is verified. */
export async function action({ request }: ActionFunctionArgs) {
  const now = currentTime();
  const [buyer, journey] = await Promise.all([buyerOf(request), readJourney(request)]);
  const order = buyer && orderToClaim(buyer.accountId, journey);
  if (buyer && !order) return await seeOther("/payment");
  if (buyer?.isGuest && order) return await registerGuest(request, buyer.accountId, order, journey);
  const submission = readForm(formOf(request), accountCreationForm);
  if (submission.status !== "success") return unprocessable("account", submission.reply());
  if (!buyer) {
    const cookies = [await storeJourney({ ...journey, redirectAfterAuth: "account-creation" })];
    return await seeOther("/register", { cookies, flash: { tone: "warn", message: SIGN_IN_FIRST } });
  }
  if (submission.value.email.toLowerCase() !== buyer.email.toLowerCase()) {
    return unprocessable("account", submission.reply({ fieldErrors: { email: [OTHER_EMAIL] } }));
  }
  let failure: string | null;
  try {
    if (journey.guest) claimFromGuest(journey.guest, buyer.accountId);
    failure = openAccount(buyer.accountId, submission.value, order ?? undefined, now, (error) =>
      logError(error, request),
    );
  } catch (error) {
    logError(error, request);
    failure = FAILED;
  }
  if (failure) return unprocessable("account", submission.reply({ formErrors: [failure] }));
  const place = order ? afterOpening(order) : "loop-end-date";
  return await seeOther(DESTINATIONS[place], {
    cookies: [await storeJourney({ ...journey, guest: undefined, redirectAfterAuth: undefined })],
    flash: place === "orders" ? { tone: "ok", message: "Your account is ready. Your gift is here." } : undefined,
  });
}

export default function AccountCreationPage() {
  const { isSignedIn, totalPence, known, marketingWording } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>() as FormResult | undefined;
  const [form, fields] = useForm<AccountCreation & { password: string }>({
    id: "account",
    lastResult: actionData?.reply,
    defaultValue: known,
  });
  return (
    <Frame variant="checkout">
      <ErrorSummary problems={problemsOf(form)} />
      <Banner tone="ok">
        <b>Payment Successful.</b> We have received {formatPence(totalPence)}.
      </Banner>
      <div className="form-column">
        <div>
          <BackLink href="/payment">Back</BackLink>
          <h1>
            Create your <em>account</em>
          </h1>
        </div>
        <p className="lead">
          {isSignedIn
            ? "Check your details and you’re ready to start."
            : "Your loop is safe. Fill this in and we’ll email you a code to finish."}
        </p>
        <PostForm {...getFormProps(form)} className="form-stack">
          <div className="form-grid">
            <NameFields fields={fields} />
          </div>
          <EmailField of={fields.email} />
          <PhoneField of={fields.phone} />
          <TextField {...fieldOf(fields.address)} label="Address" autoComplete="address-line1" />
          <div className="form-grid">
            <TextField {...fieldOf(fields.city)} label="Town or city" autoComplete="address-level2" />
            <PostcodeAndCountry of={fields.postcode} hint="We only deliver to UK addresses" />
          </div>
          {!isSignedIn && <NewPasswordFields password={secretOf(fields.password)} advice={actionData?.advice} />}
          <Checkbox
            {...checkboxOf(fields.agreeToTerms)}
            label={
              <>
                I agree to the <a href="/terms">terms and conditions</a>
                {!isSignedIn && (
                  <>
                    {" "}
                    and I’ve read the <a href="/privacy">Privacy Policy</a>
                  </>
                )}
              </>
            }
          />
          <Checkbox {...checkboxOf(fields.agreeToMarketing)} label={marketingWording} optional />
          <Button>Create account</Button>
        </PostForm>
      </div>
    </Frame>
  );
}
