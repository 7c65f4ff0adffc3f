import { and, asc, desc, eq, gt, gte, lt, lte, ne, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { ledger, orders, payoutLines, payouts, refunds, statementLines } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { DaySpan } from "./ledger.server";
import { PAID_OUT_WITHIN_DAYS } from "./payout-times";

/**
 * Payouts beside our ledger, line by line. Each movement that left with a payout is one row of the ledger, and each fee
 * one of the statement; what our ledger has and no payout brought within two weeks is missing there. Nothing in the
 * ledger is changed by it, so a closed month keeps its totals.
 */

export type Payout = typeof payouts.$inferSelect;

/**
 * `missing_here`: the provider paid it out, our ledger does not know it. `missing_there`: our ledger has it, and no
 * payout brought it. `other_sum`: both have it, with different sums or fees.
 */
export type Mismatch = "missing_here" | "missing_there" | "other_sum";

export interface PayoutRow
  extends Pick<typeof payoutLines.$inferSelect, "id" | "kind" | "reference" | "at" | "feePence"> {
  orderId: string | null;
  orderNumber: string | null;
  /** Before and after its fee, by the provider; null for what it did not pay out. */
  theirsPence: number | null;
  /** The same by our ledger; null for what it does not have. */
  oursPence: number | null;
  mismatch: Mismatch | null;
}

export interface PayoutCompared {
  payout: Payout;
  rows: PayoutRow[];
  /** The sum of the payout by our ledger, fees subtracted. */
  oursPence: number;
  differencePence: number;
  /** How many rows differ. */
  differing: number;
}

/** Whether a line is of money nobody asked for, which we sent back without it ever being in the ledger. */
const IS_SENT_BACK = sql<number>`EXISTS (SELECT 1 FROM payments WHERE payments.payment_intent_id = ${payoutLines.paymentIntentId} AND payments.status = 'refused')`;

/** A failed payout comes back to the balance and leaves again with another one. */
const IS_FAILED_PAYOUT = sql<number>`EXISTS (SELECT 1 FROM payouts AS failed WHERE failed.id = ${payoutLines.reference} AND failed.status = 'failed')`;

type Found = ReturnType<typeof listLines>[number];

const listLines = prepareAll((payoutId: string) =>
  db
    .select({
      line: payoutLines,
      oursPence: ledger.amountPence,
      bookedFeePence: statementLines.feePence,
      refundPence: refunds.amountPence,
      refundStatus: refunds.status,
      isSentBack: IS_SENT_BACK,
      isFailedPayout: IS_FAILED_PAYOUT,
      orderId: orders.id,
      orderNumber: orders.number,
    })
    .from(payoutLines)
    .leftJoin(
      ledger,
      and(eq(ledger.kind, sql`${payoutLines.kind}`), eq(ledger.providerReference, payoutLines.reference)),
    )
    .leftJoin(statementLines, eq(statementLines.id, payoutLines.id))
    .leftJoin(refunds, eq(refunds.providerId, payoutLines.reference))
    .leftJoin(orders, eq(orders.id, sql`coalesce(${ledger.orderId}, ${refunds.orderId})`))
    .where(eq(payoutLines.payoutId, payoutId))
    .orderBy(asc(payoutLines.at), asc(payoutLines.id)),
);

/** What our records say of a line; null if they do not have it. */
function oursOf(found: Found): number | null {
  const { line, oursPence, bookedFeePence, refundPence, refundStatus } = found;
  if (line.kind === "fee") return bookedFeePence === null ? null : -bookedFeePence;
  if (oursPence !== null) return oursPence;
  if (found.isSentBack || found.isFailedPayout) return line.amountPence;
  // The provider subtracts a refund when it is sent, our ledger when it has arrived; one that failed before comes back.
  if (refundPence === null || refundStatus === "succeeded") return null;
  return line.kind === "refund" ? -refundPence : refundPence;
}

function asRow(found: Found): PayoutRow {
  const { line, orderId, orderNumber, bookedFeePence } = found;
  const { id, kind, reference, at, amountPence, feePence } = line;
  const oursPence = oursOf(found);
  const sameFee = kind === "fee" || kind === "other" || (bookedFeePence ?? 0) === feePence;
  const mismatch = oursPence === null ? "missing_here" : oursPence === amountPence && sameFee ? null : "other_sum";
  return {
    id,
    kind,
    reference,
    at,
    orderId,
    orderNumber,
    theirsPence: amountPence,
    feePence,
    oursPence,
    mismatch,
  };
}

/** What our ledger has of the days that this payout closes, and no payout brought. */
function lateRows(payout: Payout): PayoutRow[] {
  const first = findFirstPayout();
  const previous = findPreviousPayout(payout.leftAt);
  if (!first || !previous) return [];
  const wait = PAID_OUT_WITHIN_DAYS * DAY_MS;
  // Before the first payout we know, money may have left with one we do not.
  const from = Math.max(previous.leftAt.getTime() - wait, first.leftAt.getTime());
  const until = payout.leftAt.getTime() - wait;
  return listLateRows(new Date(from), new Date(until)).map(({ amountPence, ...row }) => ({
    ...row,
    theirsPence: null,
    feePence: 0,
    oursPence: amountPence,
    mismatch: "missing_there",
  }));
}

const findPreviousPayout = prepareGet((leftAt: Date) =>
  db
    .select({ leftAt: payouts.leftAt })
    .from(payouts)
    .where(lt(payouts.leftAt, leftAt))
    .orderBy(desc(payouts.leftAt))
    .limit(1),
);

const findFirstPayout = prepareGet(() =>
  db.select({ leftAt: payouts.leftAt }).from(payouts).orderBy(asc(payouts.leftAt)).limit(1),
);

const listLateRows = prepareAll((from: Date, until: Date) =>
  db
    .select({
      id: ledger.id,
      kind: ledger.kind,
      reference: ledger.providerReference,
      at: ledger.at,
      amountPence: ledger.amountPence,
      orderId: ledger.orderId,
      orderNumber: orders.number,
    })
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.orderId))
    .where(
      and(
        gt(ledger.at, from),
        lte(ledger.at, until),
        ne(ledger.amountPence, 0),
        sql`NOT EXISTS (SELECT 1 FROM payout_lines WHERE payout_lines.kind = ${ledger.kind} AND payout_lines.reference = ${ledger.providerReference})`,
      ),
    )
    .orderBy(asc(ledger.at), asc(ledger.id)),
);

/** A payout with what it is made of beside our ledger; undefined if we do not know it. */
export function payoutCompared(id: string): PayoutCompared | undefined {
  const payout = findPayout(id);
  if (!payout) return undefined;
  const found = listLines(id);
  const rows = [...found.map(asRow), ...lateRows(payout)];
  const fees = found.reduce((sum, { bookedFeePence, line }) => {
    return line.kind === "fee" ? sum : sum + (bookedFeePence ?? 0);
  }, 0);
  const ours = rows.reduce((sum, row) => sum + (row.oursPence ?? 0), 0) - fees;
  // Its parts are not known yet, so nothing can differ.
  const isUnread = payout.linesReadAt === null && !payout.isByHand;
  const oursPence = isUnread ? payout.amountPence : ours;
  return {
    payout,
    rows,
    oursPence,
    differencePence: payout.amountPence - oursPence,
    differing: rows.filter(({ mismatch }) => mismatch !== null).length,
  };
}

const findPayout = prepareGet((id: string) => db.select().from(payouts).where(eq(payouts.id, id)));

const MOST_PAYOUTS = 400;

export function payoutsBetween(from: Date, until: Date): Payout[] {
  return listPayouts(from, until, MOST_PAYOUTS);
}

const listPayouts = prepareAll((from: Date, until: Date, most: number) =>
  db
    .select()
    .from(payouts)
    .where(and(gte(payouts.leftAt, from), lte(payouts.leftAt, until)))
    .orderBy(desc(payouts.leftAt), desc(payouts.id))
    .limit(most),
);

export function payoutsCompared({ from, until }: DaySpan): PayoutCompared[] {
  return payoutsBetween(startOfLondonDay(from), endOfLondonDay(until)).flatMap(({ id }) => payoutCompared(id) ?? []);
}

/** The same for a file; records who took it. */
export function exportPayouts(span: DaySpan, staffId: string, now: Date): PayoutCompared[] {
  const compared = payoutsCompared(span);
  write((tx) =>
    recordAuditEvent(tx, {
      staffId,
      action: "payouts.export",
      object: { type: "ledger", id: `${span.from}..${span.until}` },
      after: { payouts: compared.length, ...span },
      now,
    }),
  );
  return compared;
}
