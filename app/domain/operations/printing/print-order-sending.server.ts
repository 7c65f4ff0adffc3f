import { and, asc, eq, lte, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { printOrders } from "#db/schema";
import { printer } from "~/adapters/adapters.server";
import type { PlacedResult, PrintRequest, StatusResult } from "~/adapters/printer/contract";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { leasedQueue } from "~/domain/kernel/jobs/lease.server";
import { MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { askedAgainAt, asRead, carrierNamed, MOST_TRIES, SENDING_MINUTES, sentAgainAt } from "./print-orders";
import { hasPrinterApi, type PrintOrder, printsOf, recipientOf, storeCost } from "./print-orders.server";
import { fileAddress, readWebhookToken, webhookAddress } from "./printer-links.server";
import { referenceOf, shipmentRowOf } from "./shipment-contents.server";
import { record } from "./shipment-records.server";
import { noteShipmentShipped } from "./shipment-steps.server";

/**
 * The worker's side of orders at a printer. An order is claimed, sent and noted; a worker that dies between leaves it
 * claimed, and the next one sends it with the same key, by which the printer knows it. What became of it is asked, and
 * a webhook only says when to ask.
 */

export async function workPrintOrders(now: Date): Promise<void> {
  if (!hasPrinterApi) return;
  for (let due = claimOrder(now); due !== null; due = claimOrder(now)) {
    if (due.printerOrderId === null) noteSending(due, await send(due, now), now);
    else noteStatus(due, await printer.status(due.printerOrderId), now);
  }
}

/**
 * A webhook: the order it is about is asked about at once. Its address is trusted, its body says nothing that is believed.
 * @returns false where the address is forged.
 */
export function noteWebhook(token: string, rawBody: string, now: Date): boolean {
  const id = readWebhookToken(token);
  if (id === undefined) return false;
  const read = printer.readWebhook(rawBody);
  if (!read.ok) return true;
  // Its first message may come before its response to the order was recorded.
  const isAsked = and(eq(printOrders.id, id), eq(printOrders.printerOrderId, read.printerOrderId));
  db.update(printOrders).set({ nextTryAt: now }).where(and(isAsked, sql`next_try_at IS NOT NULL`)).run();
  return true;
}

/** The order that has been due longest first. */
const printQueue = leasedQueue(printOrders, {
  isOpen: sql`next_try_at IS NOT NULL`,
  isDue: (now) => lte(printOrders.nextTryAt, now),
  order: [asc(printOrders.nextTryAt)],
  leaseSeconds: SENDING_MINUTES * MINUTE_SECONDS,
});

function claimOrder(now: Date): PrintOrder | null {
  return printQueue.claim(now, {
    admit(tx, due) {
      // Asking about an order is no try to send it.
      if (due.printerOrderId !== null) return { tries: due.tries, updatedAt: now };
      if (due.tries < MOST_TRIES) return { state: "sending", updatedAt: now };
      giveUp(tx, due, due.failure ?? "Every worker that tried to send it stopped.", now);
      return null;
    },
  });
}

async function send(order: PrintOrder, now: Date): Promise<PlacedResult> {
  const request = await requestOf(order, now);
  if (!request) return { ok: false, reason: "rejected", message: "Its files or its address are gone." };
  return await printer.order(request);
}

async function requestOf(order: PrintOrder, now: Date): Promise<PrintRequest | null> {
  const row = shipmentRowOf(order.shipmentId);
  const recipient = row && recipientOf(row);
  const prints = row ? printsOf(row) : [];
  if (!row || !recipient || prints.length === 0) return null;
  const books = prints.map(async ({ binding, copies, pages, keys }) => ({
    binding,
    copies,
    pages,
    interiorUrl: await fileAddress(keys.interior, now),
    coverUrl: await fileAddress(keys.cover, now),
  }));
  return {
    idempotencyKey: order.idempotencyKey,
    reference: `${referenceOf(row)} ${row.shipment.id}`,
    webhookUrl: webhookAddress(order.id),
    recipient,
    books: await Promise.all(books),
  };
}

/** Records the printer's response to an order. Two workers that sent the same one record the same. */
function noteSending(order: PrintOrder, result: PlacedResult, now: Date): void {
  write((tx) => {
    if (result.ok) {
      const { printerOrderId } = result;
      const isHeld = settle(tx, order, { state: "taken", printerOrderId, failure: null, nextTryAt: now }, now);
      if (isHeld) note(tx, order, "printing.taken", now, { printerOrderId });
      return;
    }
    if (result.reason === "rejected") {
      const isHeld = settle(tx, order, { state: "failed", failure: result.message, nextTryAt: null }, now);
      if (isHeld) note(tx, order, "printing.failed", now);
      return;
    }
    const again = sentAgainAt(order.tries, now);
    if (again) settle(tx, order, { state: "sending", failure: result.message, nextTryAt: again }, now);
    else giveUp(tx, order, result.message, now);
  });
}

/** Given up: nobody knows whether the printer has it. */
function giveUp(tx: Transaction, order: PrintOrder, failure: string, now: Date): void {
  if (!settle(tx, order, { state: "stuck", failure, nextTryAt: null }, now)) return;
  const about = { objectType: "shipment", objectId: order.shipmentId };
  const message = `The printer didn’t answer an order, sent ${MOST_TRIES} times. It may have it.`;
  raiseAlarm(tx, { kind: "print_order_stuck", ...about, message, dedupeKey: `print-order:${order.id}` }, now);
}

/** Notes how far the printer is; a shipment that has left takes its step, with the carrier that the printer names. */
function noteStatus(order: PrintOrder, status: StatusResult, now: Date): void {
  const next = asRead(status, order.state);
  if (status.ok && next.state === "sent") {
    const by = {
      carrier: carrierNamed(status.carrier),
      trackingNumber: status.trackingNumber?.slice(0, 60) ?? "",
    };
    // First, so that a worker that dies here does it again; refused where the shipment is marked as sent already.
    noteShipmentShipped(order.shipmentId, by, null, now);
  }
  write((tx) => {
    const isOver = next.state === "sent" || next.state === "cancelled";
    // Also of an order that staff have ended meanwhile: it is not asked about again.
    if (status.ok && status.chargedPence !== null)
      storeCost(tx, order.shipmentId, { chargedPence: status.chargedPence }, now);
    if (!settle(tx, order, { ...next, nextTryAt: isOver ? null : askedAgainAt(now) }, now)) return;
    const word = next.state === "sent" ? "left_printer" : next.state;
    if (next.state !== order.state) note(tx, order, `printing.${word}`, now);
  });
}

/** False for a worker that has lost an order to another one that sends it, and for an order that was ended meanwhile. */
const settle = (tx: Transaction, order: PrintOrder, to: Partial<PrintOrder>, now: Date) =>
  printQueue.settle(tx, order, { ...to, updatedAt: now });

/** The printer's own doings are in the audit without a name. */
function note(tx: Transaction, order: PrintOrder, action: string, now: Date, after?: unknown): void {
  const shipment = shipmentRowOf(order.shipmentId)?.shipment;
  if (shipment) record(tx, shipment, { staffId: null, action, after, now });
}
