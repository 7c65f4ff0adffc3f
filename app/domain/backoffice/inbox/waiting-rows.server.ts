import { type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { memoize, prepareAll, prepareGet } from "#db/queries.server";
import { cacheUntilWrite } from "#db/write-cache.server";
import { londonDay } from "~/domain/kernel/time/days";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { deliveryRule, EMAIL_KINDS } from "~/domain/mail/kinds/email-kinds";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { kindsFor, MOST_IN_BADGE, WORK_KINDS, type WorkKind } from "./work-kinds";

/**
 * What waits, as rows: kind, subject and since when, with who has taken it. One query over the kinds' own tables, each
 * by an index that holds only what waits, so that it is quick enough for every page.
 */

/** Values of the query: whose inbox it is, today in London, and since when a request for a super admin is good. */
interface Asked {
  staffId: string;
  today: string;
  since: number;
}

/** A code that never arrived is asked for again by its owner. */
const SECRET_KINDS = sql.raw(
  EMAIL_KINDS.filter((kind) => deliveryRule(kind).carriesSecret)
    .map((kind) => `'${kind}'`)
    .join(", "),
);

/** Requests of the viewer's own are left out: somebody else decides them. */
const SUBJECTS: Readonly<Record<WorkKind, (asked: Asked) => SQL>> = {
  dispute: () =>
    sql`SELECT 'dispute' AS kind, id, opened_at AS since FROM disputes WHERE stage IN ('inquiry', 'open') AND answered_at IS NULL AND evidence_leaves_at IS NULL`,
  refund: ({ staffId }) =>
    sql`SELECT 'refund' AS kind, id, created_at AS since FROM refund_requests WHERE state = 'waiting' AND requested_by_staff_id <> ${staffId}`,
  reprint: ({ staffId }) =>
    sql`SELECT 'reprint' AS kind, id, created_at AS since FROM reprint_requests WHERE state = 'waiting' AND requested_by_staff_id <> ${staffId}`,
  vouchers: ({ staffId }) =>
    sql`SELECT 'vouchers' AS kind, id, created_at AS since FROM voucher_batches WHERE state = 'waiting' AND made_by_staff_id <> ${staffId}`,
  seal: ({ staffId }) =>
    sql`SELECT 'seal' AS kind, id, seal_asked_at AS since FROM voucher_batches WHERE seal_asked_at IS NOT NULL AND seal_asked_by_staff_id <> ${staffId}`,
  discount: ({ staffId }) =>
    sql`SELECT 'discount' AS kind, discounts.id AS id, discount_requests.created_at AS since FROM discount_requests JOIN discounts ON discounts.id = discount_requests.discount_id WHERE discount_requests.state = 'waiting' AND discounts.archived_at IS NULL AND requested_by_staff_id <> ${staffId}`,
  exposure: ({ staffId }) =>
    sql`SELECT 'exposure' AS kind, id, created_at AS since FROM exposure_requests WHERE state = 'waiting' AND requested_by_staff_id <> ${staffId}`,
  super_admin: ({ staffId, since }) => sql`
    SELECT 'super_admin' AS kind, staff.id AS id, asked.at AS since FROM staff CROSS JOIN audit_events AS asked
      ON asked.object_type = 'staff' AND asked.object_id = staff.id AND asked.at > ${since}
    WHERE staff.role <> 'super_admin' AND staff.is_active = 1
      AND asked.action = 'staff.ask_super_admin' AND asked.staff_id <> ${staffId}
      AND NOT EXISTS (
        SELECT 1 FROM audit_events AS later
        WHERE later.object_type = 'staff' AND later.object_id = staff.id
          AND later.sequence > asked.sequence
          AND later.action IN ('staff.ask_super_admin', 'staff.change_role', 'staff.deactivate')
      )`,
  restore: ({ staffId, since }) =>
    sql`SELECT 'restore' AS kind, id, created_at AS since FROM restore_requests WHERE state = 'waiting' AND requested_by_staff_id <> ${staffId} AND created_at > ${since}`,
  email: () => sql`
    SELECT 'email' AS kind, emails.id AS id, emails.created_at AS since FROM emails
    WHERE emails.state = 'dead' AND emails.kind NOT IN (${SECRET_KINDS})
      AND NOT EXISTS (SELECT 1 FROM emails AS again WHERE again.resend_of = emails.id AND again.state <> 'cancelled')`,
  shipment: () => sql`
    SELECT 'shipment' AS kind, id, updated_at AS since FROM shipments INDEXED BY shipments_trouble
    WHERE state = 'waiting' AND (reprint_of IS NOT NULL OR files_state = 'failed')
    UNION ALL
    SELECT 'shipment', print_orders.shipment_id, print_orders.updated_at FROM print_orders
    CROSS JOIN shipments ON shipments.id = print_orders.shipment_id AND shipments.state = 'printing'
    WHERE print_orders.state IN ('cancelled', 'failed', 'stuck') AND print_orders.closed_at IS NULL`,
  week: () =>
    sql`SELECT 'week' AS kind, id, updated_at AS since FROM entries INDEXED BY entries_flagged WHERE moderation = 'FLAGGED' AND ${IS_OF_LIVING_YEAR}`,
  // The two stages of a dispute that can still be answered are disputes above.
  alarm: () => sql`
    SELECT 'alarm' AS kind, id, opened_at AS since FROM alarms
    WHERE resolved_at IS NULL AND kind NOT IN ('dispute_open', 'dispute_inquiry')`,
  note: ({ staffId, today }) => sql`
    SELECT 'note' AS kind, id, unixepoch(due_day) * 1000 AS since FROM account_notes
    WHERE owner_staff_id = ${staffId} AND due_day <= ${today} AND done_at IS NULL`,
};

/** What is open of a kind, with who has taken it. */
const openOf = (kind: WorkKind, asked: Asked) => sql`
  SELECT work.kind, work.id, work.since, work_items.owner_staff_id, work_items.put_off_until FROM (${SUBJECTS[kind](asked)}) AS work
  LEFT JOIN work_items ON work_items.kind = work.kind AND work_items.subject_id = work.id WHERE work_items.closed_at IS NULL`;

/** All of these as one table; for a role that acts on none the columns' names are those of an empty row. */
function together(parts: readonly SQL[]): SQL {
  const names = sql`SELECT '' AS kind, '' AS id, 0 AS since, NULL AS owner_staff_id, NULL AS put_off_until WHERE 0`;
  return sql`(${sql.join([names, ...parts.map((part) => sql`SELECT * FROM (${part})`)], sql` UNION ALL `)}) AS open_work`;
}

export interface WaitingRow {
  kind: WorkKind;
  id: string;
  since: Date;
  ownerId: string | null;
  /** Only while it is put off. */
  putOffUntil: string | null;
}

export interface Viewer {
  staffId: string;
  role: StaffRole;
}

/** A request for a super admin, or to bring something back, is good for a week. */
const REQUEST_VALID_MS = 7 * DAY_MS;
/** More than anybody reads; the oldest are shown. */
const MOST_READ = 1000;

const askedAt = (now: Date) => [londonDay(now), now.getTime() - REQUEST_VALID_MS] as const;

/** What waits and this person can act on, the oldest first: of all kinds, or of these `only`. */
export function waitingRows(
  { staffId, role }: Viewer,
  now: Date,
  only: readonly WorkKind[] = WORK_KINDS,
): WaitingRow[] {
  const [today, since] = askedAt(now);
  return listRowsFor(role, only)(staffId, today, since).map((row) => ({
    ...row,
    since: new Date(row.since),
    ownerId: row.kind === "note" ? staffId : row.ownerId,
    putOffUntil: row.putOffUntil && row.putOffUntil > today ? row.putOffUntil : null,
  }));
}

/** The oldest of each kind are found first, most of them in the order of an index, so that no kind is read to its end. */
const listRowsFor = memoize((role: StaffRole, only: readonly WorkKind[]) =>
  prepareAll((staffId: string, today: string, since: number) => {
    const kinds = kindsFor(role).filter((kind) => only.includes(kind));
    const oldestOf = (kind: WorkKind) =>
      sql`${openOf(kind, { staffId, today, since })} ORDER BY work.since LIMIT ${MOST_READ}`;
    return db
      .select({
        kind: sql<WorkKind>`kind`,
        id: sql<string>`id`,
        since: sql<number>`since`,
        ownerId: sql<string | null>`owner_staff_id`,
        putOffUntil: sql<string | null>`put_off_until`,
      })
      .from(together(kinds.map(oldestOf)))
      .orderBy(sql`since`)
      .limit(MOST_READ);
  }),
);

/**
 * How many things wait that this person can act on and nobody has put off; counted to one more than a badge shows. Every
 * page asks, so it is counted again only after a write.
 */
export function countWaiting({ staffId, role }: Viewer, now: Date): number {
  const count = () => countRowsFor(role)(staffId, ...askedAt(now))?.found ?? 0;
  return cacheUntilWrite(`inbox of ${role} ${staffId}`, now, count);
}

const countRowsFor = memoize((role: StaffRole) =>
  prepareGet((staffId: string, today: string, since: number) => {
    const isHere = sql`AND (work_items.put_off_until IS NULL OR work_items.put_off_until <= ${today})`;
    const each = kindsFor(role).map((kind) => sql`${openOf(kind, { staffId, today, since })} ${isHere}`);
    return db
      .select({ found: sql<number>`count(*)` })
      .from(sql`(SELECT 1 FROM ${together(each)} LIMIT ${MOST_IN_BADGE + 1})`);
  }),
);
