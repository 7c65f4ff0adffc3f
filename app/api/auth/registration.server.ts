import { LIMITS } from "~/domain/kernel/limits/limits";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { registerAccount } from "~/domain/people/accounts/accounts.server";
import { CODE_ASKED_MESSAGE } from "~/domain/people/accounts/codes";
import {
  COMMON_PASSWORD_MESSAGE,
  type registrationForm,
  type streamlinedRegistrationForm,
} from "~/domain/people/accounts/forms";
import { isCommonPassword } from "~/domain/people/accounts/password-rules";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { bodyOf } from "~/web/json-calls.server";
import { asBox, readFields, validate } from "~/web/json-fields";
import { fail, failTooMany, succeed } from "~/web/json-responses";

/**
 * Registers an account for an API client, with the form of the corresponding screen. Known and unknown addresses get
 * the same response; `registration` identifies this registration in the calls that confirm it.
 */
export async function respondToRegistration(
  request: Request,
  form: typeof registrationForm | typeof streamlinedRegistrationForm,
): Promise<Response> {
  const now = currentTime();
  const { marketingOptIn, acceptedTerms, acceptedPrivacy, ...words } = readFields(bodyOf(request), {
    firstName: "text",
    lastName: "text",
    email: "text",
    password: "text",
    confirmPassword: "text",
    marketingOptIn: "flag",
    acceptedTerms: "flag",
    acceptedPrivacy: "flag",
  });
  const registration = validate(form, {
    ...words,
    // API clients need no second field against mistyping; when they send one, both must match.
    confirmPassword: words.confirmPassword || words.password,
    marketingOptIn: asBox(marketingOptIn),
    acceptedTerms: asBox(acceptedTerms),
    acceptedPrivacy: asBox(acceptedPrivacy),
  });
  if (isCommonPassword(registration.password)) return failField("password", COMMON_PASSWORD_MESSAGE);
  if (!countAttempt("register_address", clientAddress(), now)) {
    return failTooMany(LIMITS.register_address.seconds);
  }
  const { accountId } = await registerAccount(registration, now, { client: clientAddress() });
  const { firstName, lastName, email } = registration;
  return succeed(
    {
      requiresVerification: true,
      message: CODE_ASKED_MESSAGE,
      registration: accountId,
      user: { firstName, lastName, email },
    },
    { status: 201 },
  );
}

function failField(name: string, sentence: string): Response {
  return fail(422, { error: sentence, code: "invalid", fields: { [name]: [sentence] } });
}
