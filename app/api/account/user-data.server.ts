import { profileOf } from "~/domain/accounts/profile.server";

/** All that a program learns about its account. */
export function userData(accountId: string) {
  const { firstName, lastName, email, phone, notifications } = profileOf(accountId);
  return { id: accountId, firstName, lastName, email, phone, notifications };
}
