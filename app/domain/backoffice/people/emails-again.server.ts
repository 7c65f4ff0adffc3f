import { liftSuppression, reportedOf } from "~/domain/mail/outbox/preferences.server";
import { accountById } from "~/domain/people/accounts/accounts.server";
import { isGuestRow } from "~/domain/people/accounts/guests.server";
import { saveEmailChoice } from "~/domain/people/accounts/profile.server";
import type { NameResult } from "./corrections.server";
import { actOnBehalf, type StaffReason } from "./on-behalf.server";

/**
 * Lets emails go to the address of somebody again that came back from there, or were reported as spam, because they
 * asked for it. They are told by email, and if that comes back too, it is as before.
 */
export function sendEmailsAgain(personId: string, by: StaffReason, now: Date): NameResult {
  const row = accountById(personId);
  const reported = row && reportedOf(row.email);
  if (!row || !reported) return { ok: false, reason: "not_found" };
  const isGuest = isGuestRow(row);
  const act = {
    accountId: row.id,
    action: "accounts.emails_again",
    before: { reported: reported.reason },
    told: () => `We send you all our emails again.${isGuest ? "" : " You can choose which in your settings."}`,
    forGuests: true,
  };
  return actOnBehalf(act, by, now, (): { ok: true } => {
    // Who came back made no choice; who complained turned them off.
    if (reported.reason === "complained" && !isGuest) saveEmailChoice(row.id, true, now);
    else liftSuppression(row.email);
    return { ok: true };
  });
}
