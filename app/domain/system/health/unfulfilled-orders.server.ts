import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn } from "#db/queries.server";
import { fulfilments, orders, payments } from "#db/schema";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { UNFULFILLED_MS } from "./health-limits";

/**
 * Orders that have been paid for five minutes and gave nothing, by their own row or by their payment's. A month of orders is
 * looked through once, a slice at a time with other work of the process between; later looks take what was paid since, and
 * those that were found. Nothing takes back what an order gave.
 */

/** Older ones are found by the nightly check of the invariants. */
const UNFULFILLED_DAYS = 30;
/** Rows of a slice: read within some ten milliseconds, also where the disk has to. */
const ROWS = 100;
/** An order has the time at which its task began, and a task may take this long before it commits. */
const LATE_MS = 20 * MINUTE_MS;

/** The looks of one process, which knows up to when it has looked. */
export function followUnfulfilled(): (now: Date) => Promise<string[]> {
  let lookedUpTo: Date | null = null;
  let known: string[] = [];
  return async (now) => {
    const first = new Date(now.getTime() - UNFULFILLED_DAYS * DAY_MS + 1);
    const until = new Date(now.getTime() - UNFULFILLED_MS);
    // The clock may have been set back.
    const isLater = lookedUpTo !== null && lookedUpTo >= first && lookedUpTo <= until;
    const from =
      isLater && lookedUpTo !== null ? new Date(Math.max(lookedUpTo.getTime() - LATE_MS, first.getTime())) : first;
    const found = new Set(WAYS.flatMap(({ list }) => list(first, until, isIn(orders.id, known))));
    for (const { moment, list, after } of WAYS)
      for (let since = from; since < until; ) {
        const next = after(since);
        const upTo = next && next < until ? next : until;
        for (const id of list(first, upTo, gte(moment, since))) found.add(id);
        since = upTo;
        await setImmediate();
      }
    known = [...found];
    lookedUpTo = until;
    return known;
  };
}

interface Way {
  /** When an order was paid, as this row says. */
  moment: typeof orders.paidAt | typeof payments.updatedAt;
  /** Those paid from `first` on and before `until` that gave nothing. */
  list(first: Date, until: Date, where: SQL): string[];
  /** Where the slice ends that begins at `since`; undefined where it is the last. */
  after(since: Date): Date | undefined;
}

const isPaid = sql`${payments.status} = 'paid'`;

const WAYS: readonly Way[] = [
  {
    moment: orders.paidAt,
    list: (first, until, where) =>
      db
        .select({ id: orders.id })
        .from(orders)
        .leftJoin(fulfilments, eq(fulfilments.orderId, orders.id))
        .where(and(gte(orders.paidAt, first), lt(orders.paidAt, until), isNull(fulfilments.at), where))
        .all()
        .map(({ id }) => id),
    after(since) {
      const rows = db.select({ at: orders.paidAt }).from(orders).where(gte(orders.paidAt, since));
      return endOf(since, rows.orderBy(asc(orders.paidAt)).limit(1).offset(ROWS).get()?.at);
    },
  },
  {
    moment: payments.updatedAt,
    list: (first, until, where) =>
      db
        .select({ id: orders.id })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .leftJoin(fulfilments, eq(fulfilments.orderId, orders.id))
        .where(
          and(isPaid, gte(payments.createdAt, first), lt(payments.updatedAt, until), isNull(fulfilments.at), where),
        )
        .all()
        .map(({ id }) => id),
    after(since) {
      const rows = db
        .select({ at: payments.updatedAt })
        .from(payments)
        .where(and(isPaid, gte(payments.updatedAt, since)));
      return endOf(since, rows.orderBy(asc(payments.updatedAt)).limit(1).offset(ROWS).get()?.at);
    },
  },
];

/** More rows than a slice has may be of one moment. */
function endOf(since: Date, next: Date | null | undefined): Date | undefined {
  if (!next) return undefined;
  return next > since ? next : new Date(since.getTime() + 1);
}
