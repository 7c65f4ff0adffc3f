import { nameOfLoop } from "~/domain/diary/catalogue/catalogue";
import { capitalise } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { bookViewsOf, entryViewsOf } from "~/domain/operations/printing/entry-views.server";
import { impersonationsOfAccount } from "~/domain/people/accounts/account-impersonations.server";
import { nameBrowser } from "~/domain/people/accounts/browser-names";
import { sessionsOf } from "~/domain/people/accounts/own-sessions.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { changesForOwner } from "~/domain/people/staff/audit-trail.server";

export function privacyData({ accountId, sessionId, deletionDueAt }: SignedIn, now: Date) {
  return {
    deletionDue: deletionDueAt && formatMoment(deletionDueAt),
    views: [
      ...entryViewsOf(accountId).map((view) => ({ ...view, what: `week ${view.week}` })),
      ...bookViewsOf(accountId).map((view) => ({ ...view, what: "the whole book" })),
    ]
      .sort((one, other) => other.at.getTime() - one.at.getTime())
      .map(({ id, loopTitle, theme, type, what, staffName, reason, at }) => ({
        id: String(id),
        entry: `${nameOfLoop({ title: loopTitle, theme, type })}, ${what}`,
        who: staffName,
        why: reason,
        at: formatMoment(at),
      })),
    impersonations: impersonationsOfAccount(accountId).map((impersonation) => ({
      id: impersonation.id,
      who: impersonation.staffName,
      why: impersonation.reason,
      at: formatMoment(impersonation.at),
    })),
    changes: changesForOwner(accountId).map((change) => ({
      id: String(change.sequence),
      what: capitalise(change.action),
      who: change.by,
      why: change.reason ?? "",
      at: formatMoment(change.at),
    })),
    browsers: sessionsOf(accountId, now).map((session) => ({
      id: session.id,
      name: nameBrowser(session.userAgent),
      since: formatMoment(session.createdAt),
      seen: formatMoment(session.seenAt),
      isThis: session.id === sessionId,
    })),
  };
}

export type PrivacyData = ReturnType<typeof privacyData>;
