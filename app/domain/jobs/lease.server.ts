import { db, type Transaction, write } from "#db/client.server";

/** Claiming rows of a queue with a lease: jobs, the emails of the outbox and the provider's webhook events. */

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
