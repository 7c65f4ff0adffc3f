import { accountById, resendCode, verifyEmail } from "~/domain/people/accounts/accounts.server";
import {
  RESEND_FAILED_MESSAGE,
  resendWords,
  VERIFICATION_FAILED_MESSAGE,
  WRONG_CODE_MESSAGE,
} from "~/domain/people/accounts/codes";
import { codeForm } from "~/domain/people/accounts/forms";
import { countOrRefuse } from "./attempts.server";
import { currentTime } from "./clock.server";
import { clientAddress } from "./connection.server";
import { startCustomerSession } from "./customer-auth.server";
import { resultOrNull } from "./error-log.server";
import type { Flash } from "./flash";
import { readForm } from "./read-form";
import { seeOther, unprocessable } from "./responses.server";
import { formOf } from "./submission.server";

/** The buttons under "Check your email", whichever journey has sent the code. */

/** Sends another code, and goes back to the page. */
export async function resendTo(page: string, request: Request, accountId: string) {
  const sent = await resultOrNull(request, () => resendCode(accountId, currentTime(), { client: clientAddress() }));
  const flash: Flash = sent ? resendWords(sent) : { tone: "bad", message: RESEND_FAILED_MESSAGE };
  return await seeOther(page, { flash });
}

interface Verifying {
  accountId: string;
  /** The next page, and the cookie that remembers the rest of the journey. */
  next: { to: string; cookie: () => Promise<string> };
  /** Where a form leads that was sent twice: the first one has confirmed the address. */
  confirmed: string;
}

/** Verifies the email address with the code that was typed, and signs in. */
export async function verifyTyped(request: Request, { accountId, next, confirmed }: Verifying) {
  const now = currentTime();
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
    if (accountById(accountId)?.emailVerifiedAt) return await seeOther(confirmed);
    return unprocessable("verify", submission.reply({ fieldErrors: { code: [WRONG_CODE_MESSAGE] } }));
  }
  return await seeOther(next.to, {
    cookies: [...(await startCustomerSession(request, verified.sessionKey)), await next.cookie()],
    flash: CONFIRMED,
  });
}

export const CONFIRMED: Flash = { tone: "ok", message: "Your email is confirmed.", more: "Welcome to Loop." };
