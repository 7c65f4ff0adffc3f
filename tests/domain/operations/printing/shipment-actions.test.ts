import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { shipments } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { PRINTER } from "~/domain/book/prepress/printer";
import {
  askForFiles,
  correctShipmentAddress,
  correctTrackingNumber,
} from "~/domain/operations/printing/shipment-actions.server";
import { makeShipmentFiles, openPrintFile } from "~/domain/operations/printing/shipment-files.server";
import {
  noteShipmentDelivered,
  noteShipmentShipped,
  sendToPrinter,
} from "~/domain/operations/printing/shipment-steps.server";
import { anAddress } from "../../../support/addresses";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW } from "../../../support/people";
import { boughtYear, copiesOf, givenYear, print, shipmentRow, weekOf } from "./rows";

type Given = Parameters<typeof shipmentRow>[1];
type Status = "ACTIVE" | "COMPLETED" | "PRINTING" | "SHIPPED" | "DELIVERED";

const refused = (reason: string) => ({ ok: false, reason });
const rowOf = (id: string) =>
  db
    .select()
    .from(shipments)
    .all()
    .find((row) => row.id === id);
const READY: Given = { filesState: "ready", prints: [print()] };
const year = (status: Status) => boughtYear("Ada", { status, contentVersion: 1 }).loopId;
const book = (status: Status, given: Given = {}) => shipmentRow(year(status), { ...READY, ...given }).id;

describe("an address that staff correct", () => {
  const correct = (id: string, seen = "waiting") =>
    correctShipmentAddress(id, { ...anAddress({ firstName: "New" }), reason: "-" }, { staffId: "bea", seen }, NOW);

  it.each([
    ["waits", {}, "waiting", { ok: true }],
    ["is at the printer", { state: "printing" }, "printing", { ok: true }],
    ["has gone there since", { state: "printing" }, "waiting", { ...refused("moved"), state: "printing" }],
    ["has left", { state: "shipped" }, "shipped", refused("not_now")],
  ] as const)("is of a shipment that %s", (_, given, seen, result) => {
    expect(correct(book("COMPLETED", given), seen)).toEqual(result);
  });

  it("is of a year that is there", () => {
    expect(correct(shipmentRow(null, READY).id)).toEqual(refused("gone"));
  });
});

describe("a number that staff correct", () => {
  const BY = { carrier: "Evri", trackingNumber: "1" };
  const correct = (id: string, to = BY) => correctTrackingNumber(id, to, "bea", NOW);
  const before = { carrier: "Evri", trackingNumber: "2" };

  it.each([
    ["waits", {}, refused("not_now")],
    ["has left a moment ago", { state: "shipped", shippedAt: later(-599) }, refused("not_now")],
    ["has left ten minutes ago", { state: "shipped", shippedAt: later(-600) }, { ok: true }],
    ["has arrived", { state: "delivered", deliveredAt: NOW }, { ok: true }],
  ] as const)("is of a shipment that %s", (_, given, result) => {
    expect(correct(book("SHIPPED", { ...before, ...given }))).toEqual(result);
  });

  it.each([
    [{ ...BY }, refused("unchanged")],
    [{ ...BY, carrier: "DPD" }, { ok: true }],
    [{ ...BY, trackingNumber: "" }, { ok: true }],
  ])("differs from what was there: %j", (to, result) => {
    expect(correct(book("SHIPPED", { state: "shipped", shippedAt: later(-700), ...BY }), to)).toEqual(result);
  });
});

describe("a step of a shipment", () => {
  const send = (id: string, whyUnreviewed: string | null = null) =>
    sendToPrinter(id, { staffId: "bea", whyUnreviewed }, NOW);
  const ship = (id: string) => noteShipmentShipped(id, { carrier: "Evri", trackingNumber: "" }, "bea", NOW);
  const deliver = (id: string) => noteShipmentDelivered(id, "bea", NOW);

  it.each([
    ["sent", send, "COMPLETED", {}, { ok: true }],
    ["sent without files", send, "COMPLETED", { filesState: "none" }, refused("no_files")],
    ["sent though its year was", send, "PRINTING", {}, refused("not_now")],
    ["shipped", ship, "PRINTING", { state: "printing" }, { ok: true }],
    ["shipped before it is sent", ship, "PRINTING", {}, refused("not_now")],
    ["shipped though its year was not printed", ship, "COMPLETED", { state: "printing" }, refused("not_now")],
    ["delivered", deliver, "SHIPPED", { state: "shipped" }, { ok: true }],
    ["delivered before it is shipped", deliver, "SHIPPED", { state: "printing" }, refused("not_now")],
    ["delivered though its year was not shipped", deliver, "PRINTING", { state: "shipped" }, refused("not_now")],
  ] as const)("%s", (_, step, status, given, result) => {
    const id = book(status, given);
    const row = rowOf(id);
    expect(step(id)).toEqual(result);
    if (!result.ok) expect(rowOf(id)).toEqual(row);
  });

  it("to the printer says how many weeks are unreviewed, and why, only where some are", () => {
    const [checked, unchecked] = [year("COMPLETED"), year("COMPLETED")];
    weekOf(unchecked, 1, "PENDING");
    const ids = [checked, unchecked].map((loopId) => shipmentRow(loopId, READY).id);
    expect(send(ids[1] ?? "")).toEqual(refused("unreviewed"));
    for (const id of ids) expect(send(id, "Promised for Friday")).toEqual({ ok: true });
    expect(ids.map((id) => auditEventsOn(id).map(({ reason, after }) => [reason, JSON.parse(after ?? "")]))).toEqual([
      [[null, { state: "printing" }]],
      [["Promised for Friday", { state: "printing", unreviewed: 1 }]],
    ]);
  });
});

describe("the files of a shipment", () => {
  const making = { filesState: "making" } as const;

  it.each([
    ["nobody asked for", { filesState: "none" }, "none", null],
    ["are made already", { filesState: "ready" }, "ready", null],
    ["are of a shipment that was sent", { ...making, state: "printing" }, "making", null],
  ] as const)("are left as they are where they %s", async (_, given, state, failure) => {
    const { id } = shipmentRow(year("COMPLETED"), given);
    await makeShipmentFiles(id, NOW);
    expect(rowOf(id)).toMatchObject({ filesState: state, filesFailure: failure });
  });

  it("fail where there is no address, no book is left to send, or its year is not sent to print", async () => {
    const unsent = shipmentRow(year("ACTIVE"), making);
    const gift = shipmentRow(givenYear("Zoe").loopId, making);
    const { shipment } = copiesOf(year("COMPLETED"), [{ quantity: 1, withdrawnQuantity: 1 }]);
    expect(askForFiles(gift.id, "bea", NOW)).toEqual(refused("no_address"));
    db.$client
      .prepare("UPDATE orders SET delivery_address = ? WHERE id = ?")
      .run(JSON.stringify({ ...anAddress(), country: "GB" }), shipment.orderId);
    expect(askForFiles(shipment.id, "bea", NOW)).toEqual({ ok: true });
    for (const id of [gift.id, shipment.id, unsent.id, "nothing"]) await makeShipmentFiles(id, NOW);
    expect([gift.id, shipment.id, unsent.id].map((id) => rowOf(id)?.filesFailure)).toEqual([
      "There’s no delivery address.",
      "There’s no book in this parcel.",
      "The owner hasn’t sent it to print.",
    ]);
  });

  it("are those that were printed of the same year before, never another year’s", async () => {
    const report = {
      ...{ printer: PRINTER.name, condition: "-", pages: 24, rules: 1 },
      ...{ lowestPixelsPerInch: null, faults: [], notes: [] },
    };
    const file = { name: "-", bytes: 1, sha256: "-", preflight: report };
    const files = {
      ...{ title: "-", printer: PRINTER.name, spineWidth: 8, isAsSigned: null },
      ...{ interior: file, cover: file },
    };
    const [first, second] = ["one", "two"].map((name) => {
      const keys = { interior: `prints/${name}/a.pdf`, cover: `prints/${name}/b.pdf`, ticket: "c" };
      const loopId = year("DELIVERED");
      const { id } = shipmentRow(loopId, { state: "delivered", prints: [{ ...print(), keys, files }] });
      return { loopId, id, keys };
    });
    if (!first || !second) throw new Error("There are two years.");
    for (const key of [first, second].flatMap(({ keys }) => [keys.interior, keys.cover]))
      await storage.put(key, Buffer.from("-"), "application/pdf");
    for (const { loopId, id, keys } of [second, first]) {
      const deliveryAddress = JSON.stringify({ ...anAddress(), country: "GB" });
      const again = shipmentRow(loopId, { ...making, reprintOf: id, deliveryAddress });
      await makeShipmentFiles(again.id, NOW);
      expect(rowOf(again.id)).toMatchObject({ filesState: "ready", prints: [{ keys: { interior: keys.interior } }] });
    }
  });

  it("are opened for a reason, where they are stored, and who did is recorded", async () => {
    const keys = { interior: "prints/r/a.pdf", cover: "prints/r/b.pdf", ticket: "prints/r/c.json" };
    for (const key of [keys.interior, keys.ticket]) await storage.put(key, Buffer.from("-"), "application/pdf");
    const id = book("DELIVERED", { state: "delivered", prints: [{ ...print(), keys }] });
    const open = (
      kind: "interior" | "cover" | "ticket",
      reason: string | null,
      shipmentId = id,
      binding = "standard",
    ) => openPrintFile({ shipmentId, binding, kind }, { staffId: "bea", reason }, NOW);
    expect(await open("interior", null)).toEqual(refused("no_reason"));
    for (const file of [
      open("interior", "Lost", "nothing"),
      open("interior", "Lost", id, "luxury"),
      open("cover", "Lost"),
    ])
      expect(await file).toEqual(refused("not_found"));
    expect(auditEventsOn(id)).toEqual([]);
    for (const opened of [await open("interior", "Lost"), await open("ticket", null)]) {
      if (!opened.ok) throw new Error(opened.reason);
      opened.file.body.destroy();
    }
    expect(auditEventsOn(id).map(({ reason }) => reason)).toEqual(["Lost", null]);
  });
});
