import { deviceAccountOf } from "~/domain/people/accounts/device-account.server";
import { readRoles } from "~/domain/people/accounts/roles.server";
import { type SessionUser, sessionUserOf, writerOf } from "./sessions.server";

/** What the header shows about the session user. */
export interface HeaderUser {
  signedIn: boolean;
  showsMyLoop?: boolean;
  showsMyGifts?: boolean;
  /** Absent while staff look at the account. */
  deviceAccount?: string;
  deletionDueAt?: Date | null;
  asksForPassword?: boolean;
  /** Where a guest's account is opened from: the address that their link went to. */
  opensFrom?: string;
}

export async function headerUserOf(request: Request): Promise<HeaderUser> {
  const person: SessionUser | undefined = (await sessionUserOf(request)) ?? (await writerOf(request));
  if (!person) return { signedIn: false };
  const { isParticipant, isPurchaser } = readRoles(person.accountId);
  return {
    signedIn: true,
    showsMyLoop: isParticipant,
    showsMyGifts: isPurchaser,
    deviceAccount: person.impersonation ? undefined : deviceAccountOf(person.accountId),
    deletionDueAt: person.deletionDueAt,
    asksForPassword: person.passwordPrompt === "open" && !person.impersonation,
    opensFrom: person.isGuest ? person.email : undefined,
  };
}
