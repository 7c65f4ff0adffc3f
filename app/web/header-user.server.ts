import { readRoles } from "~/domain/accounts/roles.server";
import { signedInPerson } from "./sessions.server";

/** What the header needs to know of whoever is asking. */
export interface VisitorFacts {
  signedIn: boolean;
  showsMyLoop?: boolean;
  showsMyGifts?: boolean;
  deletionDueAt?: Date | null;
}

export async function visitorOf(request: Request): Promise<VisitorFacts> {
  const person = await signedInPerson(request);
  if (!person) return { signedIn: false };
  const { isParticipant, isPurchaser } = readRoles(person.accountId);
  return {
    signedIn: true,
    showsMyLoop: isParticipant,
    showsMyGifts: isPurchaser,
    deletionDueAt: person.deletionDueAt,
  };
}
