import { verifyEmailByApi } from "~/domain/people/accounts/access-tokens.server";
import { registerAccount, resendCode } from "~/domain/people/accounts/accounts.server";
import { CODE_ASKED_MESSAGE, CODE_TRIES, resendWords, UNNAMED_TRIES } from "~/domain/people/accounts/codes";
import {
  codeForm,
  registrationCallForm,
  registrationForm,
  streamlinedRegistrationForm,
} from "~/domain/people/accounts/forms";
import { findRegistration } from "~/domain/people/accounts/registrations.server";
import { clientAddress } from "~/web/connection.server";
import { all, asBox, validate } from "~/web/json-fields";
import { fail, failTooMany, succeed } from "~/web/json-responses";
import { type Calls, call } from "../declared-calls.server";
import { refuseCommon, refuseTooMany } from "./attempts.server";

/**
 * Registers an account with the form of the corresponding screen. Known and unknown addresses get the same response;
 * `registration` identifies this registration in the calls that confirm it.
 */
const registerWith = (schema: typeof registrationForm | typeof streamlinedRegistrationForm) =>
  call({
    who: "anybody",
    takes: {
      ...all("text", "firstName", "lastName", "email", "password", "confirmPassword"),
      ...all("flag", "marketingOptIn", "acceptedTerms", "acceptedPrivacy"),
    },
    schema,
    asForm: ({ marketingOptIn, acceptedTerms, acceptedPrivacy, ...words }) => ({
      ...words,
      // API clients need no second field against mistyping; when they send one, both must match.
      confirmPassword: words.confirmPassword || words.password,
      marketingOptIn: asBox(marketingOptIn),
      acceptedTerms: asBox(acceptedTerms),
      acceptedPrivacy: asBox(acceptedPrivacy),
    }),
    run: async ({ input, now }) => {
      const refused =
        refuseCommon("password", input.password) ?? refuseTooMany("register_address", clientAddress(), now);
      if (refused) return refused;
      const { accountId } = await registerAccount(input, now, { client: clientAddress() });
      const { firstName, lastName, email } = input;
      return succeed(
        {
          requiresVerification: true,
          message: CODE_ASKED_MESSAGE,
          registration: accountId,
          user: { firstName, lastName, email },
        },
        { status: 201 },
      );
    },
  });

export const REGISTRATION_CALLS: Calls = {
  "POST /auth/register": registerWith(registrationForm),
  "POST /auth/streamlined-register": registerWith(streamlinedRegistrationForm),

  /** For the holder of the emailed code. An unknown address and a wrong code get the same response. */
  "POST /auth/verify-email": call({
    who: "anybody",
    takes: { email: "text", otp: "text", registration: "text" },
    schema: registrationCallForm,
    run: ({ sent, input, now }) => {
      const { code } = validate(codeForm, { code: sent.otp }, { code: "otp" });
      const refused = refuseTooMany("code_guesses_address", clientAddress(), now);
      if (refused) return refused;
      const account = findRegistration(input, now);
      const mostTries = input.registration === "" ? UNNAMED_TRIES : CODE_TRIES;
      const verified = account && verifyEmailByApi({ accountId: account.id, code, mostTries }, now);
      if (!verified?.ok) return fail(422, { error: "Verification failed. Please try again.", code: "wrong_code" });
      return { token: verified.token, message: "Your email is confirmed." };
    },
  }),

  /**
   * By address alone the response is always the same and an existing code stays valid. A client that names the
   * registration created it, and learns how long to wait.
   */
  "POST /auth/resend-otp": call({
    who: "anybody",
    takes: { email: "text", registration: "text" },
    schema: registrationCallForm,
    run: ({ input, now }) => {
      const account = findRegistration(input, now);
      const isNamed = input.registration !== "";
      const sent = account && resendCode(account.id, now, { client: clientAddress(), isNamed });
      if (sent && !sent.ok && isNamed) {
        return failTooMany(sent.waitSeconds, "Failed to resend code. Please try again.");
      }
      return { message: resendWords({ ok: true }).message };
    },
  }),
};
