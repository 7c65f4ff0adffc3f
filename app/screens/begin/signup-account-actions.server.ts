import { streamlinedRegistrationForm } from "~/domain/people/accounts/forms";
import { resendTo, verifyTyped } from "~/web/emailed-code.server";
import { readNewPassword, registerTyped } from "~/web/new-password.server";
import { notYet, seeOther } from "~/web/responses.server";
import type { Signup } from "~/web/signup";
import { storeSignup } from "~/web/signup.server";
import { formOf } from "~/web/submission.server";
import { SIGNUP_PATH } from "./signup-steps";

/** The buttons of the first two steps, for visitors. */

const FAILED_MESSAGE = "Registration failed. Please try again.";
const PASSWORD_FORM = { intent: "register", secrets: ["password"] } as const;

/** Registers, or changes the registration. A known and an unknown email address get the same response. */
export async function register(request: Request, signup: Signup) {
  const typed = readNewPassword(formOf(request), streamlinedRegistrationForm, PASSWORD_FORM);
  if (typed.refused) return typed.refused;
  const origin = { source: "streamlined-signup", earlier: signup.verifying } as const;
  const registered = await registerTyped(request, typed.value, origin);
  if (registered) {
    const stored = { ...signup, verifying: registered.accountId };
    return await seeOther(SIGNUP_PATH, { cookies: [await storeSignup(stored)] });
  }
  // Nothing was written; the form comes back as typed.
  return notYet(typed.again({ formErrors: [FAILED_MESSAGE] }).data, { status: 503, seconds: 60 });
}

export async function resend(request: Request, { verifying }: Signup) {
  return verifying ? await resendTo(SIGNUP_PATH, request, verifying) : await seeOther(SIGNUP_PATH);
}

export async function verify(request: Request, signup: Signup) {
  const { verifying: accountId } = signup;
  if (!accountId) return await seeOther(SIGNUP_PATH);
  const next = { to: SIGNUP_PATH, cookie: () => storeSignup({ ...signup, verifying: undefined }) };
  return await verifyTyped(request, { accountId, next, confirmed: SIGNUP_PATH });
}
