import { createHash } from "node:crypto";
import { asc, desc, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { auditEvents } from "#db/schema";

/**
 * The audit of staff actions: who, what, on which object, from which value to which, and why. A row is written in the
 * transaction of its action, so neither exists without the other. Rows are only ever added. Each holds a hash of
 * itself and of the row before, so that a later change, removal or insertion breaks the chain. Rows name people and
 * objects by id; customers' names, addresses and text stay out of them, except the email address a staff voucher was
 * made for, by which gifts to one person are found.
 */

export interface AuditEvent {
  /** Null for an action of a script on the machine itself. */
  staffId: string | null;
  /** Such as "vouchers.cancel"; mostly the permission it needs. */
  action: string;
  object: { type: string; id: string };
  /** The values before and after; anything JSON can hold. */
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
  now: Date;
}

/** The previous hash of the first row. */
const BEGINNING = "";

type DescriptionList = Omit<typeof auditEvents.$inferSelect, "sequence" | "hash">;

/** Records an action within the caller's immediate transaction. Returns its sequence number. */
export function recordAuditEvent(tx: Transaction, done: AuditEvent): number {
  const last = findNewestEvent();
  const data: DescriptionList = {
    staffId: done.staffId,
    action: done.action,
    objectType: done.object.type,
    objectId: done.object.id,
    before: written(done.before),
    after: written(done.after),
    reason: done.reason ?? null,
    at: done.now,
    previousHash: last?.hash ?? BEGINNING,
  };
  const row = tx
    .insert(auditEvents)
    .values({ ...data, hash: hashOf(data) })
    .returning({ sequence: auditEvents.sequence })
    .get();
  return row.sequence;
}

const findNewestEvent = prepareGet(() =>
  db.select({ hash: auditEvents.hash }).from(auditEvents).orderBy(desc(auditEvents.sequence)).limit(1),
);

const written = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

function hashOf(data: DescriptionList): string {
  const { staffId, action, objectType, objectId, before, after, reason, at, previousHash } = data;
  const row = [previousHash, staffId, action, objectType, objectId, before, after, reason, at.getTime()];
  return createHash("sha256").update(JSON.stringify(row)).digest("base64url");
}

export type ChainResult =
  | { ok: true; rows: number }
  | { ok: false; reason: "changed" | "missing" | "out_of_place"; sequence: number };

const BATCH = 1000;

/**
 * Verifies the whole chain and names the first bad row: "changed" in its values, "missing" from the numbering, or
 * "out_of_place" after another row than the one it was written after. A forger who recomputes every hash is not
 * detected; copies of the database kept elsewhere are for that.
 */
export function verifyAuditChain(): ChainResult {
  let previous = { sequence: 0, hash: BEGINNING };
  for (;;) {
    const rows = db
      .select()
      .from(auditEvents)
      .where(sql`${auditEvents.sequence} > ${previous.sequence}`)
      .orderBy(asc(auditEvents.sequence))
      .limit(BATCH)
      .all();
    for (const { sequence, hash, ...data } of rows) {
      const expected = previous.sequence + 1;
      if (sequence !== expected) return { ok: false, reason: "missing", sequence: expected };
      if (hashOf(data) !== hash) return { ok: false, reason: "changed", sequence };
      if (data.previousHash !== previous.hash) return { ok: false, reason: "out_of_place", sequence };
      previous = { sequence, hash };
    }
    if (rows.length < BATCH) break;
  }
  if (previous.sequence < lastGiven()) {
    return { ok: false, reason: "missing", sequence: previous.sequence + 1 };
  }
  return { ok: true, rows: previous.sequence };
}

/** The highest sequence number ever assigned: SQLite remembers it even when rows at the end were removed. */
function lastGiven(): number {
  const row = db.get<{ seq: number } | undefined>(sql`SELECT seq FROM sqlite_sequence WHERE name = 'audit_events'`);
  return row?.seq ?? 0;
}
