import { db } from "#db/client.server";
import { entries, loopCredits, orderLines, refunds, shipments } from "#db/schema";
import { anAddress } from "../../../support/addresses";
import { orderRow } from "../../../support/orders";
import { loopOf, NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

/** Rows of the print queue, written as they are stored; nothing is rendered or sent. */

const TIMES = { createdAt: NOW, updatedAt: NOW };
const KEYS = { interior: "a", cover: "b", ticket: "c" };
const MADE = { pages: 24, contentVersion: 1, warnings: [], keys: KEYS } as const;

export const print = (copies = 1, binding: "standard" | "luxury" = "standard") => ({ ...MADE, binding, copies });

/** A shipment of a loop; `given` overrides columns. */
export const shipmentRow = (loopId: string | null, given: Partial<typeof shipments.$inferInsert> = {}) =>
  db
    .insert(shipments)
    .values({ loopId, ...TIMES, ...given })
    .returning()
    .get();

/** A year that its owner bought with an order, whose address names the owner. */
export function boughtYear(name: string, loop: Parameters<typeof loopOf>[1] = { status: "COMPLETED" }) {
  const owner = person(name);
  const deliveryAddress = JSON.stringify({ ...anAddress({ firstName: name }), country: "GB" });
  const order = orderRow({ accountId: owner.id, email: owner.email, firstName: name, deliveryAddress });
  const { id: loopId } = loopOf(owner.id, loop);
  const credit = { accountId: owner.id, orderId: order.id, theme: "pet", type: "puppys-first-year", loopId };
  db.insert(loopCredits)
    .values({ ...credit, createdAt: NOW })
    .run();
  return { owner, order, loopId };
}

/** A year that was begun with a gift, by an order of somebody else. */
export function givenYear(name: string, loop: Parameters<typeof loopOf>[1] = { status: "COMPLETED" }) {
  const [giver, owner] = [person(`Giver-of-${name}`), person(name)];
  const deliveryAddress = JSON.stringify({ ...anAddress({ firstName: "Giver" }), country: "GB" });
  const order = orderRow({ accountId: giver.id, email: giver.email, deliveryAddress });
  const { id: loopId } = loopOf(owner.id, loop);
  const { voucherId } = voucher({ orderId: order.id }, { loopId });
  const credit = { accountId: owner.id, voucherId, theme: "pet", type: "puppys-first-year", loopId };
  db.insert(loopCredits)
    .values({ ...credit, createdAt: NOW })
    .run();
  return { giver, owner, order, loopId, voucherId };
}

/** Copies of a year that somebody ordered, in a shipment of their own. */
export function copiesOf(
  loopId: string,
  lines: readonly (Partial<typeof orderLines.$inferInsert> & { quantity: number })[],
) {
  const order = orderRow({ kind: "book_copies" });
  for (const [place, line] of lines.entries())
    db.insert(orderLines)
      .values({
        orderId: order.id,
        loopId,
        itemId: `${place}`,
        name: "Copy",
        unitPence: 1,
        edition: "standard",
        ...line,
      })
      .run();
  return { order, shipment: shipmentRow(loopId, { orderId: order.id }) };
}

export const weekOf = (loopId: string, week: number, moderation: "PENDING" | "FLAGGED" | "APPROVED" = "APPROVED") =>
  db
    .insert(entries)
    .values({ loopId, week, prompt: "?", content: "-", moderation, ...TIMES })
    .returning()
    .get();

/** The loop of this order was refunded before its book was printed. */
export const refundedLoop = (orderId: string) =>
  db
    .insert(refunds)
    .values({ orderId, amountPence: 1, taken: [{ lineId: "l", quantity: 1 }], reason: "-", ...TIMES })
    .run();
