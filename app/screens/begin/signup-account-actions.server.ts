import { data } from "@remix-run/node";
import { accountById, registerAccount, resendCode, verifyEmail } from "~/domain/people/accounts/accounts.server";
import {
  RESEND_FAILED_MESSAGE,
  resendWords,
  VERIFICATION_FAILED_MESSAGE,
  WRONG_CODE_MESSAGE,
} from "~/domain/people/accounts/codes";
import { COMMON_PASSWORD_MESSAGE, codeForm, streamlinedRegistrationForm } from "~/domain/people/accounts/forms";
import { adviseOn, isCommonPassword } from "~/domain/people/accounts/password-rules";
import { countOrRefuse } from "~/web/attempts.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { logError, resultOrNull } from "~/web/error-log.server";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import type { Signup } from "~/web/signup";
import { storeSignup } from "~/web/signup.server";
import { formOf } from "~/web/submission.server";
import { SIGNUP_PATH } from "./signup-steps";

/** The buttons of the first two steps, for visitors. */

const FAILED_MESSAGE = "Registration failed. Please try again.";

/** Registers, or changes the registration. A known and an unknown email address get the same response. */
export async function register(request: Request, signup: Signup) {
  const now = currentTime();
  const form = formOf(request);
  const submission = readForm(form, streamlinedRegistrationForm);
  const advice = adviseOn(String(form.get("password") ?? ""));
  const hideFields = ["password"];
  if (submission.status !== "success") {
    return unprocessable("register", submission.reply({ hideFields }), { advice });
  }
  if (isCommonPassword(submission.value.password)) {
    const fieldErrors = { password: [COMMON_PASSWORD_MESSAGE] };
    return unprocessable("register", submission.reply({ hideFields, fieldErrors }), { advice });
  }
  countOrRefuse("register_address", clientAddress(), now);
  try {
    const { accountId } = await registerAccount(submission.value, now, {
      source: "streamlined-signup",
      client: clientAddress(),
      earlier: signup.verifying,
    });
    return await seeOther(SIGNUP_PATH, { cookies: [await storeSignup({ ...signup, verifying: accountId })] });
  } catch (error) {
    // Nothing was written; the form comes back as typed.
    logError(error, request);
    const reply = submission.reply({ hideFields, formErrors: [FAILED_MESSAGE] });
    return data({ intent: "register", reply, advice }, { status: 503, headers: { "Retry-After": "60" } });
  }
}

export async function resend(request: Request, { verifying }: Signup) {
  if (!verifying) return await seeOther(SIGNUP_PATH);
  const sent = await resultOrNull(request, () => resendCode(verifying, currentTime(), { client: clientAddress() }));
  const flash = sent ? resendWords(sent) : ({ tone: "bad", message: RESEND_FAILED_MESSAGE } as const);
  return await seeOther(SIGNUP_PATH, { flash });
}

/** Verifies the email address with the code and signs in. */
export async function verify(request: Request, signup: Signup) {
  const now = currentTime();
  const accountId = signup.verifying;
  if (!accountId) return await seeOther(SIGNUP_PATH);
  const submission = readForm(formOf(request), codeForm);
  if (submission.status !== "success") return unprocessable("verify", submission.reply());
  countOrRefuse("code_guesses_address", clientAddress(), now);
  const userAgent = request.headers.get("user-agent");
  const { code } = submission.value;
  const verified = await resultOrNull(request, () => verifyEmail({ accountId, code, userAgent }, now));
  if (verified === null) {
    return unprocessable("verify", submission.reply({ formErrors: [VERIFICATION_FAILED_MESSAGE] }));
  }
  if (!verified.ok) {
    // The form was sent twice, and the first has verified the address already.
    if (accountById(accountId)?.emailVerifiedAt) return await seeOther(SIGNUP_PATH);
    return unprocessable("verify", submission.reply({ fieldErrors: { code: [WRONG_CODE_MESSAGE] } }));
  }
  return await seeOther(SIGNUP_PATH, {
    cookies: [
      ...(await startCustomerSession(request, verified.sessionKey)),
      await storeSignup({ ...signup, verifying: undefined }),
    ],
    flash: { tone: "ok", message: "Your email is confirmed.", more: "Welcome to Loop." },
  });
}
