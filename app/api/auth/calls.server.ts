import { LIMITS, waitInWords } from "~/domain/kernel/limits/limits";
import { seller } from "~/domain/mail/layout/seller.server";
import { endAccess } from "~/domain/people/accounts/access-tokens.server";
import { resendCode } from "~/domain/people/accounts/accounts.server";
import { CODE_ASKED_MESSAGE } from "~/domain/people/accounts/codes";
import { signInForm } from "~/domain/people/accounts/forms";
import { signInApiClient } from "~/domain/people/accounts/sign-in.server";
import { formatSuspended } from "~/domain/people/accounts/suspension";
import { bearerToken } from "~/web/api-clients.server";
import { forgetCart } from "~/web/cart.server";
import { clientAddress } from "~/web/connection.server";
import { endSessionOf } from "~/web/customer-auth.server";
import { formTokenFor } from "~/web/form-token.server";
import { forgetJourney } from "~/web/journey.server";
import { fail, failTooMany, succeed } from "~/web/json-responses";
import { forgetSignup } from "~/web/signup.server";
import { forgetTyped } from "~/web/typed-payment.server";
import { userData } from "../account/user-data.server";
import { type Calls, call } from "../declared-calls.server";

const EMPTY_MESSAGE = "Please fill in all fields";
const WRONG_MESSAGE = "Login failed. Please check your credentials.";
const TOO_MANY_MESSAGE = `Too many attempts. Please wait ${waitInWords("sign_in_account")} and try again.`;

export const AUTH_CALLS: Calls = {
  /** A wrong password and an unknown address get the same response. Sets no cookie: browsers sign in at /auth. */
  "POST /auth/login": call({
    who: "anybody",
    takes: { email: "text", password: "text" },
    schema: signInForm,
    run: async ({ input: { email, password }, now }) => {
      if (email === "" || password === "") return fail(422, { error: EMPTY_MESSAGE, code: "invalid" });
      const result = await signInApiClient({ email, password, clientAddress: clientAddress() }, now);
      if (result.ok) return { token: result.token, requiresVerification: false };
      switch (result.reason) {
        case "unverified":
          resendCode(result.accountId, now, { client: clientAddress() });
          return {
            requiresVerification: true,
            message: `Please confirm your email address. ${CODE_ASKED_MESSAGE}`,
            registration: result.accountId,
          };
        case "too_many":
          return failTooMany(LIMITS.sign_in_account.seconds, TOO_MANY_MESSAGE);
        case "suspended":
          return fail(403, { error: formatSuspended(seller.email), code: "account_suspended" });
        case "wrong":
          return fail(401, { error: WRONG_MESSAGE, code: "wrong_credentials" });
      }
    },
  }),

  /** Deprecated: sign-in uses email and password. */
  "POST /auth/sso-login": call({
    who: "anybody",
    run: () =>
      fail(410, {
        error: "Single sign-on login is deprecated. Please use POST /auth/login with email and password.",
        code: "deprecated",
      }),
  }),

  /** Whether the token or session is still valid. */
  "GET /auth/verify": call({
    who: "customer",
    run: ({ client }) => ({ valid: true, user: userData(client.accountId) }),
  }),

  /** The signed-in account, for an API client that has lost its data. */
  "GET /auth/recover-session": call({
    who: "customer",
    run: ({ client }) => ({ user: userData(client.accountId) }),
  }),

  /**
   * Without a session there is nothing to do. Revokes the bearer token, or ends the cookie's session and forgets the
   * browser's choices. It asks nobody, so the words that a device keeps stay there until their writer signs in again.
   */
  "POST /auth/logout": call({
    who: "anybody",
    run: async ({ request }) => {
      if (request.headers.has("authorization")) {
        const token = bearerToken(request);
        if (token !== null) endAccess(token);
        return {};
      }
      const headers = await endSessionOf(request);
      headers.set("Clear-Site-Data", '"cache"');
      for (const cookie of await Promise.all([forgetJourney(), forgetCart(), forgetSignup(), forgetTyped()]))
        headers.append("Set-Cookie", cookie);
      return succeed({}, { headers });
    },
  }),

  /** The token of this browser, which clients with a cookie send in the header X-CSRF-Token. */
  "GET /api/csrf-token": call({
    who: "anybody",
    run: async ({ request }) => {
      const { token, setCookie } = await formTokenFor(request);
      return succeed({ csrfToken: token }, { headers: new Headers(setCookie ? { "Set-Cookie": setCookie } : {}) });
    },
  }),
};
