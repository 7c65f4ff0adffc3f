import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import {
  foundInViews,
  QUEUE_VIEWS,
  queueFigures,
  SHIPMENT_LIST,
  shipmentData,
  shipmentLines,
  shipmentsNamed,
  shipmentsOfOrder,
} from "~/domain/operations/printing/print-queue.server";
import { NOW, person } from "../../../support/people";
import { boughtYear, copiesOf, givenYear, print, refundedLoop, shipmentRow, weekOf } from "./rows";

const shown = (asked: Parameters<typeof SHIPMENT_LIST.read>[0]) =>
  SHIPMENT_LIST.read(asked, { now: NOW, role: "production" }, 100).rows.map(({ id }) => id);
describe("the views of the print queue", () => {
  const [plain, written, refunded] = [boughtYear("Ada"), boughtYear("Ben", { status: "ACTIVE" }), boughtYear("Cid")];
  refundedLoop(refunded.order.id);
  const waiting = shipmentRow(plain.loopId);
  const unwritten = copiesOf(written.loopId, [{ quantity: 1 }]).shipment;
  const gone = shipmentRow(refunded.loopId);
  const [copies, reprint] = [
    copiesOf(refunded.loopId, [{ quantity: 1 }]).shipment,
    shipmentRow(refunded.loopId, { reprintOf: "first" }),
  ];
  const others = (["printing", "shipped", "delivered"] as const).map((state) =>
    shipmentRow(boughtYear("Eva").loopId, { state }),
  );
  const started = shipmentRow(boughtYear("Fay", { status: "ACTIVE" }).loopId, { state: "printing" });

  it("have what waits, without what is unwritten or refunded, and each state alone", () => {
    expect(shown({ view: "waiting" }).sort()).toEqual([waiting.id, copies.id, reprint.id].sort());
    expect(shown({ view: "with_year" })).toEqual([unwritten.id]);
    const [printing, shipped, delivered] = others.map(({ id }) => id);
    expect(shown({ view: "printing" }).sort()).toEqual([printing, started.id].sort());
    expect([shown({ view: "shipped" }), shown({ view: "delivered" })]).toEqual([[shipped], [delivered]]);
    expect(queueFigures()).toEqual({ waiting: 3, with_year: 1, printing: 2, shipped: 1, delivered: 1 });
    expect(shipmentData(gone.id)?.line.isReversed).toBe(true);
    expect([waiting, copies, reprint].map(({ id }) => shipmentData(id)?.line.isReversed)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("are searched by the beginning of an order’s number, an owner’s email or a tracking number, and by no other", () => {
    const [own, given] = [boughtYear("Gil"), givenYear("Hal")];
    const book = shipmentRow(own.loopId, { trackingNumber: "RM123" });
    const ordered = copiesOf(own.loopId, [{ quantity: 1 }]);
    const gift = shipmentRow(given.loopId);
    const all = (q: string) => QUEUE_VIEWS.flatMap((view) => shown({ q, view })).sort();
    expect(all(own.order.number.toLowerCase())).toEqual([book.id]);
    expect(all(ordered.order.number)).toEqual([ordered.shipment.id]);
    expect(all(own.owner.email.toUpperCase())).toEqual([book.id, ordered.shipment.id].sort());
    expect([all(given.owner.email), all("RM12"), all("nothing")]).toEqual([[gift.id], [book.id], []]);
    expect(foundInViews("RM123")).toEqual({ waiting: 1, with_year: 0, printing: 0, shipped: 0, delivered: 0 });
  });
});

describe("shipments by their ids or their order", () => {
  it("are those alone", () => {
    const [ada, ben, zoe] = [boughtYear("Ada"), boughtYear("Ben"), givenYear("Zoe")];
    const [one, two, three] = [ada, ben, zoe].map(({ loopId }) => shipmentRow(loopId).id);
    const copies = copiesOf(ada.loopId, [{ quantity: 2 }]);
    expect(shipmentsNamed([two ?? "", "nothing"]).map(({ id }) => id)).toEqual([two]);
    expect(shipmentsNamed([])).toEqual([]);
    expect(shipmentLines([three ?? "", one ?? ""]).map(({ id }) => id)).toEqual([three, one]);
    expect(shipmentsOfOrder(ada.order.id).map(({ id }) => id)).toEqual([one]);
    expect(shipmentsOfOrder(copies.order.id).map(({ id }) => id)).toEqual([copies.shipment.id]);
    expect(shipmentsOfOrder(zoe.order.id)).toEqual([]);
    expect(shipmentData("nothing")).toBeUndefined();
  });

  it("have the weeks of their own year that nobody has reviewed, and their own reprints", () => {
    const [ada, ben] = [boughtYear("Ada"), boughtYear("Ben")];
    const [one, two] = [ada, ben].map(({ loopId }) => shipmentRow(loopId, { state: "delivered" }).id);
    for (const week of [1, 2]) weekOf(ada.loopId, week, "PENDING");
    weekOf(ada.loopId, 3, "FLAGGED");
    weekOf(ben.loopId, 1, "PENDING");
    const reprint = shipmentRow(ada.loopId, { reprintOf: one });
    shipmentRow(ben.loopId, { reprintOf: two });
    expect(shipmentData(one ?? "")?.reprints.map(({ id }) => id)).toEqual([reprint.id]);
    expect([shipmentData(one ?? "")?.unreviewed, shipmentsNamed([two ?? ""])[0]?.unreviewed]).toEqual([2, 1]);
  });
});

describe("the files of a shipment", () => {
  const year = { status: "COMPLETED" as const, contentVersion: 1 };
  const stale = (given: Parameters<typeof shipmentRow>[1], loop: object = {}) =>
    shipmentData(shipmentRow(boughtYear("Ada", { ...year, ...loop }).loopId, { filesState: "ready", ...given }).id)
      ?.line.stale;

  it.each([
    ["of the book and the address as they are", {}, {}, null],
    ["of an earlier text, while it waits", {}, { contentVersion: 2 }, "book"],
    ["of an earlier text, at the printer", { state: "printing" }, { contentVersion: 2 }, null],
    ["of another address, while it waits", { prints: [{ ...print(), addressHash: "old" }] }, {}, "address"],
    [
      "of another address, at the printer",
      { state: "printing", prints: [{ ...print(), addressHash: "old" }] },
      {},
      "address",
    ],
    [
      "of another address, once it has left",
      { state: "shipped", prints: [{ ...print(), addressHash: "old" }] },
      {},
      null,
    ],
    ["that are being made", { filesState: "making", prints: [{ ...print(), addressHash: "old" }] }, {}, null],
  ] as const)("%s", (_, given, loop, expected) => {
    expect(stale({ prints: [print()], ...given }, loop)).toBe(expected);
  });

  it("are a test’s where its owner or its order is one", () => {
    const test = person("Tess", { isTest: true });
    const { loopId } = boughtYear("Ada");
    db.$client.prepare("UPDATE loops SET account_id = ? WHERE id = ?").run(test.id, loopId);
    expect(shipmentData(shipmentRow(loopId).id)?.line.isTest).toBe(true);
    expect(shipmentData(shipmentRow(boughtYear("Ben").loopId).id)?.line.isTest).toBe(false);
  });
});
