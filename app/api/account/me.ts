import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { clean } from "~/domain/kernel/text/typed-text";
import { requestEmailChange } from "~/domain/people/accounts/email-change.server";
import { emailChangeForm, profileForm, WRONG_CURRENT_PASSWORD_MESSAGE } from "~/domain/people/accounts/forms";
import { profileOf, saveEmailChoice, saveProfile } from "~/domain/people/accounts/profile.server";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { fail, failTooMany, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { userData } from "./user-data.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET", "PATCH"] } };

const CODE_SENT_MESSAGE =
  "We’ve emailed a code to the new address. Enter it in your account settings to confirm the change.";

/** The account of the session or token. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  return succeed({ user: userData(accountId) });
}

/** Updates the account. Fields left out keep their value. */
export async function action({ request }: ActionFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const now = currentTime();
  const stored = profileOf(accountId);
  const { notifications, email, currentPassword, ...sent } = readFields(bodyOf(request), {
    firstName: "text",
    lastName: "text",
    phone: "text",
    email: "text",
    currentPassword: "text",
    notifications: "object",
  });
  const wanted = readFields(notifications ?? {}, { email: "flag" });
  const profile = validate(profileForm, { ...stored, ...definedOf(sent) });
  const asksForEmail =
    email !== undefined && email !== "" && clean(email, "email").toLowerCase() !== stored.email.toLowerCase();
  if (asksForEmail) {
    const refusal = await changeEmail(accountId, { newEmail: email, currentPassword }, now);
    if (refusal) return refusal;
  }
  saveProfile(accountId, profile, now);
  if (wanted.email !== undefined) saveEmailChoice(accountId, wanted.email, now);
  return succeed({ user: userData(accountId), ...(asksForEmail ? { message: CODE_SENT_MESSAGE } : {}) });
}

function definedOf<Given extends object>(given: Given): { [Name in keyof Given]?: NonNullable<Given[Name]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Given]?: NonNullable<Given[Name]>;
  };
}

/** Changing the sign-in email needs the current password, and a code sent to the new address. */
async function changeEmail(
  accountId: string,
  input: { newEmail: string; currentPassword: string | undefined },
  now: Date,
): Promise<Response | null> {
  const result = await requestEmailChange(
    { accountId, client: clientAddress(), ...validate(emailChangeForm, input, { newEmail: "email" }) },
    now,
  );
  if (result.ok || result.reason === "same_address") return null;
  if (result.reason !== "wrong_password") return failTooMany(LIMITS.password_checks.seconds);
  const fields = { currentPassword: [WRONG_CURRENT_PASSWORD_MESSAGE] };
  return fail(422, { error: WRONG_CURRENT_PASSWORD_MESSAGE, code: "invalid", fields });
}
