import { profileOf } from "~/domain/accounts/profile.server";

/** What a program is told of the person it speaks for, and nothing else that we know. */
export function userData(accountId: string) {
  const { firstName, lastName, email, phone, notifications } = profileOf(accountId);
  return { id: accountId, firstName, lastName, email, phone, notifications };
}
