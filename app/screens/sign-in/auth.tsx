import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { waitInWords } from "~/domain/kernel/limits/limits";
import { seller } from "~/domain/mail/layout/seller.server";
import { resendCode } from "~/domain/people/accounts/accounts.server";
import { type SignIn, signInForm } from "~/domain/people/accounts/forms";
import { formatSuspended } from "~/domain/people/accounts/suspension";
import { heldVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PageScript } from "~/ui/page-script";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { Swatch } from "~/ui/swatch";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { authenticateCustomer, startCustomerSession } from "~/web/customer-auth.server";
import { resultOrNull } from "~/web/error-log.server";
import { replyAgain } from "~/web/form-again";
import { DESTINATIONS, isDestination, nextPlace } from "~/web/journey";
import { readJourney, rememberDestination, storeJourney } from "~/web/journey.server";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { SignInAside } from "./sign-in-aside";

export const handle: ScreenHandle = {
  title: "Sign in",
  description: "Sign in to your loop.",
  noindex: true,
  formAgain: replyAgain,
  cached: { signsIn: true },
  guard: { cachedForm: true },
};

const EMPTY_MESSAGE = "Please fill in all fields";
const WRONG_MESSAGE = "Login failed. Please check your credentials.";
const FAILED_MESSAGE = "Login failed. Please try again.";
const TOO_MANY_MESSAGE = `Too many attempts. Please wait ${waitInWords("sign_in_account")} and try again.`;

/** Public; signed-in customers are redirected. The query may name a known destination, never an address. */
export async function loader({ request }: LoaderFunctionArgs) {
  const place = new URL(request.url).searchParams.get("then");
  if (place && isDestination(place)) {
    if (await sessionUserOf(request)) throw redirect(DESTINATIONS[place]);
    throw redirect("/auth", { headers: { "Set-Cookie": await rememberDestination(request, place) } });
  }
  const journey = await readJourney(request);
  if (await sessionUserOf(request)) throw redirect(nextPlace(journey));
  const chosen = findLoopType(journey.selectedTheme ?? "", journey.selectedType ?? "");
  return data({
    chosen: chosen && { name: chosen.displayName, image: chosen.image, theme: chosen.themeId },
    holdsVoucher: journey.journeyType === "redeem" && heldVoucher(journey.voucherHold, null, currentTime()).ok,
    waits: journey.redirectAfterAuth !== undefined,
  });
}

/** Public. A wrong password and an unknown address get the same response. */
export async function action({ request }: ActionFunctionArgs) {
  const submission = readForm(formOf(request), signInForm);
  const hideFields = ["password"];
  if (submission.status !== "success") return unprocessable("sign-in", submission.reply({ hideFields }));
  const { email, password } = submission.value;
  if (email === "" || password === "") {
    const fieldErrors = {
      ...(email === "" ? { email: [EMPTY_MESSAGE] } : {}),
      ...(password === "" ? { password: [EMPTY_MESSAGE] } : {}),
    };
    return unprocessable("sign-in", submission.reply({ hideFields, fieldErrors }));
  }
  const result = await resultOrNull(request, () => authenticateCustomer(request));
  if (result === null) {
    return unprocessable("sign-in", submission.reply({ hideFields, formErrors: [FAILED_MESSAGE] }));
  }
  const journey = await readJourney(request);
  if (result.ok) {
    const cookies = [
      ...(await startCustomerSession(request, result.sessionKey)),
      await storeJourney({ ...journey, redirectAfterAuth: undefined, verifying: undefined }),
    ];
    return await seeOther(journey.redirectAfterAuth ? nextPlace(journey) : "/dashboard", { cookies });
  }
  if (result.reason === "unverified") {
    resendCode(result.accountId, currentTime(), { client: clientAddress() });
    return await seeOther("/verify-email", {
      cookies: [await storeJourney({ ...journey, verifying: result.accountId })],
    });
  }
  const sentence = {
    too_many: TOO_MANY_MESSAGE,
    suspended: formatSuspended(seller.email),
    wrong: WRONG_MESSAGE,
  }[result.reason];
  return unprocessable("sign-in", submission.reply({ hideFields, formErrors: [sentence] }));
}

export default function Auth() {
  const { chosen, holdsVoucher, waits } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<SignIn>({ id: "sign-in", lastResult: actionData?.reply });
  return (
    <Frame variant="shop" theme={chosen?.theme}>
      <div className="container with-aside">
        <div className="form-column">
          {chosen && (
            <Banner picture={<Swatch src={chosen.image} name={chosen.name} theme={chosen.theme} size="small" />}>
              We’re keeping your <b>{chosen.name} loop</b> while you sign in.
            </Banner>
          )}
          {holdsVoucher && !chosen && (
            <Banner>
              We’re keeping <b>your voucher</b> while you sign in.
            </Banner>
          )}
          {waits && !chosen && !holdsVoucher && <Banner>Please sign in first. We’ll take you straight there.</Banner>}
          <ErrorSummary problems={problemsOf(form)}>
            {form.errors?.includes(WRONG_MESSAGE) && (
              <p>
                That email address and password don’t match. Try again or{" "}
                <a href="/forgot-password">choose a new password</a>.
              </p>
            )}
          </ErrorSummary>
          <h1>
            Welcome <em>back</em>
          </h1>
          <PostForm {...getFormProps(form)} className="form-stack">
            <TextField {...fieldOf(fields.email)} label="Email address" type="email" autoComplete="username" />
            <PasswordField {...secretOf(fields.password)} label="Password" autoComplete="current-password" />
            <Button>Sign in</Button>
          </PostForm>
          <p>
            <a className="stand-alone-link" href="/forgot-password">
              Forgotten your password?
            </a>
          </p>
          <p>
            New here? <a href="/register">Create an account</a>
          </p>
          <p>
            <a className="stand-alone-link" href="/">
              Back to home
            </a>
          </p>
        </div>
        <SignInAside theme={chosen?.theme ?? "family"} />
      </div>
      <PageScript name="kept-weeks" />
    </Frame>
  );
}
