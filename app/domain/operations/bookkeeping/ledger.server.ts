import { and, count, eq, gte, lte, min, ne, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { memoize, prepareAll, prepareGet } from "#db/queries.server";
import { ledger, orders, payments, statementLines } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import { londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { firstDayOf, isClosed, lastDayOf, monthsUntil } from "~/domain/kernel/time/months";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";

/**
 * The ledger for the bookkeeper: every movement of money by its own London day, and the provider's fees as its statement
 * has them. Orders for trying out are left out. Rows of the ledger are written the moment they happen and never changed,
 * so a closed month keeps its totals.
 */

export const LEDGER_KINDS = ["payment", "refund", "refund_failed", "dispute", "dispute_won", "fee"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface LedgerRow {
  id: string;
  day: string;
  at: Date;
  kind: LedgerKind;
  orderId: string | null;
  orderNumber: string | null;
  /** Positive for money to us. */
  amountPence: number;
  /** The part of it that is tax, by the order's own rate. */
  taxPence: number;
  /** The provider's name for it. */
  reference: string;
}

/** London days, both inclusive. */
export interface DaySpan {
  from: string;
  until: string;
}

/** The part of a movement that is tax: the order's tax, in the movement's share of what was paid. */
const TAX = sql<number>`CAST(round(1.0 * ${ledger.amountPence} * ${orders.taxPence} / max(1, ${orders.totalPence})) AS INTEGER)`;

/** The days shown limit the rows, so that only the day needs an index. */
export const LEDGER_SORTS = sortsOf(
  { day: ledger.at, amount: ledger.amountPence },
  { usual: "day", id: sql`${ledger}.rowid` },
);

type LedgerSort = SortOf<typeof LEDGER_SORTS>;

/** The payment that a line of the provider's statement is about. */
const PAYMENT_OF_LINE = and(eq(payments.paymentIntentId, statementLines.paymentIntentId), eq(payments.status, "paid"));

/** Lines of the statement with a fee, by the days they were booked. */
const hasFee = (from: string, until: string) =>
  and(gte(statementLines.bookedDay, from), lte(statementLines.bookedDay, until), ne(statementLines.feePence, 0));

const FEE_SORTS = sortsOf(
  { day: statementLines.bookedDay, amount: sql`-${statementLines.feePence}` },
  { usual: "day", id: statementLines.id },
);

const MOST_ROWS = 100_000;

export function ledgerRows({ from, until }: DaySpan, most = MOST_ROWS, sort: LedgerSort = ""): LedgerRow[] {
  const moved = listRows(sort)(startOfLondonDay(from), endOfLondonDay(until), most).map(
    (row): LedgerRow => ({ ...row, day: londonDay(row.at) }),
  );
  const fees = listFees(sort)(from, until, most)
    .filter(({ isTest }) => isTest !== true)
    .map(
      ({ id, at, day, feePence, orderId, orderNumber }): LedgerRow => ({
        ...{ id: `fee-${id}`, at, day, orderId, orderNumber, reference: id },
        kind: "fee",
        amountPence: -feePence,
        taxPence: 0,
      }),
    );
  const sign = sort.startsWith("-") ? -1 : 1;
  const sortedBy = ({ day, amountPence }: LedgerRow) => (sort.endsWith("amount") ? amountPence : day);
  return [...moved, ...fees].sort((one, other) => sign * inOrder(sortedBy(one), sortedBy(other))).slice(0, most);
}

const inOrder = (left: string | number, right: string | number) => Number(left > right) - Number(left < right);

const listRows = memoize((sort: LedgerSort) =>
  prepareAll((from: Date, until: Date, most: number) =>
    db
      .select({
        id: ledger.id,
        at: ledger.at,
        kind: ledger.kind,
        orderId: ledger.orderId,
        orderNumber: orders.number,
        amountPence: ledger.amountPence,
        taxPence: TAX,
        reference: ledger.providerReference,
      })
      .from(ledger)
      .innerJoin(orders, eq(orders.id, ledger.orderId))
      .where(and(gte(ledger.at, from), lte(ledger.at, until), eq(orders.isTest, false)))
      .orderBy(...LEDGER_SORTS.orderBy(sort))
      .limit(most),
  ),
);

const listFees = memoize((sort: LedgerSort) =>
  prepareAll((from: string, until: string, most: number) =>
    db
      .select({
        id: statementLines.id,
        at: statementLines.at,
        day: statementLines.bookedDay,
        feePence: statementLines.feePence,
        orderId: orders.id,
        orderNumber: orders.number,
        isTest: orders.isTest,
      })
      .from(statementLines)
      .leftJoin(payments, PAYMENT_OF_LINE)
      .leftJoin(orders, eq(orders.id, payments.orderId))
      .where(hasFee(from, until))
      .orderBy(...FEE_SORTS.orderBy(sort))
      .limit(most),
  ),
);

export type LedgerTotals = Record<LedgerKind, number> & { tax: number; net: number; rows: number };

export function ledgerTotals({ from, until }: DaySpan): LedgerTotals {
  const sums = sumByKind(startOfLondonDay(from), endOfLondonDay(until));
  const of = (kind: LedgerKind) => sums.find((sum) => sum.kind === kind)?.pence ?? 0;
  const fees = sumFees(from, until);
  const fee = -(fees?.pence ?? 0);
  const add = (pick: (sum: (typeof sums)[number]) => number) => sums.reduce((total, sum) => total + pick(sum), 0);
  return {
    payment: of("payment"),
    refund: of("refund"),
    refund_failed: of("refund_failed"),
    dispute: of("dispute"),
    dispute_won: of("dispute_won"),
    fee: fee === 0 ? 0 : fee,
    tax: add(({ tax }) => tax),
    net: add(({ pence }) => pence) + fee,
    rows: add(({ rows }) => rows) + (fees?.rows ?? 0),
  };
}

const sumByKind = prepareAll((from: Date, until: Date) =>
  db
    .select({
      kind: ledger.kind,
      pence: sql<number>`sum(${ledger.amountPence})`,
      tax: sql<number>`sum(${TAX})`,
      rows: sql<number>`count(*)`,
    })
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.orderId))
    .where(and(gte(ledger.at, from), lte(ledger.at, until), eq(orders.isTest, false)))
    .groupBy(ledger.kind),
);

const sumFees = prepareGet((from: string, until: string) =>
  db
    .select({
      pence: sql<number>`coalesce(sum(${statementLines.feePence}), 0)`,
      rows: sql<number>`count(*)`,
    })
    .from(statementLines)
    .leftJoin(payments, PAYMENT_OF_LINE)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(and(hasFee(from, until), sql`${orders.isTest} IS NOT 1`)),
);

export interface BookMonth {
  month: string;
  isClosed: boolean;
  totals: LedgerTotals;
  /** Before fees, by our ledger and by the provider's statement; null where none of it was read. */
  oursPence: number;
  theirsPence: number | null;
  /** The first day of which the statement was read, in a month that had sales before it; such sums can't be compared. */
  readFrom: string | null;
}

const MONTHS_SHOWN = 12;

/** The last twelve months, the newest first, each with its totals and what the provider's statement says. */
export function bookMonths(now: Date): BookMonth[] {
  const today = londonDay(now);
  const firstLine = findFirstLine()?.at;
  const readSince = firstLine ? londonDay(firstLine) : today;
  return monthsUntil(now, MONTHS_SHOWN).map((month) => {
    const span = { from: firstDayOf(month), until: lastDayOf(month) };
    const [from, until] = [startOfLondonDay(span.from), endOfLondonDay(span.until)];
    const statement = sumStatement(from, until);
    const isInPart =
      span.from < readSince && readSince <= span.until && sumLedger(from, startOfLondonDay(readSince))?.rows;
    return {
      month,
      isClosed: isClosed(month, today),
      totals: ledgerTotals(span),
      oursPence: sumLedger(from, until)?.pence ?? 0,
      theirsPence: statement?.pence ?? null,
      readFrom: isInPart ? readSince : null,
    };
  });
}

const sumStatement = prepareGet((from: Date, until: Date) =>
  db
    .select({ pence: sql<number | null>`sum(${statementLines.amountPence})` })
    .from(statementLines)
    .where(and(gte(statementLines.at, from), lte(statementLines.at, until))),
);

const sumLedger = prepareGet((from: Date, until: Date) =>
  db
    .select({ pence: sql<number>`coalesce(sum(${ledger.amountPence}), 0)`, rows: count() })
    .from(ledger)
    .where(and(gte(ledger.at, from), lte(ledger.at, until))),
);

const findFirstLine = prepareGet(() => db.select({ at: min(statementLines.at) }).from(statementLines));

/** The movements of some days for a file; records who took it. */
export function exportLedger(span: DaySpan, staffId: string, now: Date): LedgerRow[] {
  const rows = ledgerRows(span);
  write((tx) =>
    recordAuditEvent(tx, {
      staffId,
      action: "ledger.export",
      object: { type: "ledger", id: `${span.from}..${span.until}` },
      after: { rows: rows.length, ...span },
      now,
    }),
  );
  return rows;
}
