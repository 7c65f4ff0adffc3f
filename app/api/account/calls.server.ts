import { LIMITS } from "~/domain/kernel/limits/limits";
import { clean } from "~/domain/kernel/text/typed-text";
import {
  addAddress,
  addressesOfEveryKind,
  addressOwnedBy,
  changeAddress,
  deleteAddress,
  MOST_ADDRESSES,
} from "~/domain/people/accounts/addresses.server";
import { requestEmailChange } from "~/domain/people/accounts/email-change.server";
import { emailChangeForm, profileForm, WRONG_CURRENT_PASSWORD_MESSAGE } from "~/domain/people/accounts/forms";
import { profileOf, saveEmailChoice, saveProfile } from "~/domain/people/accounts/profile.server";
import { clientAddress } from "~/web/connection.server";
import { all, readFields, validate } from "~/web/json-fields";
import { fail, failField, failTooMany, succeed } from "~/web/json-responses";
import { type Calls, call } from "../declared-calls.server";
import { ADDRESS_FIELDS, addressData, readAddress } from "./address-fields";
import { userData } from "./user-data.server";

const CODE_SENT_MESSAGE =
  "We’ve emailed a code to the new address. Enter it in your account settings to confirm the change.";

export const ACCOUNT_CALLS: Calls = {
  "GET /account/me": call({
    who: "customer",
    run: ({ client }) => ({ user: userData(client.accountId) }),
  }),

  /** Fields left out keep their value. */
  "PATCH /account/me": call({
    who: "customer",
    takes: {
      ...all("text", "firstName", "lastName", "phone", "email", "currentPassword"),
      notifications: "object",
    },
    run: async ({ client: { accountId }, sent, now }) => {
      const stored = profileOf(accountId);
      const wanted = readFields(sent.notifications ?? {}, { email: "flag" });
      const profile = validate(profileForm, {
        firstName: sent.firstName ?? stored.firstName,
        lastName: sent.lastName ?? stored.lastName,
        phone: sent.phone ?? stored.phone,
      });
      const newEmail = sent.email || stored.email;
      const asksForEmail = clean(newEmail, "email").toLowerCase() !== stored.email.toLowerCase();
      const { currentPassword } = sent;
      const refused = asksForEmail ? await changeEmail(accountId, { newEmail, currentPassword }, now) : null;
      if (refused) return refused;
      saveProfile(accountId, profile, now);
      if (wanted.email !== undefined) saveEmailChoice(accountId, wanted.email, now);
      return { user: userData(accountId), ...(asksForEmail ? { message: CODE_SENT_MESSAGE } : {}) };
    },
  }),

  "GET /account/addresses": call({
    who: "customer",
    run: ({ client }) => ({ addresses: addressesOfEveryKind(client.accountId).map(addressData) }),
  }),

  "POST /account/addresses": call({
    who: "customer",
    takes: ADDRESS_FIELDS,
    run: ({ client, sent, now }) => {
      const { words, kind, isDefault } = readAddress(sent);
      const added = addAddress(client.accountId, words, { isDefault, kind }, now);
      if (added.ok) return succeed({ address: addressData(added.address) }, { status: 201 });
      const error = `Failed to save address. We can keep up to ${MOST_ADDRESSES}. Delete one first`;
      return fail(409, { error, code: added.reason });
    },
  }),

  /** Fields left out keep their value. */
  "PATCH /account/addresses/:address": call({
    who: "customer",
    find: ({ client, param }) => addressOwnedBy(client.accountId, param("address")),
    takes: ADDRESS_FIELDS,
    run: ({ client: { accountId }, found: stored, sent, now }) => {
      const { words, isDefault } = readAddress(sent, stored);
      const changed = changeAddress({ accountId, addressId: stored.id }, words, { isDefault }, now);
      const address = addressOwnedBy(accountId, stored.id);
      return changed.ok && address ? { address: addressData(address) } : fail(404);
    },
  }),

  "DELETE /account/addresses/:address": call({
    who: "customer",
    run: ({ client, param, now }) => (deleteAddress(client.accountId, param("address"), now).ok ? {} : fail(404)),
  }),
};

/** Changing the sign-in email needs the current password, and a code sent to the new address. */
async function changeEmail(
  accountId: string,
  input: { newEmail: string; currentPassword: string | undefined },
  now: Date,
): Promise<Response | null> {
  const wanted = validate(emailChangeForm, input, { newEmail: "email" });
  const result = await requestEmailChange({ accountId, client: clientAddress(), ...wanted }, now);
  if (result.ok || result.reason === "same_address") return null;
  if (result.reason !== "wrong_password") return failTooMany(LIMITS.password_checks.seconds);
  return failField("currentPassword", WRONG_CURRENT_PASSWORD_MESSAGE);
}
