import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { orders, refundRequests, refunds, shipments } from "#db/schema";
import { giveRefund } from "~/domain/shop/orders/admin-refunds.server";
import {
  approveRefund,
  declineRefund,
  listRefundRequests,
  refundRequestData,
  refundRequestsOf,
  refundsPending,
} from "~/domain/shop/orders/refund-requests.server";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW, person } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

let [asker, second] = ["", ""];
beforeAll(async () => {
  asker = (await colleague("super_admin")).id;
  second = (await colleague("super_admin")).id;
});

let counted = 0;

/** A paid order of copies for £300, with its shipment queued. */
function largeOrder() {
  counted += 1;
  const order = db
    .insert(orders)
    .values({
      accountId: person("Jean").id,
      basketKey: `large-${counted}`,
      number: `LP-LARGE-${counted}`,
      kind: "book_copies",
      status: "PAID",
      pricing: "{}",
      email: `jean-${counted}@example.com`,
      subtotalPence: 30000,
      totalPence: 30000,
      createdAt: NOW,
      paidAt: NOW,
      updatedAt: NOW,
    })
    .returning()
    .get();
  db.insert(shipments).values({ orderId: order.id, createdAt: NOW, updatedAt: NOW }).run();
  return order.id;
}

const ask = (orderId: string, goodwillPence: number, staffId = asker) => {
  const terms = { taken: [], goodwillPence, voucher: null, evenIfUsed: false };
  return giveRefund({ orderId, ...terms, reason: "All of them torn" }, staffId, NOW);
};

function input(orderId: string, amountPence = 30000): string {
  const result = ask(orderId, amountPence);
  if (!result.ok || !("requestId" in result)) throw new Error("It does not wait.");
  return result.requestId;
}

const stateOf = (id: string) => db.select().from(refundRequests).where(eq(refundRequests.id, id)).get()?.state;
const refundsOf = (orderId: string) => db.select().from(refunds).where(eq(refunds.orderId, orderId)).all();
const shipmentsOf = (orderId: string) => db.select().from(shipments).where(eq(shipments.orderId, orderId)).all();
const actionsOn = (orderId: string) => auditEventsOn(orderId).map(({ action, staffId }) => [action, staffId]);

describe("a refund of more than £250", () => {
  it("waits for somebody else, and until then nothing of the order moves", () => {
    const orderId = largeOrder();
    const requestId = input(orderId);
    expect([refundsOf(orderId), shipmentsOf(orderId).length]).toEqual([[], 1]);
    expect(ask(orderId, 25001)).toEqual({ ok: false, reason: "already_waiting" });
    expect(approveRefund(requestId, asker, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(declineRefund(requestId, "No", asker, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(approveRefund(requestId, second, NOW).ok).toBe(true);
    expect(refundsOf(orderId)).toMatchObject([{ amountPence: 30000, requestedByStaffId: asker }]);
    expect(shipmentsOf(orderId)).toEqual([]);
    expect(approveRefund(requestId, second, NOW)).toEqual({ ok: false, reason: "not_waiting" });
    expect(actionsOn(orderId)).toEqual([
      ["refunds.ask", asker],
      ["refunds.approve", second],
    ]);
  });

  it("can be declined for a reason, and asked for again", () => {
    const orderId = largeOrder();
    const requestId = input(orderId);
    expect(declineRefund(requestId, "Half is enough", second, NOW)).toEqual({ ok: true });
    expect([stateOf(requestId), refundsOf(orderId)]).toEqual(["declined", []]);
    expect(actionsOn(orderId).at(-1)).toEqual(["refunds.decline", second]);
    expect(stateOf(input(orderId))).toBe("waiting");
    expect(declineRefund("nothing", "No", second, NOW)).toEqual({ ok: false, reason: "not_found" });
  });

  it("is refused at once where it could not be given, and goes on waiting where it no longer can", () => {
    const orderId = largeOrder();
    expect(ask(orderId, 30001)).toEqual({ ok: false, reason: "too_much" });
    const requestId = input(orderId);
    expect(ask(orderId, 25000)).toMatchObject({ ok: true, refundId: expect.any(String) });
    expect(approveRefund(requestId, second, NOW)).toEqual({ ok: false, reason: "too_much" });
    expect(stateOf(requestId)).toBe("waiting");
    const printed = largeOrder();
    db.update(shipments).set({ state: "printing" }).where(eq(shipments.orderId, printed)).run();
    expect(ask(printed, 30000)).toEqual({ ok: false, reason: "used" });
  });

  it("that the database cannot write is no refusal, and nothing waits", () => {
    const orderId = largeOrder();
    rawConnection().exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON refunds BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
    );
    expect(() => ask(orderId, 30000)).toThrow("disk is full");
    rawConnection().exec("DROP TRIGGER full");
    expect(refundRequestsOf(orderId)).toEqual([]);
  });

  it("is listed before those that are decided, and under its own order alone", () => {
    const [orderId, other] = [largeOrder(), largeOrder()];
    const before = refundsPending();
    const [declined, waitingElsewhere] = [input(orderId), input(other)];
    declineRefund(declined, "Half is enough", second, NOW);
    const again = input(orderId, 26000);
    expect(refundsPending()).toBe(before + 2);
    expect(
      refundRequestsOf(orderId)
        .map(({ request }) => request.id)
        .sort(),
    ).toEqual([declined, again].sort());
    for (const id of [waitingElsewhere, again]) expect(refundRequestData(id)?.request.id).toBe(id);
    const states = listRefundRequests(100).map(({ request }) => request.state === "waiting");
    expect(states.lastIndexOf(true)).toBeLessThan(states.indexOf(false));
  });
});

it("a refund of £250 needs nobody else, and one of a penny more does", async () => {
  const { id } = await colleague("super_admin");
  expect(ask(largeOrder(), 25001, id)).toHaveProperty("requestId");
  expect(ask(largeOrder(), 25000, id)).toHaveProperty("refundId");
});
