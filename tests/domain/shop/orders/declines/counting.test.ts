import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, attempts } from "#db/schema";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { countDecline, pauseOf } from "~/domain/shop/orders/declines.server";
import { NOW, person } from "../../../../support/people";
import { orderRow } from "../order-rows";

beforeEach(() => {
  for (const table of [attempts, alarms]) db.delete(table).run();
});

type Order = ReturnType<typeof orderRow>;
let charges = 0;

function decline(order: Order, times: number, card: string | null = null) {
  for (let time = 0; time < times; time += 1) {
    charges += 1;
    countDecline(order, { chargeId: `ch_${charges}`, card: card ?? `card-${charges}` }, NOW);
  }
}
let guests = 0;
function guestOrder() {
  guests += 1;
  const names = { email: `guest-${guests}@declines.example`, firstName: "Gwen", lastName: "Marsh" };
  return orderRow({ id: saveGuest({ guestId: undefined, basketKey: `declines-${guests}` }, names, NOW), ...names });
}
const pauseIn = (order: Order, mode: "page" | "element") => pauseOf(order, mode, NOW)?.reason ?? null;

it("one declined card pauses nothing, told ten times", () => {
  const order = orderRow(person("Ada"));
  for (let time = 0; time < 10; time += 1) countDecline(order, { chargeId: "ch_same", card: "card-same" }, NOW);
  expect([pauseIn(order, "page"), pauseIn(order, "element")]).toEqual([null, null]);
});

it("ten declined cards of one order pause it, and no other", () => {
  const [order, other] = [orderRow(person("Ada")), orderRow(person("Ben"))];
  decline(order, 9);
  expect(pauseIn(order, "element")).toBeNull();
  decline(order, 1);
  expect([pauseIn(order, "page"), pauseIn(order, "element"), pauseIn(other, "page")]).toEqual([
    ...["declined", "declined", null],
  ]);
});

it("a card that was declined five times pauses our own page alone", () => {
  const order = orderRow(person("Ada"));
  decline(order, 4, "worn");
  expect(pauseIn(order, "element")).toBeNull();
  decline(order, 1, "worn");
  expect([pauseIn(order, "element"), pauseIn(order, "page")]).toEqual(["card", null]);
});

it("a hundred declined cards of guests have guests sign in, and staff are told then and not before", () => {
  const told = () => db.select().from(alarms).all().length;
  for (let guest = 0; guest < 99; guest += 1) decline(guestOrder(), 1);
  expect([pauseIn(guestOrder(), "page"), told()]).toEqual([null, 0]);
  decline(guestOrder(), 1);
  expect([pauseIn(guestOrder(), "page"), pauseIn(orderRow(person("Ada")), "page"), told()]).toEqual([
    "guests",
    null,
    1,
  ]);
});
