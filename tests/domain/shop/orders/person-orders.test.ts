import { expect, it } from "vitest";
import { ordersOfPeople } from "~/domain/shop/orders/person-orders.server";
import { later, person } from "../../../support/people";
import { orderRow } from "./order-rows";

it("the orders of the accounts of one person, the newest first, and of nobody else", () => {
  const [ada, guest, other] = [person("Ada"), person("Guest"), person("Other")];
  const [first, second] = [orderRow(ada), orderRow(guest, { createdAt: later(1), paidAt: null, status: "PENDING" })];
  orderRow(other);
  expect(ordersOfPeople([ada.id, guest.id]).map(({ id }) => id)).toEqual([second.id, first.id]);
});
