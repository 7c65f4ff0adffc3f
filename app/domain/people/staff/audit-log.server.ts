import { and, desc, eq, gt, gte, inArray, like, lte, max, or, type SQL, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { countRows, pageOf, prepareGet } from "#db/queries.server";
import { auditEvents, staff } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import { recordAuditEvent } from "./audit.server";

/** The audit as a searchable list and as a file. Reading it changes nothing; exporting it is an event itself. */

export const EVENTS_A_PAGE = 50;
/** Text, areas and ids are searched among this many of the newest events; people and days among all. */
export const EVENTS_SEARCHED = 20_000;
const MOST_EVENTS_EXPORTED = 50_000;

/** The areas of actions: the part of each name before the dot. */
export const AREAS = [
  ...(["accounts", "alarms", "analytics", "audit", "checks", "discounts", "disputes"] as const),
  ...(["emails", "entries", "inbox", "ledger", "loops", "orders", "payouts", "print_costs"] as const),
  ...(["printing", "refunds", "settings", "staff", "system", "views", "vouchers"] as const),
] as const;

export interface AuditFilter {
  /** Text of the action or its reason, or the id of its object. */
  search: string;
  /** Things that the same search found: their events match too. */
  subjects: readonly string[];
  area: (typeof AREAS)[number] | "all";
  staffId: string | null;
  /** Inclusive, as is `until`. */
  from: Date | null;
  until: Date | null;
}

const LINE = {
  sequence: auditEvents.sequence,
  at: auditEvents.at,
  action: auditEvents.action,
  reason: auditEvents.reason,
  objectType: auditEvents.objectType,
  objectId: auditEvents.objectId,
  before: auditEvents.before,
  after: auditEvents.after,
  by: staff.name,
};

const lines = () => db.select(LINE).from(auditEvents).leftJoin(staff, eq(staff.id, auditEvents.staffId)).$dynamic();

export type AuditLine = ReturnType<ReturnType<typeof lines>["all"]>[number];

/** Events are numbered in the order they happened. */
export const AUDIT_SORTS = sortsOf({ when: auditEvents.sequence }, { usual: "-when", id: auditEvents.sequence });

/** One page of events, usually newest first, and their total. */
export function listAuditEvents(
  question: AuditFilter,
  page: number,
  sort: SortOf<typeof AUDIT_SORTS> = "",
): { rows: AuditLine[]; total: number } {
  const where = conditionsOf(question);
  const found = lines()
    .where(where)
    .orderBy(...AUDIT_SORTS.orderBy(sort));
  const rows = pageOf(found, page, EVENTS_A_PAGE);
  return { rows, total: countRows(auditEvents, where) };
}

/** The matching events for a file, newest first. Records the export. */
export function exportAuditEvents(question: AuditFilter, staffId: string, now: Date): AuditLine[] {
  return write((tx) => {
    const rows = lines()
      .where(conditionsOf(question))
      .orderBy(desc(auditEvents.sequence))
      .limit(MOST_EVENTS_EXPORTED)
      .all();
    const { area, from, until } = question;
    recordAuditEvent(tx, {
      staffId,
      action: "audit.export",
      object: { type: "audit", id: area },
      now,
      after: { rows: rows.length, from, until },
    });
    return rows;
  });
}

function conditionsOf({ search, subjects, area, staffId, from, until }: AuditFilter): SQL | undefined {
  return and(
    search === "" && area === "all" ? undefined : gt(auditEvents.sequence, newestSequence() - EVENTS_SEARCHED),
    area === "all" ? undefined : or(...namesOf(area).map((name) => like(auditEvents.action, `${name}.%`))),
    search === "" ? undefined : or(holds(search), inArray(auditEvents.objectId, [...subjects])),
    staffId === null ? undefined : eq(auditEvents.staffId, staffId),
    from === null ? undefined : gte(auditEvents.at, from),
    until === null ? undefined : lte(auditEvents.at, until),
  );
}

/** Audit rows never change, so an area includes its former name. */
const namesOf = (area: string) => (area === "emails" ? [area, "letters"] : [area]);

const newestSequence = () => findNewestSequence()?.newest ?? 0;

const findNewestSequence = prepareGet(() => db.select({ newest: max(auditEvents.sequence) }).from(auditEvents));

function holds(search: string): SQL | undefined {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return or(
    eq(auditEvents.objectId, search),
    sql`${auditEvents.action} LIKE ${pattern} ESCAPE '\\'`,
    sql`${auditEvents.reason} LIKE ${pattern} ESCAPE '\\'`,
  );
}
