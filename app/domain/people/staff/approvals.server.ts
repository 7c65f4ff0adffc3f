import { and, eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Transaction, write } from "#db/client.server";
import type * as schema from "#db/schema";
import { recordAuditEvent } from "./audit.server";
import { areTwo } from "./second-person.server";

/**
 * What one of the staff asks for and another decides, whatever it is. A request is approved unchanged, and decided once:
 * it is read and ended in one transaction. Nobody decides their own. Who approves counts as a second person for who
 * asked; anybody else who may decide can decline.
 */

interface Decider {
  staffId: string;
  now: Date;
  approves: boolean;
}

/** What waits and who asked for it; `barred` says why it can only be declined. A text says why nothing waits. */
type Found<Row, Reason> = { waiting: Row; askedBy: string; barred?: Reason | null } | Reason;

type Refused<Reason> = { ok: false; reason: Reason };
type NotDecided<Reason> = Refused<Reason | "own_request" | "not_two">;

/** Lets `act` decide what `find` finds. */
export function decide<Row, Result, Reason extends string>(
  { staffId, now, approves }: Decider,
  find: (tx: Transaction) => Found<Row, Reason>,
  act: (tx: Transaction, waiting: Row) => Result,
): Result | NotDecided<Reason> {
  return write((tx): Result | NotDecided<Reason> => {
    const found = find(tx);
    if (typeof found === "string") return { ok: false, reason: found };
    const { waiting, askedBy, barred } = found;
    if (askedBy === staffId) return { ok: false, reason: "own_request" };
    if (approves && barred) return { ok: false, reason: barred };
    if (approves && !areTwo(tx, askedBy, staffId, now)) return { ok: false, reason: "not_two" };
    return act(tx, waiting);
  });
}

type RequestTable =
  | typeof schema.refundRequests
  | typeof schema.reprintRequests
  | typeof schema.discountRequests
  | typeof schema.approvalLimitRequests
  | typeof schema.restoreRequests;

interface RequestKind<Row, Reason> {
  /** The request that is meant by this id, or why none waits. */
  find: (tx: Transaction, id: string, now: Date) => Found<Row, Reason>;
  /** What the audit trail is told of a request, and by which words. */
  object: (request: Row) => { type: string; id: string };
  approved: string;
  declined: string;
  afterDeclining?: (request: Row) => unknown;
}

/** Ends the request as approved, with what came of it; both are written at once. */
type Approve<Row> = (outcome: Partial<Row>, told: { before?: unknown; after: unknown }) => void;

/** The decisions about requests of one kind. */
export function decisionsOn<Table extends RequestTable, Reason extends string>(
  table: Table,
  kind: RequestKind<Table["$inferSelect"], Reason>,
) {
  type Row = Table["$inferSelect"];
  function end(tx: Transaction, { id }: Row, to: object): void {
    const isWaiting = and(eq(table.id, id), eq(table.state, "waiting"));
    const { changes } = tx.update<SQLiteTable>(table).set(to).where(isWaiting).run();
    if (changes !== 1) throw new Error(`The request ${id} was decided already.`);
  }
  const find = (id: string, now: Date) => (tx: Transaction) => kind.find(tx, id, now);

  /** `act` does what was asked for and calls `approve`, or returns why it cannot be done; the request then stays. */
  function approve<Result>(
    id: string,
    by: { staffId: string; now: Date },
    act: (tx: Transaction, request: Row, approve: Approve<Row>) => Result,
  ) {
    return decide({ ...by, approves: true }, find(id, by.now), (tx, request) =>
      act(tx, request, (outcome, told) => {
        const decided = { state: "approved", decidedByStaffId: by.staffId, decidedAt: by.now };
        end(tx, request, { ...outcome, ...decided });
        recordAuditEvent(tx, { ...by, action: kind.approved, object: kind.object(request), ...told });
      }),
    );
  }

  function decline(id: string, reason: string, staffId: string, now: Date) {
    return decide({ staffId, now, approves: false }, find(id, now), (tx, request): { ok: true } => {
      end(tx, request, { state: "declined", decidedReason: reason, decidedByStaffId: staffId, decidedAt: now });
      const after = kind.afterDeclining?.(request);
      recordAuditEvent(tx, { staffId, action: kind.declined, object: kind.object(request), reason, now, after });
      return { ok: true };
    });
  }

  return { approve, decline };
}

/** For `find`: the request, where it waits. */
export function waitingIn<Row extends { state: string; requestedByStaffId: string }>(
  request: Row | undefined,
): Found<Row, never> | "not_found" | "not_waiting" {
  if (!request) return "not_found";
  if (request.state !== "waiting") return "not_waiting";
  return { waiting: request, askedBy: request.requestedByStaffId };
}
