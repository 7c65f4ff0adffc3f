import { db, type Transaction, write } from "#db/client.server";
import { raiseAlarm } from "../alarms/alarms.server";

/**
 * Claiming rows of a queue with a lease: jobs, the emails of the outbox and the provider's webhook events. A row whose
 * lease ran out while it was held lost its process, perhaps by its own fault: it is claimed once more at most, and then
 * set aside for staff, so that the rows behind it are worked on.
 */

/** A row that its process died with this often is set aside. */
export const DEATHS_ALLOWED = 2;
/** What is recorded of a row that is set aside. */
export const PROCESS_DIED = "The process that worked on it died.";

/** A lease of work that renews it; three times the interval, so that two renewals may be missed. */
export const RENEWED_LEASE = { seconds: 30 };
export const RENEW_EVERY_SECONDS = 10;

type Reader = Pick<Transaction, "select">;

/**
 * Claims the first due row for which `take` gives something, in one transaction; null once none is due. `take` has to
 * make each row not due: leased, ended or put off. Looks without the write lock first, so an idle worker takes none.
 */
export function claim<Row, Claimed>(
  nextDue: (reader: Reader) => Row | undefined,
  take: (tx: Transaction, due: Row) => Claimed | null,
): Claimed | null {
  if (nextDue(db) === undefined) return null;
  return write((tx) => {
    for (let due = nextDue(tx); due !== undefined; due = nextDue(tx)) {
      const claimed = take(tx, due);
      if (claimed !== null) return claimed;
    }
    return null;
  });
}

/** When a lease that is taken now ends. */
export function leaseEnd(now: Date, lease: { minutes: number } | { seconds: number }): Date {
  const seconds = "minutes" in lease ? lease.minutes * 60 : lease.seconds;
  return new Date(now.getTime() + seconds * 1000);
}

export interface SetAside {
  queue: "job" | "email" | "webhook";
  id: string;
  /** Such as "render-book of book 7f3k". */
  name: string;
  why?: string;
}

/** Raises the alarm about a row that is set aside. */
export function raiseSetAside(tx: Transaction, { queue, id, name, why = PROCESS_DIED }: SetAside, now: Date): void {
  raiseAlarm(
    tx,
    {
      kind: "work_set_aside",
      objectType: queue,
      objectId: id,
      message: `${name}: ${why} We won’t try it again automatically.`,
      dedupeKey: setAsideKey({ queue, id }),
    },
    now,
  );
}

/** The dedupe key of the alarm about a row that is set aside. */
export const setAsideKey = ({ queue, id }: { queue: string; id: string }) => `set-aside:${queue}:${id}`;
