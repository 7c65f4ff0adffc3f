import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { addresses } from "#db/schema";
import {
  bookAddressesOf,
  bookOnItsWay,
  giftDestinationOf,
} from "~/domain/operations/printing/book-destinations.server";
import { anAddress } from "../../../support/addresses";
import { later, loopOf, NOW } from "../../../support/people";
import { boughtYear, copiesOf, givenYear, shipmentRow } from "./rows";

const save = (accountId: string, firstName: string, given: Partial<typeof addresses.$inferInsert> = {}) => {
  const { line1, line2, city, county, postcode } = { ...anAddress(), line1: "9 Quay Street", county: "" };
  const place = { firstName, lastName: "Okafor", line1, line2: line2 ?? "", city, county, postcode };
  db.insert(addresses)
    .values({ accountId, ...place, createdAt: NOW, updatedAt: NOW, ...given })
    .run();
};
const names = (accountId: string, loopId: string) =>
  bookAddressesOf(accountId, loopId).map(({ id, address }) => [id === "order" ? "order" : "saved", address.name]);

describe("where the book of a year can go", () => {
  it("is the address of its own purchase, then those its owner has saved, and nobody else’s", () => {
    const [ada, ben] = [boughtYear("Ada"), boughtYear("Ben")];
    for (const [{ owner }, name] of [[ada, "Aunt"] as const, [ben, "Bob"] as const]) save(owner.id, name);
    save(ada.owner.id, "Jersey", { postcode: "JE2 3AB" });
    save(ada.owner.id, "Bill", { kind: "billing" });
    save(ada.owner.id, "Abroad", { country: "FR" });
    expect(names(ada.owner.id, ada.loopId)).toEqual([
      ["order", "Ada Okafor"],
      ["saved", "Aunt Okafor"],
    ]);
    expect(names(ben.owner.id, ben.loopId)[0]).toEqual(["order", "Ben Okafor"]);
    expect(names(ben.owner.id, ada.loopId)).toEqual([["saved", "Bob Okafor"]]);
    expect(names(ada.owner.id, loopOf(ada.owner.id).id)).toEqual([["saved", "Aunt Okafor"]]);
  });

  it("is not the address of somebody else’s order, though that paid for the year", () => {
    const { owner, order, loopId } = boughtYear("Cid");
    const { owner: other } = boughtYear("Dan");
    db.$client.prepare("UPDATE orders SET account_id = ? WHERE id = ?").run(other.id, order.id);
    expect(names(owner.id, loopId)).toEqual([]);
    expect(names(other.id, loopId)).toEqual([]);
  });
});

describe("the book on its way", () => {
  it("is the newest of its owner’s, a reprint until it arrives, and no copies", () => {
    const [{ owner, loopId }, other] = [boughtYear("Eva"), boughtYear("Fay")];
    copiesOf(loopId, [{ quantity: 1 }]);
    expect(bookOnItsWay(owner.id, loopId)).toBeNull();
    shipmentRow(other.loopId, { expectedDay: "2028-01-01" });
    const first = shipmentRow(loopId, { expectedDay: "2027-12-03", state: "delivered" });
    expect(bookOnItsWay(owner.id, loopId)).toMatchObject({ expectedDay: "2027-12-03", isReprinting: false });
    const again = { reprintOf: first.id, expectedDay: "2028-02-01", createdAt: later(9) };
    const reprint = shipmentRow(loopId, again);
    expect(bookOnItsWay(owner.id, loopId)).toMatchObject({ expectedDay: "2028-02-01", isReprinting: true });
    db.$client.prepare("UPDATE shipments SET state = 'delivered' WHERE id = ?").run(reprint.id);
    expect(bookOnItsWay(owner.id, loopId)).toMatchObject({ isReprinting: false });
    expect(bookOnItsWay(other.owner.id, loopId)).toBeNull();
    expect(bookOnItsWay(other.owner.id, other.loopId)?.expectedDay).toBe("2028-01-01");
  });
});

describe("where the book of a gift will go", () => {
  it("is the address its reader has saved, then its own shipment’s, by its voucher or its order", () => {
    const [zoe, tim] = [givenYear("Zoe"), givenYear("Tim")];
    save(zoe.owner.id, "Zoe");
    for (const gift of [{ voucherId: zoe.voucherId }, { orderId: zoe.order.id }])
      expect(giftDestinationOf(gift)).toMatchObject({ address: { name: "Zoe Okafor" }, shipmentId: null });
    expect(giftDestinationOf({ voucherId: tim.voucherId })).toEqual({ address: null, shipmentId: null });
    expect(giftDestinationOf({ voucherId: "nothing" })).toBeNull();
    copiesOf(zoe.loopId, [{ quantity: 1 }]);
    shipmentRow(zoe.loopId, { reprintOf: "first" });
    expect(giftDestinationOf({ orderId: zoe.order.id })?.shipmentId).toBeNull();
    const own = shipmentRow(zoe.loopId);
    shipmentRow(zoe.loopId, { reprintOf: own.id });
    expect(giftDestinationOf({ orderId: zoe.order.id })?.shipmentId).toBe(own.id);
    expect(giftDestinationOf({ orderId: tim.order.id })?.shipmentId).toBeNull();
  });
});
