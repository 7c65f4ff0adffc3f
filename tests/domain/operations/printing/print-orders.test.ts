import "../../../support/printer-sandbox";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { and, eq, isNull } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { accounts, alarms, emails, loops, printCosts, printOrders, shipments } from "#db/schema";
import { waitingRows } from "~/domain/backoffice/inbox/waiting-rows.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { noteWebhook, workPrintOrders } from "~/domain/operations/printing/print-order-sending.server";
import { MOST_TRIES } from "~/domain/operations/printing/print-orders";
import {
  askForPrice,
  cancelPrintOrder,
  goOnByHand,
  notifyPrinter,
  orderFromPrinter,
  printerKnowledge,
  sendOrderAgain,
  undoOrderAgain,
} from "~/domain/operations/printing/print-orders.server";
import { correctShipmentAddress } from "~/domain/operations/printing/shipment-actions.server";
import { notifyNow, undoShipmentStep } from "~/domain/operations/printing/shipment-undo.server";
import { watchFromWorker } from "~/domain/system/checks/watch.server";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW } from "../../../support/people";
import { KNOWN_ORDER, printerSandbox as printer } from "../../../support/printer-sandbox";
import { colleague } from "../../people/staff/colleagues";
import { bookWithFiles } from "./book-in-line";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("production")).id;
});
beforeEach(() => printer.setFailure("none"));

const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const shipmentOf = (id: string) => db.select().from(shipments).where(eq(shipments.id, id)).get();
const orderOf = (id: string) =>
  db
    .select()
    .from(printOrders)
    .where(and(eq(printOrders.shipmentId, id), isNull(printOrders.closedAt)))
    .get();
const ordersAtPrinter = (id: string) =>
  printer.orders().filter(({ merchantReference }) => merchantReference?.endsWith(id));
const actionsOn = (id: string) => auditEventsOn(id).map(({ action }) => action);
const inbox = () => waitingRows({ staffId, role: "production" }, inMinutes(600)).map(({ id }) => id);

const stopped = () =>
  openAlarms()
    .filter(({ kind }) => kind === "print_order_stopped")
    .map(({ objectId }) => objectId);

function ordered() {
  const book = bookWithFiles();
  expect(orderFromPrinter(book.shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({ ok: true });
  return book;
}

/** Ordered, sent ten minutes later and taken. */
async function taken() {
  const book = ordered();
  await workPrintOrders(inMinutes(10));
  const printerOrderId = orderOf(book.shipmentId)?.printerOrderId ?? "";
  return { ...book, printerOrderId };
}

describe("a new address", () => {
  const NEW_PLACE = {
    firstName: "Ada",
    lastName: "Byron",
    line1: "9 Quay Street",
    line2: "",
    city: "Whitby",
    county: "",
    postcode: "YO21 3PU",
    reason: "They moved",
  };
  const correct = (shipmentId: string) =>
    expect(correctShipmentAddress(shipmentId, NEW_PLACE, { staffId, seen: "printing" }, NOW)).toEqual({
      ok: true,
    });
  const recipientsOf = (shipmentId: string) => ordersAtPrinter(shipmentId).map(({ recipient }) => recipient);
  const there = expect.objectContaining({
    name: "Ada Byron",
    email: expect.stringContaining("@"),
    phoneNumber: null,
    address: expect.objectContaining({ line1: "9 Quay Street" }),
  });

  it("goes with an order that has not left", async () => {
    const { shipmentId } = ordered();
    correct(shipmentId);
    expect([printerKnowledge(shipmentId), await notifyPrinter(shipmentId, staffId, NOW)]).toEqual([
      "unsent",
      "not_needed",
    ]);
    await workPrintOrders(inMinutes(10));
    expect(recipientsOf(shipmentId)).toEqual([there]);
  });

  it("reaches the printer that has the order, and the audit says so", async () => {
    const { shipmentId } = await taken();
    expect(recipientsOf(shipmentId)).not.toEqual([there]);
    correct(shipmentId);
    expect([printerKnowledge(shipmentId), await notifyPrinter(shipmentId, staffId, NOW)]).toEqual(["sent", "told"]);
    expect(recipientsOf(shipmentId)).toEqual([there]);
    expect(actionsOn(shipmentId)).toContain("printing.new_address");
  });

  it("is too late for a printer that prints already", async () => {
    const { shipmentId, printerOrderId } = await taken();
    await printer.move(printerOrderId, "in_production");
    correct(shipmentId);
    expect(await notifyPrinter(shipmentId, staffId, NOW)).toBe("too_late");
    expect(recipientsOf(shipmentId)).not.toEqual([there]);
    expect(actionsOn(shipmentId)).not.toContain("printing.new_address");
  });

  it("that the printer refuses has not reached it", async () => {
    const { shipmentId, owner } = await taken();
    correct(shipmentId);
    db.update(accounts).set({ phone: "07700 900123" }).where(eq(accounts.id, owner.id)).run();
    printer.setFailure("refuses");
    expect(await notifyPrinter(shipmentId, staffId, NOW)).toBe("refused");
    printer.setFailure("none");
    expect(await notifyPrinter(shipmentId, staffId, NOW)).toBe("told");
    expect(recipientsOf(shipmentId)).toEqual([
      expect.objectContaining({ email: owner.email, phoneNumber: "07700 900123" }),
    ]);
  });

  it("has not reached a printer that does not respond", async () => {
    const { shipmentId } = await taken();
    correct(shipmentId);
    printer.setFailure("down");
    expect(await notifyPrinter(shipmentId, staffId, NOW)).toBe("silent");
  });
});

describe("a price", () => {
  it("is asked from the printer and kept with its day", async () => {
    const { shipmentId } = bookWithFiles();
    expect(await askForPrice(shipmentId, staffId, NOW)).toEqual({ ok: true, totalPence: 950 + 24 * 6 + 395 });
    expect(db.select().from(printCosts).where(eq(printCosts.shipmentId, shipmentId)).get()).toMatchObject({
      quotedPence: 1489,
      quotedAt: NOW,
      chargedPence: null,
    });
    expect(actionsOn(shipmentId)).toContain("printing.quote");
    printer.setFailure("down");
    expect(await askForPrice(shipmentId, staffId, NOW)).toMatchObject({ ok: false, reason: "printer" });
  });
});

describe("an order at the printer", () => {
  it("leaves ten minutes after it was asked for, and takes the shipment’s step", async () => {
    const { shipmentId, loopId } = ordered();
    expect(shipmentOf(shipmentId)?.state).toBe("printing");
    await workPrintOrders(inMinutes(9));
    expect(ordersAtPrinter(shipmentId)).toHaveLength(0);
    await workPrintOrders(inMinutes(10));
    const [order, ...others] = ordersAtPrinter(shipmentId);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      idempotencyKey: shipmentId,
      recipient: { name: "Ada Marsh", address: { line1: "14 Weavers Row", countryCode: "GB" } },
    });
    expect(order?.items[0]?.files[0]).toMatch(/^http:\/\/localhost:3000\/print-files\/[\w-]+\.[\w-]{43}$/);
    expect(orderOf(shipmentId)).toMatchObject({ state: "taken", printerOrderId: order?.id });
    expect(db.select().from(loops).where(eq(loops.id, loopId)).get()?.status).toBe("PRINTING");
    expect(actionsOn(shipmentId)).toEqual(
      expect.arrayContaining(["printing.order", "printing.send", "printing.taken"]),
    );
    expect(orderFromPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(11))).toEqual({
      ok: false,
      reason: "ordered",
    });
  });

  it("is undone with its step while it waits, and may then be asked for again", async () => {
    const { shipmentId } = ordered();
    const by = { staffId, seen: "printing" };
    expect(undoShipmentStep(shipmentId, by, inMinutes(9))).toEqual({ ok: true });
    await workPrintOrders(inMinutes(30));
    expect(ordersAtPrinter(shipmentId)).toHaveLength(0);
    expect(orderFromPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(31))).toEqual({
      ok: true,
    });
    expect(notifyNow(shipmentId, by, inMinutes(32))).toEqual({ ok: true });
    await workPrintOrders(inMinutes(32));
    expect(ordersAtPrinter(shipmentId)).toHaveLength(1);
    expect(undoShipmentStep(shipmentId, by, inMinutes(33))).toEqual({ ok: false, reason: "too_late" });
  });

  it("is one order, though the worker is killed between the order and its note", async () => {
    const { shipmentId } = ordered();
    printer.setFailure("holds");
    const worker = spawn(
      process.execPath,
      ["--import", "tsx", "tests/domain/operations/printing/worker.ts", String(inMinutes(10).getTime())],
      { env: process.env, stdio: "inherit" },
    );
    await vi.waitFor(() => expect(ordersAtPrinter(shipmentId)).toHaveLength(1), 30_000);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    expect(orderOf(shipmentId)).toMatchObject({ state: "sending", printerOrderId: null });
    printer.setFailure("none");
    await workPrintOrders(inMinutes(11));
    expect(orderOf(shipmentId)?.state).toBe("sending");
    await workPrintOrders(inMinutes(12));
    const [order, ...others] = ordersAtPrinter(shipmentId);
    expect(others).toEqual([]);
    expect(orderOf(shipmentId)).toMatchObject({ state: "taken", printerOrderId: order?.id });
  });

  it("is sent again with the same key until the printer responds, and given up after eight tries", async () => {
    const { shipmentId } = ordered();
    printer.setFailure("silent");
    for (let minute = 10; minute < 300; minute += 1) await workPrintOrders(inMinutes(minute));
    expect(ordersAtPrinter(shipmentId)).toHaveLength(1);
    expect(orderOf(shipmentId)).toMatchObject({ state: "stuck", tries: MOST_TRIES, nextTryAt: null });
    const [alarm] = db.select().from(alarms).where(eq(alarms.objectId, shipmentId)).all();
    expect(alarm?.kind).toBe("print_order_stuck");
    expect(inbox()).toContain(shipmentId);
    expect(orderFromPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(300))).toEqual({
      ok: false,
      reason: "ordered",
    });
    printer.setFailure("none");
    expect(sendOrderAgain(shipmentId, staffId, inMinutes(301))).toEqual({ ok: true });
    await workPrintOrders(inMinutes(301));
    expect(ordersAtPrinter(shipmentId)).toHaveLength(1);
    expect(orderOf(shipmentId)?.state).toBe("taken");
    expect(inbox()).not.toContain(shipmentId);
  });

  it("that was refused waits in the inbox, and is ordered again or printed by hand", async () => {
    const { shipmentId } = ordered();
    printer.setFailure("refuses");
    await workPrintOrders(inMinutes(10));
    expect(orderOf(shipmentId)?.state).toBe("failed");
    expect(inbox()).toContain(shipmentId);
    await watchFromWorker(inMinutes(11));
    expect(stopped()).toContain(shipmentId);
    printer.setFailure("none");
    expect(orderFromPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(30))).toEqual({
      ok: true,
    });
    expect(inbox()).not.toContain(shipmentId);
    expect(undoOrderAgain(shipmentId, staffId, inMinutes(31))).toEqual({ ok: true });
    expect(inbox()).toContain(shipmentId);
    expect(goOnByHand(shipmentId, staffId, inMinutes(32))).toEqual({ ok: true });
    expect(inbox()).not.toContain(shipmentId);
    await workPrintOrders(inMinutes(90));
    expect(ordersAtPrinter(shipmentId)).toHaveLength(0);
    await watchFromWorker(inMinutes(91));
    expect(stopped()).not.toContain(shipmentId);
  });
});

describe("what the printer says", () => {
  it("is asked as soon as a webhook comes, and moves the shipment with carrier and number", async () => {
    const { shipmentId, printerOrderId, owner } = await taken();
    await printer.move(printerOrderId, "in_production");
    await workPrintOrders(inMinutes(12));
    expect(orderOf(shipmentId)?.state).toBe("taken");
    const event = JSON.stringify({ data: { order: { id: printerOrderId } } });
    const token = new URL(ordersAtPrinter(shipmentId)[0]?.webhookUrl ?? "").pathname.split("/").at(-1) ?? "";
    expect(noteWebhook(`${token}x`, event, inMinutes(13))).toBe(false);
    expect(noteWebhook(token, event, inMinutes(13))).toBe(true);
    await workPrintOrders(inMinutes(13));
    expect(orderOf(shipmentId)?.state).toBe("in_production");
    await printer.move(printerOrderId, "sent");
    noteWebhook(token, event, inMinutes(60));
    await workPrintOrders(inMinutes(60));
    const shipment = shipmentOf(shipmentId);
    expect(shipment).toMatchObject({ state: "shipped", carrier: "Royal Mail" });
    expect(shipment?.trackingNumber).toMatch(/^RM\d{9}GB$/);
    const kinds = db.select().from(emails).where(eq(emails.accountId, owner.id)).all();
    expect(kinds.map(({ kind }) => kind)).toEqual(["sent_to_print", "printing", "shipped"]);
    expect(db.select().from(printCosts).where(eq(printCosts.shipmentId, shipmentId)).get()).toMatchObject({
      chargedPence: 1489,
    });
    expect(orderOf(shipmentId)?.nextTryAt).toBeNull();
    expect(actionsOn(shipmentId)).toEqual(
      expect.arrayContaining(["printing.in_production", "printing.left_printer", "printing.ship"]),
    );
  });

  it("is asked every half an hour where no webhook comes", async () => {
    const { shipmentId, printerOrderId } = await taken();
    await printer.move(printerOrderId, "sent");
    await workPrintOrders(inMinutes(39));
    expect(shipmentOf(shipmentId)?.state).toBe("printing");
    await workPrintOrders(inMinutes(40));
    expect(shipmentOf(shipmentId)?.state).toBe("shipped");
  });

  it("of a cancelled order brings the shipment into the inbox, and a new order has a new key", async () => {
    const { shipmentId, printerOrderId } = await taken();
    await printer.move(printerOrderId, "cancelled");
    await workPrintOrders(inMinutes(40));
    expect(orderOf(shipmentId)?.state).toBe("cancelled");
    expect(inbox()).toContain(shipmentId);
    expect(orderFromPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(41))).toEqual({
      ok: true,
    });
    await workPrintOrders(inMinutes(51));
    expect(ordersAtPrinter(shipmentId).map(({ stage, idempotencyKey }) => [stage, idempotencyKey])).toEqual([
      ["cancelled", shipmentId],
      ["taken", `${shipmentId}-2`],
    ]);
  });

  it("of an order that cannot be printed is no leave to order another until it is cancelled there", async () => {
    const { shipmentId, printerOrderId } = await taken();
    await printer.move(printerOrderId, "failed");
    await workPrintOrders(inMinutes(40));
    expect(orderOf(shipmentId)).toMatchObject({ state: "failed", failure: "A file can’t be fetched." });
    expect(orderFromPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(41))).toEqual({
      ok: false,
      reason: "ordered",
    });
    expect(goOnByHand(shipmentId, staffId, inMinutes(41))).toEqual({ ok: false, reason: "not_now" });
    expect(await cancelPrintOrder(shipmentId, staffId, inMinutes(42))).toEqual({ ok: true });
    expect(orderFromPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(43))).toEqual({
      ok: true,
    });
  });

  it("of an order on hold keeps it taken, and orders no second", async () => {
    printer.setFailure("on_hold");
    const { shipmentId, printerOrderId } = await taken();
    await workPrintOrders(inMinutes(10));
    for (let minute = 40; minute <= 400; minute += 30) await workPrintOrders(inMinutes(minute));
    expect(orderOf(shipmentId)).toMatchObject({ state: "taken", failure: null, printerOrderId });
    expect(orderFromPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(400))).toEqual({
      ok: false,
      reason: "ordered",
    });
    expect(ordersAtPrinter(shipmentId)).toHaveLength(1);
    await printer.move(printerOrderId, "in_production");
    await workPrintOrders(inMinutes(430));
    expect(orderOf(shipmentId)?.state).toBe("in_production");
  });

  it("of an order that waits for a payment is an alarm and in the inbox, in the printer’s words", async () => {
    const { shipmentId, printerOrderId } = await taken();
    await printer.move(printerOrderId, "unpaid");
    await workPrintOrders(inMinutes(40));
    expect(orderOf(shipmentId)).toMatchObject({
      ...{ state: "failed", failure: expect.stringMatching(/^Payment authorisation required/) },
    });
    expect(inbox()).toContain(shipmentId);
    await watchFromWorker(inMinutes(41));
    expect(stopped()).toContain(shipmentId);
    await printer.move(printerOrderId, "in_production");
    await workPrintOrders(inMinutes(70));
    await watchFromWorker(inMinutes(71));
    expect(stopped()).not.toContain(shipmentId);
    expect(orderOf(shipmentId)).toMatchObject({ state: "in_production", failure: null });
    expect(inbox()).not.toContain(shipmentId);
  });

  it("to a cancelling too late is repeated", async () => {
    const { shipmentId, printerOrderId } = await taken();
    await printer.move(printerOrderId, "in_production");
    expect(await cancelPrintOrder(shipmentId, staffId, inMinutes(42))).toMatchObject({ reason: "printer" });
    expect(orderOf(shipmentId)?.state).toBe("taken");
    expect(printerOrderId).not.toBe(KNOWN_ORDER);
  });
});
