import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms } from "#db/schema";
import {
  addressOf,
  asOnShipment,
  booksIn,
  hashAddress,
  makingProblem,
  sendingProblem,
  shipmentRowOf,
  weeksAt,
} from "~/domain/operations/printing/shipment-contents.server";
import { anAddress } from "../../../support/addresses";
import { NOW } from "../../../support/people";
import { boughtYear, copiesOf, givenYear, print, refundedLoop, shipmentRow, weekOf } from "./rows";

type Given = Parameters<typeof shipmentRow>[1];

function rowOf(id: string) {
  const row = shipmentRowOf(id);
  if (!row) throw new Error("There is no such shipment.");
  return row;
}

it("the hash of an address stays the same, for it is stored with every ticket that the printer has", () => {
  expect(hashAddress(asOnShipment(anAddress()))).toBe("pHSLu9wB9UJySxVL");
  expect(hashAddress(asOnShipment(anAddress({ line2: "Flat 3" })))).not.toBe("pHSLu9wB9UJySxVL");
});

describe("the books of a shipment", () => {
  const { loopId } = boughtYear("Ada");
  const lines = [
    { quantity: 3, withdrawnQuantity: 1 },
    { quantity: 2, withdrawnQuantity: 2, edition: "luxury" },
    { quantity: 9, loopId: boughtYear("Ben").loopId },
  ] as const;

  it("are the one of a year, and of copies what is left of their own order for their own year", () => {
    const [own, copies, other] = [
      shipmentRow(loopId),
      copiesOf(loopId, lines).shipment,
      copiesOf(loopId, [{ quantity: 5 }]).shipment,
    ];
    const books = booksIn([own, copies, other]);
    expect([own, copies, other].map(({ id }) => books.get(id))).toEqual([
      [{ binding: "standard", copies: 1 }],
      [{ binding: "standard", copies: 2 }],
      [{ binding: "standard", copies: 5 }],
    ]);
  });

  it("are what was printed, from the printer on", () => {
    const { shipment } = copiesOf(loopId, lines);
    const printed = { ...shipment, prints: [print(7)] };
    const of = (given: Partial<typeof shipment>) => booksIn([{ ...printed, ...given }]).get(shipment.id);
    expect([of({}), of({ state: "printing" }), of({ state: "printing", prints: [] })]).toEqual(
      [2, 7, 2].map((copies) => [{ binding: "standard", copies }]),
    );
  });
});

describe("where a shipment goes", () => {
  const nameOn = (id: string) => addressOf(rowOf(id))?.name ?? null;

  it("is its own address, else its order’s for copies, its buyer’s for a year, and for a gift none of its giver’s", () => {
    const own = JSON.stringify({ ...anAddress({ firstName: "Own" }), country: "GB" });
    const [year, gift] = [boughtYear("Ada"), givenYear("Zoe")];
    expect(nameOn(shipmentRow(year.loopId, { deliveryAddress: own, reprintOf: "first" }).id)).toBe("Own Okafor");
    expect(nameOn(shipmentRow(year.loopId).id)).toBe("Ada Okafor");
    expect(nameOn(shipmentRow(gift.loopId).id)).toBeNull();
  });
});

describe("what keeps a shipment from the printer", () => {
  const READY: Given = { filesState: "ready", prints: [print()] };
  const year = { status: "COMPLETED" as const, contentVersion: 1 };
  const book = (given: Given = {}, loop: object = {}) => {
    const { loopId, order } = boughtYear("Ada", { ...year, ...loop });
    return { loopId, order, id: shipmentRow(loopId, { ...READY, ...given }).id };
  };
  const problems = (id: string) => [makingProblem(rowOf(id)), sendingProblem(rowOf(id))];

  it.each([
    ["nothing", {}, {}, null, null],
    ["that it has gone there", { state: "printing" }, {}, "not_now", "not_now"],
    ["that its year is still written", {}, { status: "ACTIVE" }, "unwritten", "unwritten"],
    ["that it has no files", { filesState: "none" }, {}, null, "no_files"],
    ["files of an earlier text", {}, { contentVersion: 2 }, null, "stale_files"],
    ["files of another address", { prints: [{ ...print(), addressHash: "old" }] }, {}, null, "stale_files"],
    ["files of more books", { prints: [print(2)] }, {}, null, "stale_files"],
    ["files of fewer bindings", { prints: [] }, {}, null, "stale_files"],
  ] as const)("is %s", (_, given, loop, making, sending) => {
    expect(problems(book(given, loop).id)).toEqual([making, sending]);
  });

  it("is that its year is gone, or was refunded, and no other’s was", () => {
    const [refunded, other] = [book(), book()];
    refundedLoop(refunded.order.id);
    expect([problems(refunded.id), problems(other.id)]).toEqual([
      ["refunded", "refunded"],
      [null, null],
    ]);
    const reprint = shipmentRow(refunded.loopId, { ...READY, reprintOf: refunded.id });
    expect(problems(reprint.id)).toEqual([null, null]);
    expect(problems(shipmentRow(null, READY).id)).toEqual(["gone", "gone"]);
    const { id } = shipmentRow(givenYear("Zoe").loopId, READY);
    expect(problems(id)).toEqual(["no_address", "no_address"]);
  });

  it("is doubt of its own payment, or a flagged week of its own year", () => {
    const [doubtful, flagged, other] = [book(), book(), book()];
    const about = { objectType: "order", objectId: doubtful.order.id, message: "-", dedupeKey: doubtful.id };
    db.insert(alarms)
      .values({ kind: "fraud_warning", ...about, raisedAt: NOW, lastSeenAt: NOW })
      .run();
    weekOf(flagged.loopId, 1, "FLAGGED");
    weekOf(flagged.loopId, 2, "PENDING");
    expect([doubtful, flagged, other].map(({ id }) => problems(id)[1])).toEqual(["in_doubt", "flagged", null]);
    expect([
      weeksAt(flagged.loopId, "FLAGGED"),
      weeksAt(flagged.loopId, "PENDING"),
      weeksAt(other.loopId, "PENDING"),
    ]).toEqual([...[1, 1, 0]]);
  });
});
