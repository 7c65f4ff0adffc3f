import { accountById } from "~/domain/people/accounts/accounts.server";
import { signInForm } from "~/domain/people/accounts/forms";
import { endSession, findSession } from "~/domain/people/accounts/sessions.server";
import { signIn } from "~/domain/people/accounts/sign-in.server";
import { currentTime } from "./clock.server";
import { deviceCookie, sessionCookie } from "./cookies.server";
import { signInBy } from "./session-cookies.server";

/** Customer sign-in. The strategy checks the credentials; the session is a row and a cookie of our own. */
const CUSTOMERS = signInBy({
  name: "customer",
  schema: signInForm,
  signIn,
  end: endSession,
  cookies: [sessionCookie],
  deviceCookie,
  erases: '"cache", "storage"',
});

export const { authenticate: authenticateCustomer, readKey: readSessionKey, endOf: endSessionOf } = CUSTOMERS;

/** The cookies for a session that has just begun: its key, and the device token by which this browser is recognised. */
export async function startCustomerSession(request: Request, sessionKey: string): Promise<string[]> {
  const cookie = await CUSTOMERS.begin(request, sessionKey);
  const person = findSession(sessionKey, currentTime());
  return [cookie, ...(person ? await rememberBrowser(request, person.accountId) : [])];
}

/** The device cookie by which this browser is recognised as this account's, also before it signs in. */
export function rememberBrowser(request: Request, accountId: string): Promise<string[]> {
  return CUSTOMERS.remember(request, accountById(accountId));
}
