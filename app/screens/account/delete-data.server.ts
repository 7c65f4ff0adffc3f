import { deletionDueAt } from "~/domain/kernel/time/deletion";
import { formatMoment } from "~/domain/kernel/time/format-days";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { deletionBlockersOf } from "~/domain/privacy/erasure/deletion-blockers.server";
import { cancelOffersOf } from "~/domain/shop/orders/cancellation.server";

/** What a customer must know before the account's deletion. */
export function deleteData(person: SignedIn, now: Date) {
  const blockers = deletionBlockersOf(person.accountId);
  const { loops, unspentCredits, openGifts, giftsToSend, inPrint, copiesToCancel } = blockers;
  return {
    email: person.email,
    /** Set once deletion has been requested. */
    due: person.deletionDueAt && formatMoment(person.deletionDueAt),
    dueIfRequested: formatMoment(deletionDueAt(now)),
    loops,
    unspentCredits,
    openGifts,
    giftsToSend: giftsToSend.length,
    inPrint,
    copiesToCancel,
    canCancel: cancelOffersOf(person.accountId, now).size > 0,
  };
}

export type DeleteData = ReturnType<typeof deleteData>;
