import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { loopCredits, loops, shipments, vouchers } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { approvalExcess } from "../discounts/approval-limits.server";
import { refundBar } from "./dispute-records.server";
import { type Order, orderById } from "./orders.server";
import { REFUND_ALONE_PENCE } from "./refund-limits";
import { areLeft, worthOfLines, worthOfOne } from "./refund-lines";
import { type AskSecondResult, askSecondPerson, type RefundToApprove, termsOf } from "./refund-requests.server";
import { type AskRefundResult, askRefund, promisedOf, type RefundRefusal } from "./refunds.server";
import { type OrderLineLeft, refundableLines } from "./reverse-fulfilment.server";

/**
 * Refunds as staff give them: lines and quantities to take back, a sum of goodwill with them or alone, and the fate of
 * an unredeemed voucher. A refund that takes an order's refunds past `REFUND_ALONE_PENCE` together, or its giver over
 * their own limit, waits for a second person.
 */

type Reader = Pick<Transaction, "select">;

/** `voucher`: null if it was not chosen. */
export type RefundChosen = Omit<RefundToApprove, "amountPence" | "reason">;

export type QuoteResult =
  | {
      ok: true;
      kind: Order["kind"];
      amountPence: number;
      /** The part of it for the lines that are taken back. */
      linesPence: number;
      /** It is all that is left of what was paid, so everything is taken back. */
      isWhole: boolean;
      isForTwo: boolean;
    }
  | { ok: false; reason: RefundRefusal };

/** What a refund would give back, and whether it needs a second person. */
export function quoteRefund(chosen: RefundChosen, staffId: string, now: Date, reader: Reader = db): QuoteResult {
  const { orderId, taken, goodwillPence } = chosen;
  const order = orderById(orderId);
  if (!order) return { ok: false, reason: "unknown_order" };
  if (!order.paidAt) return { ok: false, reason: "not_paid" };
  const bar = refundBar(order);
  if (bar) return { ok: false, reason: bar };
  if (!Number.isSafeInteger(goodwillPence) || goodwillPence < 0) return { ok: false, reason: "not_a_sum" };
  const lines = refundableLines(orderId);
  if (!areLeft(lines, taken)) return { ok: false, reason: "too_many" };
  const promised = promisedOf(orderId);
  const leftPence = order.totalPence - promised;
  const linesPence = worthOfLines(order, lines, taken, leftPence);
  const amountPence = linesPence + goodwillPence;
  if (amountPence <= 0) return { ok: false, reason: "not_a_sum" };
  if (amountPence > leftPence) return { ok: false, reason: "too_much" };
  const given = { staffId, recipientEmail: order.email || null, costPence: amountPence };
  const isForTwo = promised + amountPence > REFUND_ALONE_PENCE || approvalExcess(reader, given, now) !== null;
  return {
    ok: true,
    kind: order.kind,
    amountPence,
    linesPence,
    isWhole: amountPence === leftPence,
    isForTwo,
  };
}

/** `requestId`: the refund waits for a second person. */
export type GiveRefundResult =
  | { ok: true; refundId: string; amountPence: number }
  | { ok: true; requestId: string; amountPence: number }
  | Extract<AskRefundResult | AskSecondResult, { ok: false }>;

/** Records a refund to be sent, with its audit event; one that needs two people is recorded as a request only. */
export function giveRefund(input: RefundChosen & { reason: string }, staffId: string, now: Date): GiveRefundResult {
  return write((tx): GiveRefundResult => {
    const quote = quoteRefund(input, staffId, now, tx);
    if (!quote.ok) return quote;
    // A full refund always cancels the voucher.
    const whole = quote.isWhole ? "cancel" : input.voucher;
    const voucher = quote.kind === "gift" ? whole : null;
    const refund: RefundToApprove = { ...input, voucher, amountPence: quote.amountPence };
    const { amountPence } = quote;
    if (quote.isForTwo) {
      const waiting = askSecondPerson(tx, refund, staffId, now);
      return waiting.ok ? { ...waiting, amountPence } : waiting;
    }
    const written = askRefund(tx, { ...refund, staffId }, now);
    if (!written.ok) return written;
    recordAuditEvent(tx, {
      staffId,
      action: "refunds.give",
      object: { type: "order", id: input.orderId },
      now,
      reason: input.reason,
      after: { refundId: written.refundId, ...termsOf(refund) },
    });
    return { ...written, amountPence };
  });
}

/** The progress of what a line bought. `taken_back`: nothing of it is left to take back. */
export type LineStage = "taken_back" | "unused" | "begun" | "to_print" | "printing" | "sent";

export interface LineToRefund extends Pick<OrderLineLeft, "id" | "name" | "quantity"> {
  /** How many of it can still be given back. */
  left: number;
  eachPence: number;
  stage: LineStage;
}

export function refundChoices(orderId: string) {
  const order = orderById(orderId);
  if (!order) return undefined;
  const voucher = findVoucher(orderId);
  const lines = refundableLines(orderId).map((line): LineToRefund => {
    const { id, name, quantity } = line;
    const left = quantity - line.returned;
    const stage = left === 0 ? "taken_back" : stageOf(order, line, voucher?.status);
    return { id, name, quantity, left, eachPence: worthOfOne(order, line), stage };
  });
  const hasOpenVoucher = voucher !== undefined && voucher.status !== "REDEEMED" && voucher.status !== "CANCELLED";
  return {
    id: order.id,
    number: order.number,
    kind: order.kind,
    lines,
    /** The last four of a gift's voucher that nobody has redeemed. */
    openVoucher: hasOpenVoucher ? voucher.lastFour : null,
    buyer: order.firstName,
    // A bank may take what had been refunded before.
    leftPence: Math.max(0, order.totalPence - promisedOf(orderId)),
    bar: refundBar(order),
  };
}

const findVoucher = prepareGet((orderId: string) => db.select().from(vouchers).where(eq(vouchers.orderId, orderId)));

function stageOf(order: Order, line: OrderLineLeft, voucherStatus: string | undefined): LineStage {
  if (order.kind === "gift") return voucherStatus === "REDEEMED" ? "begun" : "unused";
  if (order.kind === "book_copies") {
    const shipmentRows = listShipments(order.id);
    return stageOfShipments(shipmentRows.filter(({ loopId }) => loopId === line.loopId).map(({ state }) => state));
  }
  const year = findLoopOfCredit(order.id);
  if (!year) return "unused";
  if (year.status === "ACTIVE") return "begun";
  const shipmentRows = listShipmentsOfYear(year.id);
  return stageOfShipments(shipmentRows.filter(({ orderId }) => orderId === null).map(({ state }) => state));
}

const listShipments = prepareAll((orderId: string) =>
  db.select().from(shipments).where(eq(shipments.orderId, orderId)),
);

const findLoopOfCredit = prepareGet((orderId: string) =>
  db
    .select({ id: loops.id, status: loops.status })
    .from(loopCredits)
    .innerJoin(loops, eq(loops.id, loopCredits.loopId))
    .where(eq(loopCredits.orderId, orderId)),
);

const listShipmentsOfYear = prepareAll((yearId: string) =>
  db.select().from(shipments).where(eq(shipments.loopId, yearId)),
);

/** The shipment that has gone furthest counts. */
function stageOfShipments(states: readonly (typeof shipments.$inferSelect)["state"][]): LineStage {
  if (states.some((state) => state === "shipped" || state === "delivered")) return "sent";
  if (states.includes("printing")) return "printing";
  return states.length > 0 ? "to_print" : "unused";
}
