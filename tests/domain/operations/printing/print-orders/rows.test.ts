import "../../../../support/printer-sandbox";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection, write } from "#db/client.server";
import { alarms, printCosts, printOrders, shipments } from "#db/schema";
import { noteWebhook, workPrintOrders } from "~/domain/operations/printing/print-order-sending.server";
import { MOST_TRIES } from "~/domain/operations/printing/print-orders";
import {
  askForPrice,
  cancelPrintOrder,
  goOnByHand,
  notifyPrinter,
  orderFromPrinter,
  printerKnowledge,
  printOrderOf,
  releasePrintOrder,
  sendOrderAgain,
  takeBackPrintOrder,
  undoOrderAgain,
} from "~/domain/operations/printing/print-orders.server";
import { webhookAddress } from "~/domain/operations/printing/printer-links.server";
import { auditEventsOn } from "../../../../support/audit-events";
import { later, NOW } from "../../../../support/people";
import { KNOWN_ORDER, printerSandbox as printer } from "../../../../support/printer-sandbox";
import { colleague } from "../../../people/staff/colleagues";
import { boughtYear, givenYear, print, shipmentRow } from "../rows";

/** Rows of orders at the printer, as each of their states leaves them. */

type Order = typeof printOrders.$inferInsert;
type Shipment = Parameters<typeof shipmentRow>[1];

const { id: staffId } = await colleague("production");
const refused = (reason: string) => ({ ok: false, reason });

beforeEach(() => {
  rawConnection().exec("DELETE FROM print_orders; DELETE FROM alarms;");
  printer.setFailure("none");
});

const READY: Shipment = { filesState: "ready", prints: [print()] };
const book = (given: Shipment = {}) => shipmentRow(boughtYear("Ada").loopId, { ...READY, ...given }).id;
let keys = 0;
/** An order for a shipment that is at the printer. */
function order(given: Partial<Order> = {}, shipmentId = book({ state: "printing" })) {
  keys += 1;
  const row = {
    idempotencyKey: `row-${keys}`,
    askedByStaffId: staffId,
    nextTryAt: NOW,
    createdAt: NOW,
    updatedAt: NOW,
  };
  return db
    .insert(printOrders)
    .values({ shipmentId, ...row, ...given })
    .returning()
    .get();
}
const rowOf = (id: string) => db.select().from(printOrders).where(eq(printOrders.id, id)).get();
const atPrinter = (shipmentId: string) =>
  printer.orders().filter(({ merchantReference }) => merchantReference?.endsWith(shipmentId)).length;
const acts = (shipmentId: string) => auditEventsOn(shipmentId).map(({ action }) => action);

describe("a webhook of the printer", () => {
  const SOON = later(900);
  const tell = (id: string, body: string) => noteWebhook(webhookAddress(id).split("/").at(-1) ?? "", body, NOW);
  const about = (printerOrderId: string) => JSON.stringify({ data: { order: { id: printerOrderId } } });

  it("has its own order asked about, while that is asked about at all, and no other", () => {
    const [one, other, unsent, over] = [
      order({ state: "taken", printerOrderId: "ord_1", nextTryAt: SOON }),
      order({ state: "taken", printerOrderId: "ord_2", nextTryAt: SOON }),
      order({ nextTryAt: SOON }),
      order({ state: "sent", printerOrderId: "ord_4", nextTryAt: null }),
    ];
    const times = () => [one, other, unsent, over].map(({ id }) => rowOf(id)?.nextTryAt);
    for (const body of [about("ord_2"), "no JSON"]) expect(tell(one.id, body)).toBe(true);
    tell(over.id, about("ord_4"));
    expect(noteWebhook("forged", about("ord_1"), NOW)).toBe(false);
    expect(times()).toEqual([SOON, SOON, SOON, null]);
    expect(tell(one.id, about("ord_1"))).toBe(true);
    expect(times()).toEqual([NOW, SOON, SOON, null]);
  });
});

describe("an order that is due", () => {
  it("is sent an eighth time, and no ninth", async () => {
    const [last, over] = [order({ tries: MOST_TRIES - 1 }), order({ tries: MOST_TRIES, failure: "Silence." })];
    await workPrintOrders(NOW);
    expect([atPrinter(last.shipmentId), atPrinter(over.shipmentId)]).toEqual([1, 0]);
    expect([rowOf(last.id)?.state, rowOf(over.id)]).toEqual([
      "taken",
      expect.objectContaining({ state: "stuck", failure: "Silence.", nextTryAt: null }),
    ]);
    expect(db.select().from(alarms).all()).toMatchObject([{ objectId: over.shipmentId }]);
  });

  it("fails where its files or its address are gone", async () => {
    const gift = shipmentRow(givenYear("Zoe").loopId, { ...READY, state: "printing" });
    const without = [order({}, book({ state: "printing", prints: [] })), order({}, gift.id)];
    await workPrintOrders(NOW);
    for (const { id } of without)
      expect(rowOf(id)).toMatchObject({ state: "failed", failure: "Its files or its address are gone." });
  });

  it("is not given up, nor noted, by a worker that has lost it meanwhile", async () => {
    printer.setFailure("down");
    const lost = order({ tries: MOST_TRIES - 1 });
    const working = workPrintOrders(NOW);
    db.update(printOrders)
      .set({ tries: 99, nextTryAt: later(99) })
      .where(eq(printOrders.id, lost.id))
      .run();
    await working;
    expect([rowOf(lost.id)?.state, db.select().from(alarms).all()]).toEqual(["sending", []]);
    printer.setFailure("none");
    const asked = order({ state: "in_production", printerOrderId: KNOWN_ORDER });
    const asking = workPrintOrders(NOW);
    db.update(printOrders).set({ nextTryAt: null, closedAt: NOW }).where(eq(printOrders.id, asked.id)).run();
    await asking;
    expect(acts(asked.shipmentId)).toEqual([]);
  });
});

describe("the price of a shipment", () => {
  it("is asked and kept for it alone, where it has files", async () => {
    const [one, other] = [book(), book()];
    expect((await askForPrice(one, staffId, NOW)).ok).toBe(true);
    expect([printOrderOf(one).costs?.quotedPence, printOrderOf(other).costs]).toEqual([1489, null]);
    expect(await askForPrice(book({ prints: [] }), staffId, NOW)).toEqual(refused("no_files"));
    expect(await askForPrice("nothing", staffId, NOW)).toEqual(refused("not_found"));
    printer.setFailure("down");
    expect(await askForPrice(other, staffId, NOW)).toMatchObject(refused("printer"));
    expect(db.select().from(printCosts).where(eq(printCosts.shipmentId, other)).get()).toBeUndefined();
  });
});

describe("ordering a shipment", () => {
  const by = { staffId, whyUnreviewed: null };
  const cancelled = { state: "cancelled", nextTryAt: null } as const;

  it.each([
    ["one that may be sent", {}, { ok: true }],
    ["one without files", { filesState: "none" }, refused("no_files")],
    ["one at a printer by hand", { state: "printing" }, refused("not_now")],
    ["one that has left", { state: "shipped" }, refused("not_now")],
  ] as const)("is for %s", (_, given, result) => {
    expect(orderFromPrinter(book(given), by, NOW)).toEqual(result);
  });

  it("follows its own order that is off, once, and no order of others", () => {
    order({ state: "taken", printerOrderId: "ord_9" });
    const off = order(cancelled);
    const { shipmentId } = off;
    expect(orderFromPrinter(shipmentId, by, NOW)).toEqual({ ok: true });
    expect([rowOf(off.id)?.closedAt, printOrderOf(shipmentId).order?.state]).toEqual([NOW, "waiting"]);
    expect(orderFromPrinter(shipmentId, by, NOW)).toEqual(refused("ordered"));
    const gone = order(cancelled, book({ state: "shipped" }));
    expect(orderFromPrinter(gone.shipmentId, by, NOW)).toEqual(refused("not_now"));
    const unaddressed = order(cancelled, shipmentRow(givenYear("Zoe").loopId, { ...READY, state: "printing" }).id);
    expect(orderFromPrinter(unaddressed.shipmentId, by, NOW)).toEqual(refused("no_address"));
  });

  it("is undone until it leaves, and the earlier order waits for a decision again", () => {
    const [off, other] = [order(cancelled), order({ ...cancelled, closedAt: NOW })];
    orderFromPrinter(off.shipmentId, by, NOW);
    expect(undoOrderAgain(off.shipmentId, staffId, later(600))).toEqual(refused("too_late"));
    expect(undoOrderAgain(off.shipmentId, staffId, later(599))).toEqual({ ok: true });
    expect([rowOf(off.id)?.closedAt, rowOf(other.id)?.closedAt]).toEqual([null, NOW]);
    expect(undoOrderAgain(other.shipmentId, staffId, NOW)).toEqual(refused("too_late"));
  });
});

describe("an order that went wrong", () => {
  const stuck = { state: "stuck", tries: MOST_TRIES, nextTryAt: null } as const;

  it("is sent again alone, where it was given up", () => {
    const [one, other, taken] = [order(stuck), order(stuck), order({ state: "taken", printerOrderId: "ord_5" })];
    expect(sendOrderAgain(one.shipmentId, staffId, later(9))).toEqual({ ok: true });
    expect(sendOrderAgain(taken.shipmentId, staffId, NOW)).toEqual(refused("not_now"));
    expect([rowOf(one.id), rowOf(other.id)]).toMatchObject([
      { state: "waiting", tries: 0, nextTryAt: later(9) },
      stuck,
    ]);
  });

  it.each([
    ["given up", stuck, true],
    ["cancelled", { state: "cancelled", printerOrderId: "ord_6" }, true],
    ["refused", { state: "failed" }, true],
    ["one that the printer has and cannot print", { state: "failed", printerOrderId: "ord_7" }, false],
    ["taken", { state: "taken", printerOrderId: "ord_8" }, false],
    ["left already", { ...stuck, closedAt: NOW }, false],
  ] as const)("is left for printing by hand where it was %s", (_, given, isLeft) => {
    const [other, one] = [order(stuck), order(given)];
    expect(goOnByHand(one.shipmentId, staffId, NOW)).toEqual(isLeft ? { ok: true } : refused("not_now"));
    expect([rowOf(other.id)?.closedAt, rowOf(one.id)?.closedAt !== null]).toEqual([
      null,
      isLeft || "closedAt" in given,
    ]);
  });
});

describe("cancelling an order at the printer", () => {
  it.each([
    ["not sent yet", {}],
    ["sent off by the printer", { state: "sent", printerOrderId: "ord_a" }],
    ["cancelled", { state: "cancelled", printerOrderId: "ord_b" }],
  ] as const)("is too early or too late for one that is %s", async (_, given) => {
    expect(await cancelPrintOrder(order(given).shipmentId, staffId, NOW)).toEqual(refused("not_now"));
  });

  it("ends that order alone, and none while the printer is away", async () => {
    const [one, other] = [order(), order()];
    await workPrintOrders(NOW);
    expect(await cancelPrintOrder(one.shipmentId, staffId, NOW)).toEqual({ ok: true });
    printer.setFailure("down");
    expect(await cancelPrintOrder(other.shipmentId, staffId, NOW)).toMatchObject(refused("printer"));
    expect([rowOf(one.id)?.state, rowOf(other.id)?.state]).toEqual(["cancelled", "taken"]);
  });
});

describe("an order that has not left", () => {
  const takeBack = (shipmentId: string) => write((tx) => takeBackPrintOrder(tx, shipmentId, NOW));

  it.each([
    ["a moment before it leaves", { nextTryAt: later(1) }, true],
    ["the moment it leaves", {}, false],
    ["once it was tried", { nextTryAt: later(1), tries: 1 }, false],
    ["while it is being sent", { nextTryAt: later(1), state: "sending" }, false],
  ] as const)("is taken back alone: %s", (_, given, isTaken) => {
    const [other, one] = [order({ nextTryAt: later(1) }), order(given)];
    expect(takeBack(one.shipmentId)).toBe(isTaken);
    expect([rowOf(one.id) === undefined, rowOf(other.id)?.state]).toEqual([isTaken, "waiting"]);
  });

  it("leaves nothing to take back without a print order, or after the last one is closed", () => {
    const { shipmentId, id } = order({ state: "failed", closedAt: NOW });
    expect([takeBack(book()), takeBack(shipmentId)]).toEqual([true, true]);
    expect(rowOf(id)?.state).toBe("failed");
  });

  it("leaves now where somebody says so, and no other does, nor one that was sent", () => {
    const [one, other] = [order({ nextTryAt: later(60) }), order({ nextTryAt: later(60) })];
    const taken = order({ state: "taken", nextTryAt: later(60) });
    for (const { shipmentId } of [one, taken]) write((tx) => releasePrintOrder(tx, shipmentId, NOW));
    expect([one, other, taken].map(({ id }) => rowOf(id)?.nextTryAt)).toEqual([NOW, later(60), later(60)]);
  });
});

describe("what a printer knows of an address", () => {
  it.each([
    ["nothing without an order", null, "none", "not_needed"],
    ["nothing before it is sent", {}, "unsent", "not_needed"],
    ["nobody knows while it is being sent", { state: "sending", tries: 1 }, "sent", "silent"],
    ["nothing of an order that is off", { state: "cancelled", printerOrderId: "ord_c" }, "none", "not_needed"],
  ] as const)("is %s", async (_, given, knowledge, result) => {
    const shipmentId = given === null ? book() : order(given).shipmentId;
    expect(printerKnowledge(shipmentId)).toBe(knowledge);
    expect(await notifyPrinter(shipmentId, staffId, NOW)).toBe(result);
  });

  it("changes for its own shipment alone, where the printer responds", async () => {
    const [one, other] = [order(), order()];
    await workPrintOrders(NOW);
    expect(await notifyPrinter(one.shipmentId, staffId, NOW)).toBe("told");
    printer.setFailure("down");
    expect(await notifyPrinter(other.shipmentId, staffId, NOW)).toBe("silent");
    expect([one, other].map(({ shipmentId }) => acts(shipmentId).includes("printing.new_address"))).toEqual([
      true,
      false,
    ]);
    const gone = order(
      { state: "taken", printerOrderId: KNOWN_ORDER },
      shipmentRow(givenYear("Zoe").loopId, { state: "printing" }).id,
    );
    expect(await notifyPrinter(gone.shipmentId, staffId, NOW)).toBe("not_needed");
    expect(db.select().from(shipments).where(eq(shipments.id, gone.shipmentId)).get()?.state).toBe("printing");
  });
});
