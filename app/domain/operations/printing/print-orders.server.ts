import { and, desc, eq, gt, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { printCosts, printOrders } from "#db/schema";
import { printer } from "~/adapters/adapters.server";
import type { Recipient } from "~/adapters/printer/contract";
import { settings } from "~/adapters/settings.server";
import { emailLeavesAt } from "~/domain/diary/loops/completion";
import { streetLines, twoStreetLines } from "~/domain/people/addresses/forms";
import type { ShipmentRefusal } from "~/domain/shop/order-rules/shipments";
import { mayFollow } from "./print-orders";
import { booksIn, placeOf, type ShipmentRow, shipmentRowOf } from "./shipment-contents.server";
import { change, record, type ShipmentResult } from "./shipment-records.server";
import { type Sender, takeSendStep } from "./shipment-steps.server";

/**
 * Ordering a shipment from a printer with an API, as staff do it: ask the price, order, cancel, order again, go on by hand.
 * The order is a row, written with the step it takes; a task sends it (`print-order-sending.server.ts`).
 */

export type PrintOrder = typeof printOrders.$inferSelect;

export const hasPrinterApi = settings.printer !== null;

/** The printer's side of a shipment, for its page: its newest order, and what it costs. */
export function printOrderOf(shipmentId: string) {
  const [order] = listOrdersOf(shipmentId);
  return {
    order: order
      ? {
          state: order.state,
          printerOrderId: order.printerOrderId,
          leavesAt: order.state === "waiting" ? order.nextTryAt : null,
          failure: order.failure,
          isClosed: order.closedAt !== null,
          mayFollow: mayFollow(order),
        }
      : null,
    costs: findCosts(shipmentId) ?? null,
  };
}

const listOrdersOf = prepareAll((shipmentId: string) =>
  db
    .select()
    .from(printOrders)
    .where(eq(printOrders.shipmentId, shipmentId))
    .orderBy(desc(printOrders.createdAt), desc(sql`rowid`)),
);

const findCosts = prepareGet((shipmentId: string) =>
  db.select().from(printCosts).where(eq(printCosts.shipmentId, shipmentId)),
);

export type PriceResult =
  | { ok: true; totalPence: number }
  | { ok: false; reason: ShipmentRefusal | "printer"; message?: string };

/** Asks the printer what this shipment would cost today, and keeps it with the day. */
export async function askForPrice(shipmentId: string, staffId: string, now: Date): Promise<PriceResult> {
  const row = shipmentRowOf(shipmentId);
  if (!row) return { ok: false, reason: "not_found" };
  const books = printsOf(row);
  if (books.length === 0) return { ok: false, reason: "no_files" };
  const quote = await printer.quote({ books });
  if (!quote.ok) return { ok: false, reason: "printer", message: quote.message };
  const { totalPence } = quote;
  return change<PriceResult>(shipmentId, (tx, { shipment }) => {
    storeCost(tx, shipmentId, { quotedPence: totalPence, quotedAt: now }, now);
    record(tx, shipment, { staffId, action: "printing.quote", after: { pence: totalPence }, now });
    return { ok: true, totalPence };
  });
}

export function storeCost(
  tx: Transaction,
  shipmentId: string,
  known: Partial<Omit<typeof printCosts.$inferInsert, "shipmentId">>,
  now: Date,
): void {
  tx.insert(printCosts)
    .values({ shipmentId, ...known, updatedAt: now })
    .onConflictDoUpdate({ target: printCosts.shipmentId, set: { ...known, updatedAt: now } })
    .run();
}

/** The files of a shipment that hold its books as they are now. */
export function printsOf({ shipment }: ShipmentRow) {
  const wanted = booksIn([shipment]).get(shipment.id) ?? [];
  return shipment.prints.filter(({ binding }) => wanted.some((book) => book.binding === binding));
}

/**
 * Orders a shipment from the printer: it takes the step to the printer, and the order leaves ten minutes later, with the
 * email. One that the printer has cancelled, or never took, is ordered again.
 */
export function orderFromPrinter(shipmentId: string, by: Sender, now: Date): ShipmentResult {
  return change(shipmentId, (tx, row) => {
    if (!hasPrinterApi) return { ok: false, reason: "by_hand" };
    const { shipment } = row;
    const { staffId } = by;
    const earlier = listOrdersOf(shipmentId);
    const open = earlier.find(({ closedAt }) => closedAt === null);
    // One that was given up may have been taken after all.
    if (earlier.some((one) => !mayFollow(one))) return { ok: false, reason: "ordered" };
    if (shipment.state === "waiting") {
      const sent = takeSendStep(tx, row, by, now);
      if (!sent.ok) return sent;
    } else if (shipment.state !== "printing" || !open) return { ok: false, reason: "not_now" };
    if (!placeOf(row)) return { ok: false, reason: "no_address" };
    if (open) close(tx, open.id, now);
    // Each earlier one is known to be off, so a new key cannot make a second order.
    const idempotencyKey = earlier.length === 0 ? shipmentId : `${shipmentId}-${earlier.length + 1}`;
    const times = { nextTryAt: emailLeavesAt(now), createdAt: now, updatedAt: now };
    tx.insert(printOrders)
      .values({ shipmentId, idempotencyKey, askedByStaffId: staffId, ...times })
      .run();
    record(tx, shipment, { staffId, action: "printing.order", now });
    return { ok: true };
  });
}

/** Tries again to send an order that was given up, with the same key. */
export function sendOrderAgain(shipmentId: string, staffId: string, now: Date): ShipmentResult {
  return change(shipmentId, (tx, { shipment }) => {
    const open = findOpenOrder(shipmentId);
    if (open?.state !== "stuck") return { ok: false, reason: "not_now" };
    tx.update(printOrders)
      .set({ state: "waiting", tries: 0, nextTryAt: now, failure: null, updatedAt: now })
      .where(eq(printOrders.id, open.id))
      .run();
    record(tx, shipment, { staffId, action: "printing.order", now });
    return { ok: true };
  });
}

const findOpenOrder = prepareGet((shipmentId: string) =>
  db
    .select()
    .from(printOrders)
    .where(and(eq(printOrders.shipmentId, shipmentId), sql`closed_at IS NULL`)),
);

/** Leaves an order that went wrong: the files are taken to a printer by hand. The printer must not have it any more. */
export function goOnByHand(shipmentId: string, staffId: string, now: Date): ShipmentResult {
  return change(shipmentId, (tx, { shipment }) => {
    const open = findOpenOrder(shipmentId);
    if (!open || !(mayFollow(open) || open.state === "stuck")) return { ok: false, reason: "not_now" };
    close(tx, open.id, now);
    record(tx, shipment, { staffId, action: "printing.by_hand", now });
    return { ok: true };
  });
}

export type CancelOrderResult = ShipmentResult | { ok: false; reason: "printer"; message: string };

/** Cancels an order at the printer, which refuses once it prints. */
export async function cancelPrintOrder(shipmentId: string, staffId: string, now: Date): Promise<CancelOrderResult> {
  const order = findOpenOrder(shipmentId);
  if (!order?.printerOrderId || order.state === "sent" || order.state === "cancelled")
    return { ok: false, reason: "not_now" };
  const cancelled = await printer.cancel(order.printerOrderId);
  if (!cancelled.ok) return { ok: false, reason: "printer", message: cancelled.message };
  return change<CancelOrderResult>(shipmentId, (tx, { shipment }) => {
    const set = { state: "cancelled", failure: null, nextTryAt: null, updatedAt: now } as const;
    tx.update(printOrders).set(set).where(eq(printOrders.id, order.id)).run();
    record(tx, shipment, { staffId, action: "printing.cancel_order", now });
    return { ok: true };
  });
}

/**
 * What a printer knows of where a shipment goes. `none`: it has no order by its API. `unsent`: the order has not left and
 * will carry the address of its day. `sent`: it has the order, or may have.
 */
export function printerKnowledge(shipmentId: string): "none" | "unsent" | "sent" {
  const open = findOpenOrder(shipmentId);
  if (!open || open.state === "cancelled") return "none";
  return open.state === "waiting" ? "unsent" : "sent";
}

/**
 * `too_late`: it prints, or has sent it. `refused`: it takes no such recipient. `silent`: it could not be reached, or
 * has not responded to the order itself.
 */
export type TellingResult = "not_needed" | "told" | "too_late" | "refused" | "silent";

const UNTOLD: Partial<Record<string, TellingResult>> = { too_late: "too_late", rejected: "refused" };

/** Tells the printer where a shipment goes now, after its address was corrected here. */
export async function notifyPrinter(shipmentId: string, staffId: string, now: Date): Promise<TellingResult> {
  const row = shipmentRowOf(shipmentId);
  const recipient = row && recipientOf(row);
  if (!recipient || printerKnowledge(shipmentId) !== "sent") return "not_needed";
  const printerOrderId = findOpenOrder(shipmentId)?.printerOrderId;
  // It was sent without a response, so that it may have gone with either address.
  if (!printerOrderId) return "silent";
  const changed = await printer.changeRecipient(printerOrderId, recipient);
  if (!changed.ok) return UNTOLD[changed.reason] ?? "silent";
  change<ShipmentResult>(shipmentId, (tx, { shipment }) => {
    record(tx, shipment, { staffId, action: "printing.new_address", now });
    return { ok: true };
  });
  return "told";
}

export function recipientOf(row: ShipmentRow): Recipient | undefined {
  const place = placeOf(row);
  if (!place) return undefined;
  const { firstName, lastName, city, county, postcode } = place;
  const name = `${firstName} ${lastName}`.trim();
  const { email, phone } = row.owner ?? { email: null, phone: null };
  return { name, email, phone, ...twoStreetLines(streetLines(place)), city, county, postcode };
}

function close(tx: Transaction, id: string, now: Date): void {
  tx.update(printOrders).set({ closedAt: now, nextTryAt: null, updatedAt: now }).where(eq(printOrders.id, id)).run();
}

/**
 * Takes an order back that has not been sent, inside the caller's transaction.
 * @returns false when it may have reached the printer; true also without an order.
 */
export function takeBackPrintOrder(tx: Transaction, shipmentId: string, now: Date): boolean {
  const open = findOpenOrder(shipmentId);
  if (!open) return true;
  const isUnsent = and(
    eq(printOrders.id, open.id),
    eq(printOrders.state, "waiting"),
    eq(printOrders.tries, 0),
    gt(printOrders.nextTryAt, now),
  );
  return tx.delete(printOrders).where(isUnsent).run().changes === 1;
}

/** Takes back an order that followed one which went wrong; that one waits for a decision again. */
export function undoOrderAgain(shipmentId: string, staffId: string, now: Date): ShipmentResult {
  return change(shipmentId, (tx, { shipment }) => {
    const open = findOpenOrder(shipmentId);
    if (!open || !takeBackPrintOrder(tx, shipmentId, now)) return { ok: false, reason: "too_late" };
    const [earlier] = listOrdersOf(shipmentId);
    if (earlier)
      tx.update(printOrders).set({ closedAt: null, updatedAt: now }).where(eq(printOrders.id, earlier.id)).run();
    record(tx, shipment, { staffId, action: "printing.undo", now });
    return { ok: true };
  });
}

export function releasePrintOrder(tx: Transaction, shipmentId: string, now: Date): void {
  tx.update(printOrders)
    .set({ nextTryAt: now, updatedAt: now })
    .where(and(eq(printOrders.shipmentId, shipmentId), eq(printOrders.state, "waiting")))
    .run();
}
