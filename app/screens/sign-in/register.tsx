import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { MARKETING_WORDING } from "~/domain/people/accounts/accounts.server";
import { type Registration, registrationForm } from "~/domain/people/accounts/forms";
import { heldVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { Frame } from "~/screens/frame";
import { AcceptanceBoxes } from "~/ui/acceptance-boxes";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { EmailField, NameFields } from "~/ui/known-fields";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";
import { Swatch } from "~/ui/swatch";
import { buyerOf } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { replyAgain } from "~/web/form-again";
import { nextPlace } from "~/web/journey";
import { readJourney, storeJourney } from "~/web/journey.server";
import { readNewPassword, registerTyped } from "~/web/new-password.server";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";
import { SignInAside } from "./sign-in-aside";

export const handle: ScreenHandle = {
  title: "Create your account",
  description: "Open a Loop account.",
  noindex: true,
  formAgain: replyAgain,
  cached: { signsIn: true },
  guard: { cachedForm: true },
};

const FAILED_MESSAGE = "Registration failed. Please try again.";
const PASSWORD_FORM = { intent: "register", secrets: ["password", "confirmPassword"] } as const;

/** Public; signed-in customers are redirected. */
export async function loader({ request }: LoaderFunctionArgs) {
  const journey = await readJourney(request);
  const buyer = await buyerOf(request);
  if (buyer && !buyer.isGuest) throw redirect(nextPlace(journey));
  const chosen = findLoopType(journey.selectedTheme ?? "", journey.selectedType ?? "");
  return data({
    chosen: chosen && { name: chosen.displayName, image: chosen.image, theme: chosen.themeId },
    holdsVoucher: journey.journeyType === "redeem" && heldVoucher(journey.voucherHold, null, currentTime()).ok,
    mayPayFirst: chosen !== undefined && journey.journeyType !== "redeem" && !buyer,
    // A guest who has paid already is not asked for their name and email again.
    known: buyer && { firstName: buyer.firstName, lastName: buyer.lastName, email: buyer.email },
    marketingWording: MARKETING_WORDING,
  });
}

/** Public. Known and unknown addresses get the same response. */
export async function action({ request }: ActionFunctionArgs) {
  const typed = readNewPassword(formOf(request), registrationForm, PASSWORD_FORM);
  if (typed.refused) return typed.refused;
  const journey = await readJourney(request);
  const registered = await registerTyped(request, typed.value, { earlier: journey.verifying });
  if (registered === null) return typed.again({ formErrors: [FAILED_MESSAGE] });
  return await seeOther("/verify-email", {
    cookies: [await storeJourney({ ...journey, verifying: registered.accountId })],
  });
}

export default function Register() {
  const { chosen, holdsVoucher, known, mayPayFirst, marketingWording } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<Registration>({
    id: "register",
    lastResult: actionData?.reply,
    defaultValue: known,
  });
  return (
    <Frame variant="shop" theme={chosen?.theme}>
      <div className="container with-aside">
        <div className="form-column">
          {chosen && (
            <Banner picture={<Swatch src={chosen.image} name={chosen.name} theme={chosen.theme} size="small" />}>
              We’re keeping your <b>{chosen.name} loop</b> while you create an account.
            </Banner>
          )}
          {holdsVoucher && !chosen && (
            <Banner>
              We’re keeping <b>your voucher</b> while you create an account.
            </Banner>
          )}
          <ErrorSummary problems={problemsOf(form)} />
          <h1>Create your account</h1>
          <p className="muted">
            Already have one? <a href="/auth">Sign in</a>
            {mayPayFirst && (
              <>
                . In a hurry? <a href="/payment">Pay now and set up your account afterwards</a>
              </>
            )}
          </p>
          <PostForm {...getFormProps(form)} className="form-stack">
            <div className="form-grid">
              <NameFields fields={fields} />
            </div>
            <EmailField of={fields.email} autoComplete="username" />
            <NewPasswordFields
              password={secretOf(fields.password)}
              confirmation={secretOf(fields.confirmPassword)}
              advice={actionData?.advice}
            />
            <Checkbox {...checkboxOf(fields.marketingOptIn)} label={marketingWording} optional />
            <AcceptanceBoxes terms={fields.acceptedTerms} privacy={fields.acceptedPrivacy} />
            <Button data-ready-when="Type your password into both boxes first.">Create account</Button>
          </PostForm>
        </div>
        <SignInAside theme={chosen?.theme ?? "celebration"} />
      </div>
    </Frame>
  );
}
