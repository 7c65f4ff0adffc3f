import "../../../support/payment-sandbox";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { auditEvents, loops, shipments } from "#db/schema";
import { beginLoop } from "~/domain/diary/loops/loops.server";
import { DAYS_FROM_START_TO_DELIVERY } from "~/domain/diary/rules/calendar";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { changeOrderAddress, orderAddressOf } from "~/domain/shop/orders/order-address.server";
import { type Order, orderById } from "~/domain/shop/orders/orders.server";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { ADDRESS, bought, cancelAsShown } from "../../../support/shop";
import { emailsTo } from "../../people/accounts/mailbox";

const MOVED = { ...ADDRESS, line1: "9 Quay Street", city: "Whitby", postcode: "YO21 1DB" };
const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };

const buyerOf = ({ accountId }: Order) => accountId ?? "";
const change = (order: Order, accountId = buyerOf(order), address = MOVED) =>
  changeOrderAddress(accountId, order.id, address, clock.now);
const told = ({ email }: Order) => emailsTo(email).filter(({ kind }) => kind === "address_changed");
const lineOf = (order: Order) => orderAddressOf(buyerOf(order), order.id)?.place?.line1;

/** Starts the year of an order and gives its book a place in the print queue. */
function sendToPrint(order: Order): string {
  const day = addDays(londonDay(clock.now), DAYS_FROM_START_TO_DELIVERY);
  const begun = beginLoop(buyerOf(order), day, clock.now);
  if (!begun.ok) throw new Error(begun.reason);
  db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, begun.loop.id)).run();
  const elsewhere = JSON.stringify({ ...ADDRESS, line1: "1 Elsewhere" });
  db.insert(shipments)
    .values({ loopId: begun.loop.id, deliveryAddress: elsewhere, createdAt: clock.now, updatedAt: clock.now })
    .run();
  return begun.loop.id;
}

describe("the address of an order", () => {
  it("is changed by its buyer, who is emailed the new one", async () => {
    const order = await bought();
    expect(change(order)).toEqual({ ok: true });
    expect(lineOf(order)).toBe("9 Quay Street");
    const [email, ...others] = told(order);
    expect(others).toEqual([]);
    expect(email?.textBody).toContain("9 Quay Street\nWhitby\nYO21 1DB");
    expect(email?.toEmail).toBe(order.email);
  });

  it("is in the order’s history for staff, without the addresses", async () => {
    const order = await bought();
    change(order);
    expect(auditEventsOn("order", order.id)).toMatchObject([{ action: "orders.change_address", by: "The buyer" }]);
    const written = db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.objectType, "order"), eq(auditEvents.objectId, order.id)))
      .all();
    expect(JSON.stringify(written)).not.toContain("Quay");
  });

  it("can be changed while the book waits for the printer, also where another was chosen for it", async () => {
    const order = await bought();
    const loopId = sendToPrint(order);
    expect(lineOf(order)).toBe("1 Elsewhere");
    expect(change(order)).toEqual({ ok: true });
    expect(lineOf(order)).toBe("9 Quay Street");
    const shipment = db.select().from(shipments).where(eq(shipments.loopId, loopId)).get();
    expect(shipment?.deliveryAddress).toBeNull();
  });

  it("cannot be changed once the book is at the printer", async () => {
    const order = await bought();
    const loopId = sendToPrint(order);
    db.update(loops).set({ status: "PRINTING" }).where(eq(loops.id, loopId)).run();
    expect(change(order)).toEqual({ ok: false, reason: "printing" });
    expect(told(order)).toEqual([]);
  });

  it("cannot be changed once the order is cancelled", async () => {
    const order = await bought();
    await cancelAsShown(buyerOf(order), order.id);
    expect(change(order)).toEqual({ ok: false, reason: "over" });
  });

  it("is not asked for a gift, of which its giver is sent nothing", async () => {
    const order = await bought(person("Jean"), { gift: NOBODY });
    expect(orderAddressOf(buyerOf(order), order.id)).toMatchObject({ place: undefined, refusal: "gift" });
    expect(change(order)).toEqual({ ok: false, reason: "gift" });
  });

  it("typed the same again sends no email", async () => {
    const order = await bought();
    expect(change(order, buyerOf(order), ADDRESS)).toEqual({ ok: true });
    expect(told(order)).toEqual([]);
  });

  it("can be changed ten times a day, so that nobody is flooded with emails", async () => {
    const order = await bought();
    const houses = Array.from({ length: 11 }, (_, house) => ({
      ...MOVED,
      line1: `${house + 1} Quay Street`,
    }));
    const results = houses.map((address) => change(order, buyerOf(order), address));
    expect(results.filter(({ ok }) => ok)).toHaveLength(10);
    expect(results.at(-1)).toEqual({ ok: false, reason: "too_many" });
    expect(orderById(order.id)?.deliveryAddress).toContain("10 Quay Street");
  });
});
