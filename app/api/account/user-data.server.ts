import { profileOf } from "~/domain/people/accounts/profile.server";

/** All that an API client learns about its account. */
export function userData(accountId: string) {
  const { firstName, lastName, email, phone, wantsEmails } = profileOf(accountId);
  // Nothing sends texts or push messages, so a choice of them is not stored.
  const notifications = { email: wantsEmails, sms: false, push: false };
  return { id: accountId, firstName, lastName, email, phone, notifications };
}
