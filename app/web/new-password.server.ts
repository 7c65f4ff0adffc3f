import { registerAccount } from "~/domain/people/accounts/accounts.server";
import { COMMON_PASSWORD_MESSAGE, type Registration } from "~/domain/people/accounts/forms";
import { adviseOn, isCommonPassword } from "~/domain/people/accounts/password-rules";
import { countOrRefuse } from "./attempts.server";
import { currentTime } from "./clock.server";
import { clientAddress } from "./connection.server";
import { resultOrNull } from "./error-log.server";
import { type FormSchema, readForm } from "./read-form";
import { unprocessable } from "./responses.server";

/** What every form with a new password shares, whichever journey it is part of. */

interface PasswordForm {
  /** The button that sends it. */
  intent: string;
  /** The fields that never come back, the new password first. */
  secrets: readonly [string, ...string[]];
}

/**
 * Reads the form. `again` is its page as it was typed, without the passwords, and with what a new one needs; `refused`
 * is the same where something does not fit or the password is one that many people use.
 */
export function readNewPassword<Schema extends FormSchema>(
  form: FormData,
  schema: Schema,
  { intent, secrets }: PasswordForm,
) {
  const submission = readForm(form, schema);
  const [name] = secrets;
  const password = String(form.get(name) ?? "");
  const advice = adviseOn(password);
  const again = (errors: Parameters<typeof submission.reply>[0] = {}) =>
    unprocessable(intent, submission.reply({ ...errors, hideFields: [...secrets] }), { advice });
  if (submission.status !== "success") return { refused: again() };
  if (isCommonPassword(password)) return { refused: again({ fieldErrors: { [name]: [COMMON_PASSWORD_MESSAGE] } }) };
  return { refused: null, value: submission.value, again };
}

/**
 * Registers who has typed this. A known and an unknown email address get the same result; null where it failed, and
 * nothing was written. @throws the response 429 after too many registrations of this client.
 */
export async function registerTyped(
  request: Request,
  typed: Omit<Registration, "confirmPassword">,
  origin: { source?: "streamlined-signup"; earlier: string | undefined },
) {
  const now = currentTime();
  countOrRefuse("register_address", clientAddress(), now);
  return await resultOrNull(request, () => registerAccount(typed, now, { ...origin, client: clientAddress() }));
}
