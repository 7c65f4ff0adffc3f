import { and, eq, gt, gte, inArray, like, lte, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { columns } from "#db/queries.server";
import { auditEvents, staff } from "#db/schema";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { auditActor } from "~/domain/people/staff/audit-sentences";
import { choice, colleague, day } from "~/domain/people/staff/list-filters.server";
import { list } from "~/domain/people/staff/lists.server";
import { search } from "../search/search.server";

/** The audit as a searchable list and as a file. */

/** Text, areas and ids are searched among this many of the newest events; people and days among all. */
export const EVENTS_SEARCHED = 20_000;

/** The areas of actions: the part of each name before the dot. */
export const AREAS = [
  ...(["accounts", "alarms", "analytics", "audit", "checks", "discounts", "disputes"] as const),
  ...(["emails", "entries", "inbox", "ledger", "loops", "orders", "payouts", "print_costs"] as const),
  ...(["printing", "refunds", "settings", "staff", "system", "views", "vouchers"] as const),
] as const;

const lines = () =>
  db
    .select({
      ...columns(auditEvents, "sequence", "at", "action", "reason", "objectType", "objectId", "before", "after"),
      by: staff.name,
    })
    .from(auditEvents)
    .leftJoin(staff, eq(staff.id, auditEvents.staffId));

export type AuditLine = ReturnType<ReturnType<typeof lines>["all"]>[number];

/** What staff did, usually the newest first: events are numbered in the order they happened. Both days are included. */
export const AUDIT_LIST = list(auditEvents, {
  name: "audit",
  permission: "audit.read",
  id: auditEvents.sequence,
  size: 50,
  // Also what was done to every person, order, voucher and shipment that this role finds by these words.
  search: (words, _, { role }) => {
    const subjects = search(words, role).flatMap(({ ids }) => ids);
    return and(isRecent(), or(holds(words), inArray(auditEvents.objectId, subjects)));
  },
  isSearchedInOrder: true,
  filters: {
    area: choice(["all", ...AREAS], (area) =>
      and(isRecent(), or(...namesOf(area).map((name) => like(auditEvents.action, `${name}.%`)))),
    ),
    by: colleague(auditEvents.staffId),
    from: day((first) => gte(auditEvents.at, startOfLondonDay(first))),
    until: day((last) => lte(auditEvents.at, endOfLondonDay(last))),
  },
  sorts: { when: auditEvents.sequence },
  usual: "-when",
  lines,
  file: {
    permission: "audit.export",
    most: 50_000,
    recorded: ({ area, from, until }) => ({
      id: area,
      after: { from: from ? startOfLondonDay(from) : null, until: until ? endOfLondonDay(until) : null },
    }),
    columns: {
      Number: ({ sequence }) => sequence,
      "When (UTC)": ({ at }) => at.toISOString(),
      Who: ({ action, by }) => auditActor(action, by),
      Action: ({ action }) => action,
      Object: ({ objectType }) => objectType,
      Id: ({ objectId }) => objectId,
      Before: ({ before }) => before,
      After: ({ after }) => after,
      Reason: ({ reason }) => reason,
    },
  },
});

const isRecent = () => gt(auditEvents.sequence, sql`(SELECT max(sequence) FROM audit_events) - ${EVENTS_SEARCHED}`);

/** Audit rows never change, so an area includes its former name. */
const namesOf = (area: string) => (area === "emails" ? [area, "letters"] : [area]);

/** Text of the action or its reason, or the id of its object. */
function holds(search: string): SQL | undefined {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return or(
    eq(auditEvents.objectId, search),
    sql`${auditEvents.action} LIKE ${pattern} ESCAPE '\\'`,
    sql`${auditEvents.reason} LIKE ${pattern} ESCAPE '\\'`,
  );
}
