import { and, count, desc, eq, gt, gte, lte, max, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { auditEvents, staff } from "#db/schema";
import { recordAct } from "./audit.server";

/** The audit as a list that can be searched, and as a file. Reading changes nothing; taking the file is an act itself. */

export const ACTS_A_PAGE = 50;
/** Words, areas and ids are looked for among so many of the newest; a person and days among all. */
export const ACTS_SEARCHED = 20_000;
const MOST_ACTS_EXPORTED = 50_000;

/** What acts are about: the word before the point of each. */
export const AREAS = [
  ...([
    "accounts",
    "alarms",
    "analytics",
    "audit",
    "checks",
    "discounts",
    "entries",
    "impersonations",
  ] as const),
  ...(["emails", "orders", "printing", "refunds", "settings", "staff", "system", "vouchers"] as const),
] as const;

export interface AuditQuestion {
  /** Words of the act or its reason, or the id of what it was done to. */
  search: string;
  area: (typeof AREAS)[number] | "all";
  staffId: string | null;
  /** Both instants belong to the time asked for. */
  from: Date | null;
  until: Date | null;
}

const LINE = {
  ...{ sequence: auditEvents.sequence, at: auditEvents.at, act: auditEvents.act, reason: auditEvents.reason },
  ...{ objectType: auditEvents.objectType, objectId: auditEvents.objectId },
  ...{ before: auditEvents.before, after: auditEvents.after, by: staff.name },
};

const lines = () =>
  db.select(LINE).from(auditEvents).leftJoin(staff, eq(staff.id, auditEvents.staffId)).$dynamic();

export type AuditLine = ReturnType<ReturnType<typeof lines>["all"]>[number];

/** One page of acts, the newest first, and how many there are in all. */
export function listActs(question: AuditQuestion, page: number): { rows: AuditLine[]; total: number } {
  const where = conditionsOf(question);
  const rows = lines()
    .where(where)
    .orderBy(desc(auditEvents.sequence))
    .limit(ACTS_A_PAGE)
    .offset((page - 1) * ACTS_A_PAGE)
    .all();
  return { rows, total: db.select({ found: count() }).from(auditEvents).where(where).get()?.found ?? 0 };
}

/** The acts that were asked for, the newest first, for a file; that somebody took it is written down too. */
export function exportActs(question: AuditQuestion, staffId: string, now: Date): AuditLine[] {
  return db.transaction(
    (tx) => {
      const rows = lines()
        .where(conditionsOf(question))
        .orderBy(desc(auditEvents.sequence))
        .limit(MOST_ACTS_EXPORTED)
        .all();
      const { area, from, until } = question;
      recordAct(tx, {
        ...{ staffId, act: "audit.export", object: { type: "audit", id: area }, now },
        after: { rows: rows.length, from, until },
      });
      return rows;
    },
    { behavior: "immediate" },
  );
}

function conditionsOf({ search, area, staffId, from, until }: AuditQuestion): SQL | undefined {
  return and(
    search === "" && area === "all" ? undefined : gt(auditEvents.sequence, newestSequence() - ACTS_SEARCHED),
    area === "all" ? undefined : sql`${auditEvents.act} LIKE ${`${area}.%`}`,
    search === "" ? undefined : holds(search),
    staffId === null ? undefined : eq(auditEvents.staffId, staffId),
    from === null ? undefined : gte(auditEvents.at, from),
    until === null ? undefined : lte(auditEvents.at, until),
  );
}

const newestSequence = () =>
  db
    .select({ newest: max(auditEvents.sequence) })
    .from(auditEvents)
    .get()?.newest ?? 0;

function holds(search: string): SQL | undefined {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return or(
    eq(auditEvents.objectId, search),
    sql`${auditEvents.act} LIKE ${pattern} ESCAPE '\\'`,
    sql`${auditEvents.reason} LIKE ${pattern} ESCAPE '\\'`,
  );
}
