import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { accountById } from "~/domain/people/accounts/accounts.server";
import { signInForm } from "~/domain/people/accounts/forms";
import { endSession, findSession } from "~/domain/people/accounts/sessions.server";
import { type SignInResult, signIn } from "~/domain/people/accounts/sign-in.server";
import { currentTime } from "./clock.server";
import { clientAddress } from "./connection.server";
import { deviceCookie } from "./cookies.server";
import { deviceHeader, readDeviceTokens } from "./devices.server";
import { readForm } from "./read-form";
import { readSessionKey, sessionHeader } from "./sessions.server";
import { requestAgain } from "./submission.server";

/** Customer sign-in. The strategy checks the credentials; the session is a row and a cookie of our own. */

const entryPoint = new Authenticator<SignInResult>().use(
  new FormStrategy(async ({ form, request }) => {
    const submission = readForm(form, signInForm);
    if (submission.status !== "success") return { ok: false, reason: "wrong" };
    const userAgent = request.headers.get("user-agent");
    const deviceTokens = await readDeviceTokens(request, deviceCookie);
    const visit = { clientAddress: clientAddress(), userAgent, deviceTokens };
    return await signIn({ ...submission.value, ...visit }, currentTime());
  }),
  "customer",
);

/** Checks the email and password of this request's form. A refusal is a value; nothing is thrown. */
export function authenticateCustomer(request: Request): Promise<SignInResult> {
  return entryPoint.authenticate("customer", requestAgain(request));
}

/**
 * The cookies for a session that has just begun: its key, and the device token by which this browser is recognised.
 * Ends the session the browser had before.
 */
export async function startCustomerSession(request: Request, sessionKey: string): Promise<string[]> {
  const before = await readSessionKey(request);
  if (before) endSession(before);
  const person = findSession(sessionKey, currentTime());
  const cookies = [await sessionHeader(sessionKey)];
  if (person) cookies.push(...(await rememberBrowser(request, person.accountId)));
  return cookies;
}

/** The device cookie by which this browser is recognised as this account's, also before it signs in. */
export async function rememberBrowser(request: Request, accountId: string): Promise<string[]> {
  const account = accountById(accountId);
  return account ? [await deviceHeader(request, deviceCookie, account)] : [];
}
