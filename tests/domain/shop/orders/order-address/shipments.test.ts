import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { shipments } from "#db/schema";
import { changeOrderAddress, isPrinting, orderAddressOf } from "~/domain/shop/orders/order-address.server";
import { deliveryAddressOf, orderById } from "~/domain/shop/orders/orders.server";
import { anAddress } from "../../../../support/addresses";
import { loopOf, NOW, person } from "../../../../support/people";
import { creditRow, orderRow, shipmentRow } from "../order-rows";

const at = (line1: string) => JSON.stringify(anAddress({ line1 }));
const lineOf = (row: { deliveryAddress: string | null } | undefined) => row && deliveryAddressOf(row)?.line1;
const shipmentLine = (id: string) => lineOf(db.select().from(shipments).where(eq(shipments.id, id)).get());
const orderLine = (id: string) => lineOf(orderById(id));

/** Somebody's loop with its own book, and copies of it, each with an address that was chosen for it. */
function boughtBoth(name: string) {
  const buyer = person(name);
  const loop = orderRow(buyer, { deliveryAddress: at("1 Loop Street") });
  const copies = orderRow(buyer, { kind: "book_copies", deliveryAddress: at("2 Copies Street") });
  const loopId = loopOf(buyer.id).id;
  creditRow({ accountId: buyer.id, orderId: loop.id, loopId, spentAt: NOW });
  const book = shipmentRow({ loopId, deliveryAddress: at("3 Book Street") }).id;
  const copiesShipment = shipmentRow({ loopId, orderId: copies.id, deliveryAddress: at("4 Binder Street") }).id;
  return { buyer, loop, copies, loopId, book, copiesShipment };
}
type Bought = ReturnType<typeof boughtBoth>;

const shown = ({ buyer }: Bought, orderId: string) => orderAddressOf(buyer.id, orderId)?.place?.line1;
const change = ({ buyer }: Bought, orderId: string) =>
  changeOrderAddress(buyer.id, orderId, anAddress({ line1: "9 Quay Street" }), NOW);
const linesOf = ({ loop, copies, book, copiesShipment }: Bought) => [
  ...[orderLine(loop.id), orderLine(copies.id), shipmentLine(book), shipmentLine(copiesShipment)],
];
const AS_IT_WAS = ["1 Loop Street", "2 Copies Street", "3 Book Street", "4 Binder Street"];

it("each order shows where its own book or copies go", () => {
  const [, ada] = [boughtBoth("Ben"), boughtBoth("Ada")];
  expect([shown(ada, ada.loop.id), shown(ada, ada.copies.id)]).toEqual(["3 Book Street", "4 Binder Street"]);
  for (const { id } of [ada.loop, ada.copies]) expect(orderAddressOf(ada.buyer.id, id)?.order.id).toBe(id);
});

it("the address of a loop is that of its own book, and of no copies and nobody else", () => {
  const [ben, ada] = [boughtBoth("Ben"), boughtBoth("Ada")];
  expect(change(ada, ada.loop.id)).toEqual({ ok: true });
  expect(linesOf(ada)).toEqual(["9 Quay Street", "2 Copies Street", undefined, "4 Binder Street"]);
  expect(linesOf(ben)).toEqual(AS_IT_WAS);
});

it("the address of copies is that of their shipments, and of no book of a year", () => {
  const [ben, ada] = [boughtBoth("Ben"), boughtBoth("Ada")];
  expect(change(ada, ada.copies.id)).toEqual({ ok: true });
  expect(linesOf(ada)).toEqual(["1 Loop Street", "9 Quay Street", "3 Book Street", undefined]);
  expect(linesOf(ben)).toEqual(AS_IT_WAS);
});

it("where a reprint goes is not where the order goes", () => {
  const ada = person("Ada");
  const order = orderRow(ada, { kind: "book_copies", deliveryAddress: at("2 Copies Street") });
  const first = shipmentRow({ orderId: order.id, state: "delivered" });
  shipmentRow({ orderId: order.id, reprintOf: first.id, deliveryAddress: at("5 Reprint Street") });
  expect(orderAddressOf(ada.id, order.id)?.place?.line1).toBe("2 Copies Street");
});

it("an order that was not paid has no address to change, nor has another's", () => {
  const [ada, ben] = [person("Ada"), boughtBoth("Ben")];
  const unpaid = orderRow(ada, { status: "PENDING", paidAt: null, deliveryAddress: at("1 Loop Street") });
  for (const orderId of [unpaid.id, ben.loop.id]) expect(orderAddressOf(ada.id, orderId)).toBeUndefined();
});

it.each([
  ["ACTIVE", false],
  ["COMPLETED", false],
  ["PRINTING", true],
  ["SHIPPED", true],
  ["DELIVERED", true],
] as const)("a book whose year is %s is at the printer, or was: %s", (status, isAtPrinter) => {
  const [ada, ben] = [person("Ada"), person("Ben")];
  const [other, order] = [orderRow(ben), orderRow(ada)];
  creditRow({ orderId: other.id, loopId: loopOf(ben.id, { status: isAtPrinter ? "ACTIVE" : "PRINTING" }).id });
  creditRow({ orderId: order.id, loopId: loopOf(ada.id, { status }).id });
  expect(isPrinting(order.id)).toBe(isAtPrinter);
});
