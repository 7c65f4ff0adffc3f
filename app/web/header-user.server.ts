import { readRoles } from "~/domain/accounts/roles.server";
import { sessionUserOf } from "./sessions.server";

/** What the header shows about the session user. */
export interface HeaderUser {
  signedIn: boolean;
  showsMyLoop?: boolean;
  showsMyGifts?: boolean;
  deletionDueAt?: Date | null;
  asksForPassword?: boolean;
}

export async function headerUserOf(request: Request): Promise<HeaderUser> {
  const person = await sessionUserOf(request);
  if (!person) return { signedIn: false };
  const { isParticipant, isPurchaser } = readRoles(person.accountId);
  return {
    signedIn: true,
    showsMyLoop: isParticipant,
    showsMyGifts: isPurchaser,
    deletionDueAt: person.deletionDueAt,
    asksForPassword: person.passwordPrompt === "open" && !person.impersonation,
  };
}
