import { NOT_SECOND } from "~/domain/people/staff/second-person";
import { RESTORE_REQUEST_DAYS } from "~/domain/system/backups/restore-requests";

/** Texts about bringing something back. */

export const NO_BUCKET = "This shop has no bucket for backups, so there’s no copy that anything could come back from.";

export const RESTORE_REFUSALS = {
  not_waiting: "It’s too late: somebody has already decided, or withdrawn it.",
  not_open: "It’s too late: it’s already back, or was decided.",
  not_yours: "Only the person who asked for it or approved it can withdraw it.",
  ...NOT_SECOND,
  asker_left: "The person who asked is no longer a super admin. Decline it, and ask for it yourself.",
} as const;

/** What each state means; of what came back, the page says what it was. */
export const RESTORE_STATES = {
  checking: "We’re fetching a copy and looking into it. This page loads itself again until that’s done.",
  waiting: "It’s waiting for a second person. Nothing has been changed.",
  refused: "It can’t come back. Nothing has been changed.",
  approved: "Approved. We’re fetching the copy and bringing it back. This page loads itself again.",
  done: "Nothing was missing any more, so nothing has been changed.",
  declined: "Declined. Nothing has been changed.",
  withdrawn: "Withdrawn. Nothing has been changed.",
  lapsed: `Nobody finished it within ${RESTORE_REQUEST_DAYS} days, so it lapsed. Nothing has been changed. Please ask again.`,
} as const;
