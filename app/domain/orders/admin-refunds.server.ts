import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { loopCredits, loops, orders, shipments, vouchers } from "#db/schema";
import { recordAuditEvent } from "../staff/audit.server";
import { exposureExcess } from "../staff/exposure.server";
import type { Order } from "./orders.server";
import { REFUND_ALONE_PENCE } from "./refund-limits";
import { areLeft, type TakenLine, type VoucherFate, worthOfLines, worthOfOne } from "./refund-lines";
import {
  type AskSecondResult,
  askSecondPerson,
  type RefundToApprove,
  termsOf,
} from "./refund-requests.server";
import { type AskRefundResult, askRefund, promisedOf, type RefundRefusal } from "./refunds.server";
import { type OrderLineLeft, refundableLines } from "./reverse-fulfilment.server";

/**
 * Refunds as staff give them: by line and quantity what is taken back, with a sum of goodwill on top or by itself, and
 * of a gift that nobody has redeemed what becomes of its voucher. What takes an order past `REFUND_ALONE_PENCE`, or its
 * giver over what they may give away alone, waits for a second person.
 */

type Reader = Pick<Transaction, "select">;

export interface RefundChosen {
  orderId: string;
  taken: readonly TakenLine[];
  goodwillPence: number;
  /** Null where it was not said. */
  voucher: VoucherFate | null;
  evenIfUsed: boolean;
}

export interface RefundRequestInput extends RefundChosen {
  reason: string;
}

export type QuoteResult =
  | {
      ok: true;
      kind: Order["kind"];
      amountPence: number;
      /** Of it, for what is taken back. */
      linesPence: number;
      /** All that is left of what was paid: everything is taken back with it. */
      isWhole: boolean;
      isForTwo: boolean;
    }
  | { ok: false; reason: RefundRefusal };

/** What this would give back, and whether a second person is asked. */
export function quoteRefund(
  chosen: RefundChosen,
  staffId: string,
  now: Date,
  reader: Reader = db,
): QuoteResult {
  const { orderId, taken, goodwillPence } = chosen;
  const order = reader.select().from(orders).where(eq(orders.id, orderId)).get();
  if (!order) return { ok: false, reason: "unknown_order" };
  if (!order.paidAt) return { ok: false, reason: "not_paid" };
  if (!Number.isSafeInteger(goodwillPence) || goodwillPence < 0) return { ok: false, reason: "not_a_sum" };
  const lines = refundableLines(reader, orderId);
  if (!areLeft(lines, taken)) return { ok: false, reason: "too_many" };
  const promised = promisedOf(reader, orderId);
  const leftPence = order.totalPence - promised;
  const linesPence = worthOfLines(order, lines, taken, leftPence);
  const amountPence = linesPence + goodwillPence;
  if (amountPence <= 0) return { ok: false, reason: "not_a_sum" };
  if (amountPence > leftPence) return { ok: false, reason: "too_much" };
  const given = { staffId, recipientEmail: order.email || null, costPence: amountPence };
  const isForTwo = promised + amountPence > REFUND_ALONE_PENCE || exposureExcess(reader, given, now) !== null;
  return {
    ok: true,
    kind: order.kind,
    amountPence,
    linesPence,
    isWhole: amountPence === leftPence,
    isForTwo,
  };
}

/** `requestId`: it waits for a second person. */
export type GiveRefundResult =
  | { ok: true; refundId: string; amountPence: number }
  | { ok: true; requestId: string; amountPence: number }
  | Extract<AskRefundResult | AskSecondResult, { ok: false }>;

/**
 * Writes a refund down, to be sent, and who gave it why, in one transaction; one that is a matter for two is written
 * down as a request, and nothing moves yet.
 */
export function giveRefund(input: RefundRequestInput, staffId: string, now: Date): GiveRefundResult {
  return write((tx): GiveRefundResult => {
    const quote = quoteRefund(input, staffId, now, tx);
    if (!quote.ok) return quote;
    // The whole of the money always cancels the voucher, whatever was chosen.
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

/** Where what a line bought is by now. `taken_back`: nothing of it is left to take. */
export type LineStage = "taken_back" | "unused" | "begun" | "to_print" | "printing" | "sent";

export interface LineToRefund extends Pick<OrderLineLeft, "id" | "name" | "quantity"> {
  /** How many of it can still be given back. */
  left: number;
  eachPence: number;
  stage: LineStage;
}

/** What staff choose from who give an order's money back; undefined where there is none. */
export function refundChoices(orderId: string) {
  const order = db.select().from(orders).where(eq(orders.id, orderId)).get();
  if (!order) return undefined;
  const voucher = db.select().from(vouchers).where(eq(vouchers.orderId, orderId)).get();
  const lines = refundableLines(db, orderId).map((line): LineToRefund => {
    const { id, name, quantity } = line;
    const left = quantity - line.returned;
    const stage = left === 0 ? "taken_back" : stageOf(order, line, voucher?.status);
    return { id, name, quantity, left, eachPence: worthOfOne(order, line), stage };
  });
  const hasOpenVoucher =
    voucher !== undefined && voucher.status !== "REDEEMED" && voucher.status !== "CANCELLED";
  return {
    id: order.id,
    number: order.number,
    kind: order.kind,
    lines,
    hasOpenVoucher,
    leftPence: order.totalPence - promisedOf(db, orderId),
  };
}

function stageOf(order: Order, line: OrderLineLeft, voucherStatus: string | undefined): LineStage {
  if (order.kind === "gift") return voucherStatus === "REDEEMED" ? "begun" : "unused";
  if (order.kind === "book_copies") {
    const shipmentRows = db.select().from(shipments).where(eq(shipments.orderId, order.id)).all();
    return stageOfShipments(
      shipmentRows.filter(({ loopId }) => loopId === line.loopId).map(({ state }) => state),
    );
  }
  const year = db
    .select({ id: loops.id, status: loops.status })
    .from(loopCredits)
    .innerJoin(loops, eq(loops.id, loopCredits.loopId))
    .where(eq(loopCredits.orderId, order.id))
    .get();
  if (!year) return "unused";
  if (year.status === "ACTIVE") return "begun";
  const shipmentRows = db.select().from(shipments).where(eq(shipments.loopId, year.id)).all();
  return stageOfShipments(shipmentRows.filter(({ orderId }) => orderId === null).map(({ state }) => state));
}

/** What has gone furthest counts. */
function stageOfShipments(states: readonly (typeof shipments.$inferSelect)["state"][]): LineStage {
  if (states.some((state) => state === "shipped" || state === "delivered")) return "sent";
  if (states.includes("printing")) return "printing";
  return states.length > 0 ? "to_print" : "unused";
}
