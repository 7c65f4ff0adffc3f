import { and, eq, getTableName, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { logLine, messageOf } from "~/adapters/log/log.server";
import { raiseAlarm } from "../alarms/alarms.server";
import { MINUTE_MS, SECOND_MS } from "../time/durations";

/**
 * Queues: tables whose rows are worked on under a lease. Jobs, emails, webhook events, orders at the printer and notices
 * of alarms each declare one; claiming, renewing, putting off and setting aside are here. A row whose lease ran out while
 * it was held lost its process, perhaps by its own fault: where a queue counts deaths it is claimed a second time at
 * most, and then set aside for staff, so that the rows behind it are worked on.
 */

/** A row that its process died with this often is set aside. */
export const DEATHS_ALLOWED = 2;
/** What is recorded of a row that is set aside. */
export const PROCESS_DIED = "The process that worked on it died.";

type Reader = Pick<Transaction, "select">;
type Writer = Pick<Transaction, "update">;

/** The columns of a queue; `tries` identifies a lease, because each claim is one more, unless `admit` says otherwise. */
interface Leased {
  id: string;
  tries: number;
  nextTryAt?: Date | null;
  takenUntil?: Date | null;
  deaths?: number;
  failure: string | null;
}
type LeasedTable<Row> = SQLiteTable & { id: SQLiteColumn; tries: SQLiteColumn; $inferSelect: Row };

export interface QueueRules<Row> {
  /** The rows that wait or are held, in the words of their partial index, so that SQLite uses it. */
  isOpen: SQL;
  isDue(now: Date): SQL | undefined;
  order: SQL[];
  /** Longer than the work takes. `work` renews it three times as often, so that two renewals may be missed. */
  leaseSeconds: number;
  /** A lease is not renewed after this. */
  longestMinutes?: number;
  /** What a claim changes, and a wait until the next try, where that is not `nextTryAt` and `takenUntil`. */
  held?(until: Date): Partial<Row>;
  waiting?(at: Date): Partial<Row>;
  /** Where a row may be at fault if its process dies: how often it may, and what becomes of it then. */
  deaths?: {
    allowed: number;
    queue: "job" | "email" | "webhook";
    /** Such as "render-book of book 7f3k". */
    nameOf(row: Row): string;
    ended(row: Row, now: Date): Partial<Row>;
  };
  /** A worker that lost its lease is believed, while the row is open: what it sent is sent. What failed is not. */
  believesLate?: true;
}

export interface Claim<Row> {
  where?: SQL;
  order?: SQL[];
  /** What else the claim changes; null for a row that is not worked on: ended, or put off. */
  admit?(tx: Transaction, due: Row): Partial<Row> | null;
  /** How many rows `admit` may look at in one transaction. */
  mostLookedAt?: number;
  /** What follows for the subject of a row that is set aside, in the same transaction. */
  onSetAside?(tx: Transaction, row: Row): void;
}

export interface Work<Row> extends Claim<Row> {
  most: number;
  run(row: Row, now: Date): Promise<unknown>;
  failed(row: Row, message: string, now: Date): void;
}

/** When a lease that is taken now ends. */
export const leaseEnd = (now: Date, seconds: number) => new Date(now.getTime() + seconds * SECOND_MS);

/** Declares a queue. */
export function leasedQueue<Row extends Leased>(of: LeasedTable<Row>, rules: QueueRules<NoInfer<Row>>) {
  const table: SQLiteTable = of;
  const { id, tries } = of;
  const held = rules.held ?? ((until: Date) => ({ nextTryAt: until, takenUntil: until }));
  const waiting = rules.waiting ?? ((at: Date) => ({ nextTryAt: at, takenUntil: null }));

  /** The row that is claimed next. */
  function nextDue(reader: Reader, now: Date, { where, order = rules.order }: Claim<Row> = {}): Row | undefined {
    return reader
      .select()
      .from(table)
      .where(and(rules.isOpen, rules.isDue(now), where))
      .orderBy(...order)
      .limit(1)
      .get() as Row | undefined;
  }

  /** Claims the first rows that are due, in one transaction. Without one an idle worker takes no write lock. */
  function claimAll(now: Date, most: number, how: Claim<Row> = {}): Row[] {
    if (nextDue(db, now, how) === undefined) return [];
    return write((tx) => {
      const claimed: Row[] = [];
      let looked = 0;
      for (let due = nextDue(tx, now, how); due !== undefined; due = nextDue(tx, now, how)) {
        const row = take(tx, due, now, how);
        if (row) claimed.push(row);
        looked += 1;
        if (claimed.length === most || looked === how.mostLookedAt) break;
      }
      return claimed;
    });
  }

  function take(tx: Transaction, due: Row, now: Date, how: Claim<Row>): Row | null {
    const counted = due.deaths === undefined ? {} : { deaths: due.deaths + (due.takenUntil ? 1 : 0) };
    if (due.takenUntil && rules.deaths && (counted.deaths ?? 1) >= rules.deaths.allowed) {
      setAside(tx, { ...due, ...counted }, now);
      how.onSetAside?.(tx, due);
      return null;
    }
    const more = how.admit ? how.admit(tx, due) : {};
    if (more === null) return null;
    const changed = { ...counted, tries: due.tries + 1, ...held(leaseEnd(now, rules.leaseSeconds)), ...more };
    tx.update(table).set(changed).where(eq(id, due.id)).run();
    return { ...due, ...changed };
  }

  /** Ends a row for staff to look at, with an alarm. */
  function setAside(tx: Transaction, row: Row, now: Date, known?: { why: string; ended: Partial<Row> }): void {
    if (!rules.deaths) return;
    const { queue, nameOf } = rules.deaths;
    const ended = known?.ended ?? rules.deaths.ended(row, now);
    settle(tx, row, { failure: PROCESS_DIED, takenUntil: null, deaths: row.deaths, ...ended });
    const message = `${nameOf(row)}: ${known?.why ?? PROCESS_DIED} We won’t try it again automatically.`;
    const dedupeKey = setAsideKey({ queue, id: row.id });
    raiseAlarm(tx, { kind: "work_set_aside", objectType: queue, objectId: row.id, message, dedupeKey }, now);
  }

  /** Changes a row that was claimed. False, and without effect, for a worker that has lost it. */
  function settle(
    writer: Writer,
    row: Row,
    changes: Partial<Row | Leased>,
    isBelieved = rules.believesLate === true,
  ): boolean {
    const isLease = isBelieved ? undefined : eq(tries, row.tries);
    const isHeld = and(eq(id, row.id), rules.isOpen, isLease);
    return writer.update(table).set(changes).where(isHeld).run().changes === 1;
  }

  /** Lets a row that failed wait until its next try. */
  function retry(writer: Writer, row: Row, at: Date, failure: string): void {
    settle(writer, row, { failure: failure.slice(0, 1000), ...waiting(at) }, false);
  }

  /** Extends a lease. One that cannot be renewed may run out: the row then counts as one whose process died. */
  function renew(row: Row, now: Date): void {
    try {
      settle(db, row, held(leaseEnd(now, rules.leaseSeconds)));
    } catch (error) {
      logLine("warn", "lease_not_renewed", { queue: getTableName(table), id: row.id, message: messageOf(error) });
    }
  }

  /** Works on rows one after another, each under a lease that is renewed. */
  async function work(from: Date, { most, run, failed, ...how }: Work<Row>): Promise<void> {
    const began = performance.now();
    const clock = () => new Date(from.getTime() + performance.now() - began);
    for (let taken = 0; taken < most; taken += 1) {
      const [row] = claimAll(clock(), 1, how);
      if (!row) return;
      const until = clock().getTime() + (rules.longestMinutes ?? Infinity) * MINUTE_MS;
      const renewing = setInterval(
        () => clock().getTime() <= until && renew(row, clock()),
        (rules.leaseSeconds / 3) * SECOND_MS,
      );
      try {
        await run(row, clock());
      } catch (error) {
        failed(row, messageOf(error), clock());
      } finally {
        clearInterval(renewing);
      }
    }
  }

  /** Claims the first row that is due; null without one. */
  const claim = (now: Date, how?: Claim<Row>): Row | null => claimAll(now, 1, how)[0] ?? null;
  return { order: rules.order, nextDue, claim, claimAll, renew, retry, settle, setAside, work };
}

/** The dedupe key of the alarm about a row that is set aside. */
export const setAsideKey = ({ queue, id }: { queue: string; id: string }) => `set-aside:${queue}:${id}`;
