import { createHash } from "node:crypto";
import { asc, desc, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { auditEvents } from "#db/schema";

/**
 * What the staff did: who, what, to what, from which value to which, and why, written in the transaction of the act
 * itself, so that there is no act without its row and no row without its act. Rows are only ever added. Each holds
 * a hash of itself and of the one before, so that whoever changes, removes or inserts one later breaks the chain.
 * Rows name people and things by their id; names, addresses and words of customers stay out of them, but for the
 * e-mail address that vouchers of ours were made for: it is how gifts to one person are found.
 */

export interface AuditEvent {
  /** Null for what was done with a script on the machine itself. */
  staffId: string | null;
  /** Such as "vouchers.cancel", mostly the right it was done by. */
  action: string;
  object: { type: string; id: string };
  /** What it was and became; anything that JSON can say. */
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
  now: Date;
}

/** What the first row follows. */
const BEGINNING = "";

type DescriptionList = Omit<typeof auditEvents.$inferSelect, "sequence" | "hash">;

/** Writes an act down within the caller's transaction, which must be an immediate one. Gives its number. */
export function recordAuditEvent(tx: Transaction, done: AuditEvent): number {
  const last = tx
    .select({ hash: auditEvents.hash })
    .from(auditEvents)
    .orderBy(desc(auditEvents.sequence))
    .limit(1)
    .get();
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
 * Reads the whole chain and names the first row that is not as it was written: "changed" in its facts, "missing"
 * from the numbering, or "out_of_place" behind another row than it was written behind. A forger who works out all
 * hashes anew is not seen; that is what copies of the database kept elsewhere are for.
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

/** The highest number ever given: SQLite remembers it where rows at the end were removed. */
function lastGiven(): number {
  const row = db.get<{ seq: number } | undefined>(
    sql`SELECT seq FROM sqlite_sequence WHERE name = 'audit_events'`,
  );
  return row?.seq ?? 0;
}
