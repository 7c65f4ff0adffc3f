import { findLoopType, nameOfLoop } from "~/domain/diary/catalogue/catalogue";
import { picturePath } from "~/domain/diary/catalogue/picture-path";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { cancelledLoopsOf } from "~/domain/diary/loops/cancelled-loops.server";
import { availableCreditOf } from "~/domain/diary/loops/credits.server";
import { firstLoop, type LoopSummary, loopsOf, writtenWeeks } from "~/domain/diary/loops/loops.server";
import { currentWeek, WEEKS } from "~/domain/diary/rules/calendar";
import { capitalise } from "~/domain/kernel/text/numbers";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay, formatLondonDay, formatMoment } from "~/domain/kernel/time/format-days";
import { reportedOf } from "~/domain/mail/outbox/preferences.server";
import { bookViewsOf, entryViewsOf } from "~/domain/operations/printing/entry-views.server";
import { impersonationsOfAccount } from "~/domain/people/accounts/account-impersonations.server";
import { MARKETING_WORDING } from "~/domain/people/accounts/accounts.server";
import { type Address, addressesOf, MOST_ADDRESSES } from "~/domain/people/accounts/addresses.server";
import { nameBrowser } from "~/domain/people/accounts/browser-names";
import { pendingEmailChange } from "~/domain/people/accounts/email-change.server";
import { joinName } from "~/domain/people/accounts/full-name";
import { sessionsOf } from "~/domain/people/accounts/own-sessions.server";
import { profileOf } from "~/domain/people/accounts/profile.server";
import { readRoles } from "~/domain/people/accounts/roles.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { addressLines } from "~/domain/people/addresses/forms";
import { changesForOwner } from "~/domain/people/staff/audit-trail.server";
import { lastDownloadDay } from "~/domain/shop/order-rules/cancellation";
import { copyPrice, copyPriceNote } from "~/domain/shop/order-rules/price-words";

export function accountData(accountId: string, now: Date) {
  const profile = profileOf(accountId);
  const reported = reportedOf(profile.email);
  return {
    profile,
    /** The day on which an email to the address came back for good; null where none did, or it was tried again since. */
    cameBackOn: reported?.reason === "bounced" ? formatLondonDay(reported.at) : null,
    details: { fullName: joinName(profile), phone: profile.phone },
    marketingWording: MARKETING_WORDING,
    pendingEmail: pendingEmailChange(accountId, now)?.email ?? null,
  };
}

export type AccountData = ReturnType<typeof accountData>;

/** The customer's default loop, with its current picture. */
export function defaultLoop(accountId: string, now: Date) {
  const loop = firstLoop(loopsOf(accountId));
  if (!loop) return null;
  const view = describeLoop(loop, now);
  const stitched = new Set(writtenWeeks(loop.id).map(({ week }) => week));
  return { ...view, picture: picturePath(view.theme, stitched) };
}

export type DefaultLoop = NonNullable<ReturnType<typeof defaultLoop>>;

export function addressData(accountId: string) {
  const addresses = addressesOf(accountId).map((address) => ({
    id: address.id,
    label: labelOf(address),
    lines: linesOf(address),
    isDefault: address.isDefault,
  }));
  return {
    addresses,
    hasRoom: addresses.length < MOST_ADDRESSES,
    isPurchaser: readRoles(accountId).isPurchaser,
  };
}

export type AddressData = ReturnType<typeof addressData>;

/** An address saved by an API client may have no label. */
export function labelOf({ label, line1 }: Pick<Address, "label" | "line1">): string {
  return label ?? line1;
}

/** One line each, as on a shipment. */
export function linesOf(address: Address): string[] {
  return [...addressLines(address), address.country === "GB" ? "United Kingdom" : address.country];
}

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

/** A loop in short: its name, its status, and how much of it is written. */
export function describeLoop(loop: LoopSummary, now: Date) {
  const type = findLoopType(loop.theme, loop.type);
  return {
    id: loop.id,
    name: loop.title ?? type?.displayName ?? "Untitled loop",
    theme: type?.themeId ?? ("classic" as const),
    week: currentWeek(loop, londonDay(now)),
    startsOn: startOf(loop, now),
    isFinished: loop.status !== "ACTIVE",
    entriesCount: Math.min(WEEKS, loop.entriesCount),
  };
}

export function myLoopData(accountId: string, now: Date) {
  return {
    loops: loopsOf(accountId).map((loop) => describeLoop(loop, now)),
    toBegin: availableCreditOf(accountId),
    cancelled: cancelledLoopsOf(accountId)
      .map(({ id, name, cancelledAt }) => ({ id, name, lastDay: lastDownloadDay(cancelledAt) }))
      .filter(({ lastDay }) => londonDay(now) <= lastDay),
  };
}

export type MyLoopData = ReturnType<typeof myLoopData>;

/** The loops with a book, and the chosen one, by default the first to show. */
export function bookData(accountId: string, input: string | null, inCart: number, now: Date) {
  const all = loopsOf(accountId);
  const books = all.map((loop) => ({ ...describeLoop(loop, now), state: stateOf(loop, now) }));
  const chosen = books.find(({ id }) => id === (input ?? firstLoop(all)?.id));
  const prices = readPrices();
  const price = { standard: copyPrice(prices, "standard"), luxury: copyPrice(prices, "luxury") };
  return {
    books,
    chosen: chosen ?? books[0] ?? null,
    isPurchaser: readRoles(accountId).isPurchaser,
    copies: { price, note: copyPriceNote(prices), inCart },
  };
}

export type BookData = ReturnType<typeof bookData>;

/** A year whose first day is to come is in no week yet. */
function startOf({ status, startDay }: LoopSummary, now: Date): string | null {
  return status === "ACTIVE" && londonDay(now) < startDay ? `Starts on ${formatDay(startDay)}` : null;
}

function stateOf(loop: LoopSummary, now: Date): string {
  const startsOn = startOf(loop, now);
  if (startsOn) return startsOn;
  if (loop.status === "ACTIVE") return `Active - Week ${currentWeek(loop, londonDay(now))}`;
  return `Completed ${formatDay(loop.completedAt ? londonDay(loop.completedAt) : loop.deliveryDay)}`;
}
