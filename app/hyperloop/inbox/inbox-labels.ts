import { type InboxTab, LONGEST_PUT_OFF_DAYS, type WorkKind } from "~/domain/backoffice/inbox/work-kinds";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";
import { PATHS } from "~/hyperloop/paths";

/** How long something has waited: "20 minutes", "14 hours", "2 days". */
export function formatAge(ms: number): string {
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return inFigures(ms / MINUTE_MS, "minute");
  if (ms < DAY_MS) return inFigures(ms / HOUR_MS, "hour");
  return inFigures(ms / DAY_MS, "day");
}

/** "1 day", "2 days": in figures, for a column. */
function inFigures(count: number, unit: string): string {
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/** "target: 1 day" */
export function formatPromise(hours: number): string {
  return `target: ${hours % 24 === 0 ? inFigures(hours / 24, "day") : inFigures(hours, "hour")}`;
}

export const TAB_NAMES: Readonly<Record<InboxTab, string>> = {
  all: "All",
  mine: "Mine",
  nobodys: "Unassigned",
  put_off: "Snoozed",
};

/** Where a tab is empty. */
export const EMPTY_TABS: Readonly<Record<InboxTab, string>> = {
  all: "Nothing is waiting.",
  mine: "You haven’t taken anything.",
  nobodys: "Everything that’s waiting has an owner.",
  put_off: "Nothing is snoozed.",
};

export const WORK_REFUSALS = {
  nothing: "Somebody has already dealt with that.",
  day: `Please choose a day after today, within ${LONGEST_PUT_OFF_DAYS} days`,
  bank_day: "The bank won’t take evidence after its deadline. Please choose that day or an earlier one",
  cannot_take: "They don’t have permission for everything you ticked. Please choose somebody else, or tick fewer",
  not_closable: "You can’t close that here. Open it and finish it there.",
} as const;

interface Next {
  readonly label: string;
  readonly href: string;
}

/** The next act on a piece of work, as a link to its page. */
export function nextOf(work: { kind: WorkKind; pageId: string; facts: string }, role: StaffRole): Next {
  const { kind, pageId } = work;
  switch (kind) {
    case "dispute":
      return { label: "Open order", href: `${PATHS.orders}/${pageId}` };
    case "refund":
      return { label: "Decide", href: `${PATHS.refundRequests}/${pageId}` };
    case "reprint":
      return { label: "Decide", href: `${PATHS.reprintRequests}/${pageId}` };
    case "vouchers":
    case "seal":
      return { label: "Decide", href: `${PATHS.batches}/${pageId}` };
    case "discount":
      return { label: "Decide", href: `${PATHS.discounts}/${pageId}` };
    case "exposure":
      return { label: "Decide", href: `${PATHS.limitRequests}/${pageId}` };
    case "super_admin":
      return { label: "Decide", href: `${PATHS.staff}/${pageId}` };
    case "restore":
      return { label: "Decide", href: `${PATHS.restores}/${pageId}` };
    case "email":
      return { label: "Open email", href: `${PATHS.emails}/${pageId}` };
    case "shipment":
      return { label: "Open parcel", href: `${PATHS.printQueue}/${pageId}` };
    case "week":
      return { label: "Review", href: `${PATHS.moderation}/${pageId}` };
    case "alarm":
      return { label: "Open alarm", href: `${PATHS.alarms}/${pageId}` };
    case "note":
      return work.facts.startsWith("Order") && isPermitted(role, "orders.read")
        ? { label: "Open order", href: `${PATHS.orders}/${pageId}` }
        : { label: "Open account", href: `${PATHS.people}/${pageId}` };
  }
}

/** Where the rest of a kind is, when only some of it is shown. */
export const REST_OF: Partial<
  Record<WorkKind, { readonly one: string; readonly many: string; readonly href: string }>
> = {
  week: { one: "more flagged week", many: "more flagged weeks", href: `${PATHS.moderation}?status=FLAGGED` },
  email: {
    one: "more email that didn’t arrive",
    many: "more emails that didn’t arrive",
    href: `${PATHS.emails}?state=dead`,
  },
  alarm: { one: "more alarm", many: "more alarms", href: PATHS.alarms },
};

/** "BL" for Bea Lockwood. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  return `${words[0]?.charAt(0) ?? ""}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? "") : ""}`.toUpperCase();
}
