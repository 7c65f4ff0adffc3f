import type { SignedIn } from "~/domain/accounts/sessions.server";
import { deletionDueAt } from "~/domain/erasure/deletion";
import { deletionBlockersOf } from "~/domain/erasure/deletion-blockers.server";
import { formatMoment } from "~/domain/time/format-days";

/** What somebody should know before they have their account deleted. */
export function deleteData(person: SignedIn, now: Date) {
  const { loops, unbegun, openGifts, giftsToSend, inPrint } = deletionBlockersOf(person.accountId);
  return {
    email: person.email,
    /** When it is deleted, where that was asked for. */
    due: person.deletionDueAt && formatMoment(person.deletionDueAt),
    dueIfRequested: formatMoment(deletionDueAt(now)),
    loops,
    unbegun,
    openGifts,
    giftsToSend: giftsToSend.length,
    inPrint,
  };
}

export type DeleteData = ReturnType<typeof deleteData>;
