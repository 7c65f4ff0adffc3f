import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { loopCredits, loops, printCosts, refunds, shipments } from "#db/schema";
import { beginLoop } from "~/domain/diary/loops/loops.server";
import { queueFigures, SHIPMENT_LIST, shipmentsOfOrder } from "~/domain/operations/printing/print-queue.server";
import { reprintShipment } from "~/domain/operations/printing/reprints.server";
import { askForFiles } from "~/domain/operations/printing/shipment-actions.server";
import { sendToPrinter } from "~/domain/operations/printing/shipment-steps.server";
import { booksInPrint } from "~/domain/privacy/erasure/deletion-blockers.server";
import { giveRefund, quoteRefund, refundChoices } from "~/domain/shop/orders/admin-refunds.server";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { placeCopiesOrder } from "~/domain/shop/orders/copies.server";
import { linesOf, orderById } from "~/domain/shop/orders/orders.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import { approveRefund, refundRequestData } from "~/domain/shop/orders/refund-requests.server";
import { sendRefund } from "~/domain/shop/orders/refunds.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { cancelVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { auditEventsOn } from "../../../support/audit-events";
import { clock } from "../../../support/payment-sandbox";
import { loopOf, person } from "../../../support/people";
import {
  ADDRESS,
  bought,
  brokenInvariants,
  deliverWebhooks,
  paidFor,
  refundEmailsTo,
  voucherOf,
} from "../../../support/shop";
import { colleague } from "../../people/staff/colleagues";

type Input = Parameters<typeof giveRefund>[0];

afterEach(() => expect(brokenInvariants()).toEqual([]));

let [bea, joan] = ["", ""];
beforeAll(async () => {
  joan = (await colleague("super_admin")).id;
});
/** A staff member who has refunded nothing today. */
beforeEach(async () => {
  bea = (await colleague("support")).id;
});

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
const DELIVERY_DAY = "2027-12-03";
const NOTHING = { taken: [], goodwillPence: 0, voucher: null, evenIfUsed: false } as const;

const give = (orderId: string, chosen: Partial<Input>) =>
  giveRefund({ orderId, ...NOTHING, reason: "A test", ...chosen }, bea, clock.now);
const all = (orderId: string, many?: number) =>
  linesOf(orderId).map(({ id, quantity }) => ({ lineId: id, quantity: many ?? quantity }));

async function sent(given: ReturnType<typeof giveRefund>) {
  if (!given.ok || !("refundId" in given)) throw new Error(`Not given: ${JSON.stringify(given)}`);
  await sendRefund(given.refundId, clock.now);
  return given;
}

const shipmentsOf = (orderId: string) => shipmentsOfOrder(orderId).map(({ state, books }) => ({ state, books }));
const emailsAbout = (email: string) => refundEmailsTo(email).map(({ textBody }) => textBody);
const recordOf = (orderId: string) =>
  auditEventsOn(orderId).map(({ action, after }) => [action, JSON.parse(after ?? "null") as unknown]);

const gift = () => bought(person("Jean"), { gift: NOBODY });

let baskets = 0;

/** Paid copies of a finished year: some luxury ones in the first line, and one standard one in the second. */
async function copies(many = 4, isWithSecond = false) {
  const ada = person("Ada");
  const year = { status: "DELIVERED" as const };
  const [first, second] = [loopOf(ada.id, year), loopOf(ada.id, year)];
  const more = isWithSecond ? [{ itemId: itemIdOf(second.id, "standard"), quantity: 1 }] : [];
  baskets += 1;
  const placed = placeCopiesOrder(
    {
      accountId: ada.id,
      basketKey: `partial-${baskets}`,
      address: ADDRESS,
      items: [{ itemId: itemIdOf(first.id, "luxury"), quantity: many }, ...more],
      buyer: { email: ada.email, firstName: "Ada", lastName: "Okafor", isTest: false },
    },
    clock.now,
  );
  if (!placed.ok) throw new Error(placed.reason);
  await paidFor(placed.order);
  return { ...placed.order, first, second };
}

describe("a refund of some of a gift", () => {
  it("is not given before somebody has said what becomes of its voucher", async () => {
    const order = await gift();
    expect(give(order.id, { goodwillPence: 6998 })).toEqual({ ok: false, reason: "voucher_undecided" });
    expect([voucherOf(order.id)?.status, orderById(order.id)?.refundedPence]).toEqual(["ACTIVE", 0]);
  });

  it.each([
    ["cancel", "CANCELLED", true],
    ["keep", "ACTIVE", false],
  ] as const)("decides about its voucher: %s", async (voucher, status, isSaid) => {
    const order = await gift();
    await sent(give(order.id, { goodwillPence: 6998, voucher }));
    expect(voucherOf(order.id)?.status).toBe(status);
    expect(orderById(order.id)).toMatchObject({ status: "PARTLY_REFUNDED", refundedPence: 6998 });
    expect(emailsAbout(order.email)[0]?.includes("We’ve cancelled the voucher")).toBe(isSaid);
    expect(recordOf(order.id)).toMatchObject([["refunds.give", { goodwillPence: 6998, voucher }]]);
  });

  it.each([
    ["by its line", { voucher: "keep" } as const],
    ["by its line, with nothing said of the voucher", {}],
  ])("in full, %s, always cancels it", async (_, chosen) => {
    const order = await gift();
    expect(give(order.id, { ...chosen, taken: all(order.id) })).toMatchObject({ amountPence: 6999 });
    expect(voucherOf(order.id)?.status).toBe("CANCELLED");
  });

  it("in full as goodwill cancels it too, with any choice", async () => {
    const order = await gift();
    expect(give(order.id, { goodwillPence: 6999, voucher: "keep" }).ok).toBe(true);
    expect(voucherOf(order.id)?.status).toBe("CANCELLED");
  });

  it("asks for no decision about a voucher that is redeemed or cancelled", async () => {
    const [redeemed, cancelled] = [await gift(), await gift()];
    const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: DELIVERY_DAY };
    const voucherId = voucherOf(redeemed.id)?.id ?? "";
    redeemVoucher({ accountId: person("Maya").id, voucherId, ...wanted }, clock.now);
    const gone = { voucherId: voucherOf(cancelled.id)?.id ?? "", reason: "Lost" };
    cancelVoucher(gone, joan, clock.now);
    for (const { id } of [redeemed, cancelled]) expect(give(id, { goodwillPence: 500 }).ok).toBe(true);
    expect(give(redeemed.id, { goodwillPence: 500, voucher: "cancel" })).toEqual({
      ok: false,
      reason: "used",
    });
    expect(voucherOf(redeemed.id)?.status).toBe("REDEEMED");
  });
});

describe("a refund of some copies", () => {
  it("takes as many out of the print queue, gives what they cost, and leaves the others", async () => {
    const order = await copies();
    const ready = { filesState: "ready", prints: [] } as const;
    db.update(shipments).set(ready).where(eq(shipments.orderId, order.id)).run();
    expect(await sent(give(order.id, { taken: all(order.id, 3) }))).toMatchObject({ amountPence: 22677 });
    expect(shipmentsOf(order.id)).toEqual([{ state: "waiting", books: [{ binding: "luxury", copies: 1 }] }]);
    const shipment = db.select().from(shipments).where(eq(shipments.orderId, order.id)).get();
    expect(shipment?.filesState).toBe("none");
    expect(emailsAbout(order.email)[0]).toContain("We won’t print 3 of your copies.");
  });

  it("stops the shipment with the last of them, and leaves those of another year", async () => {
    const order = await copies(2, true);
    const [luxury] = linesOf(order.id);
    if (!luxury) throw new Error("There is no line.");
    const one = [{ lineId: luxury.id, quantity: 1 }];
    await sent(give(order.id, { taken: one }));
    expect(shipmentsOf(order.id)).toHaveLength(2);
    await sent(give(order.id, { taken: one }));
    expect(shipmentsOf(order.id)).toEqual([{ state: "waiting", books: [{ binding: "standard", copies: 1 }] }]);
    expect(give(order.id, { taken: one })).toEqual({ ok: false, reason: "too_many" });
    expect(orderById(order.id)?.refundedPence).toBe(15118);
  });

  it("in parts gives back in all what was paid, to the penny, and nothing more", async () => {
    const order = await copies(3);
    for (const _ of [1, 2, 3]) await sent(give(order.id, { taken: all(order.id, 1) }));
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: order.totalPence });
    expect(shipmentsOf(order.id)).toEqual([]);
    expect(give(order.id, { goodwillPence: 1 })).toEqual({ ok: false, reason: "too_much" });
  });

  it("as goodwill alone leaves all of them in the queue", async () => {
    const order = await copies();
    await sent(give(order.id, { goodwillPence: 1000 }));
    expect(shipmentsOf(order.id)[0]?.books).toEqual([{ binding: "luxury", copies: 4 }]);
    expect(emailsAbout(order.email)[0]).not.toContain("printed");
  });

  it("that are with the printer is refused, and stops nothing where staff insist", async () => {
    const order = await copies();
    const prints = [{ binding: "luxury" as const, copies: 4, pages: 24, contentVersion: 1, warnings: [] }].map(
      (set) => ({ ...set, keys: { interior: "a", cover: "b", ticket: "c" } }),
    );
    db.update(shipments).set({ state: "printing", prints }).where(eq(shipments.orderId, order.id)).run();
    expect(refundChoices(order.id)?.lines).toMatchObject([{ left: 4, eachPence: 7559, stage: "printing" }]);
    expect(give(order.id, { taken: all(order.id, 2) })).toEqual({ ok: false, reason: "used" });
    await sent(give(order.id, { taken: all(order.id, 2), evenIfUsed: true }));
    expect(shipmentsOf(order.id)).toEqual([{ state: "printing", books: [{ binding: "luxury", copies: 4 }] }]);
    expect(emailsAbout(order.email)[0]).not.toContain("printed");
  });

  it("of which a second printing waits makes that one smaller, and not what was sent", async () => {
    const order = await copies();
    const keys = { interior: "a", cover: "b", ticket: "c" };
    const prints = [{ binding: "luxury" as const, copies: 4, pages: 24, contentVersion: 1, warnings: [], keys }];
    const first = shipmentsOfOrder(order.id)[0]?.id ?? "";
    db.update(shipments).set({ state: "delivered", prints }).where(eq(shipments.id, first)).run();
    db.insert(printCosts).values({ shipmentId: first, quotedPence: 9600, updatedAt: clock.now }).run();
    expect(
      reprintShipment(first, { ...ADDRESS, cause: "other", payer: "us", reason: "Torn" }, joan, clock.now).ok,
    ).toBe(true);
    await sent(give(order.id, { taken: all(order.id, 1), evenIfUsed: true }));
    expect(shipmentsOf(order.id)).toEqual([
      { state: "delivered", books: [{ binding: "luxury", copies: 4 }] },
      { state: "waiting", books: [{ binding: "luxury", copies: 3 }] },
    ]);
  });

  it("in full stops what is not printed, also where the rest is with the printer", async () => {
    const order = await copies(1, true);
    db.update(shipments).set({ state: "printing" }).where(eq(shipments.loopId, order.first.id)).run();
    expect(give(order.id, { taken: all(order.id) })).toEqual({ ok: false, reason: "used" });
    expect(shipmentsOf(order.id)).toHaveLength(2);
    await sent(give(order.id, { taken: all(order.id), evenIfUsed: true }));
    expect(shipmentsOf(order.id).map(({ state }) => state)).toEqual(["printing"]);
  });

  it("is not printed from files that were made of more", async () => {
    const order = await copies();
    const shipmentId = shipmentsOfOrder(order.id)[0]?.id ?? "";
    await sent(give(order.id, { taken: all(order.id, 1) }));
    // As if a job that began earlier had ended now.
    const keys = { interior: "a", cover: "b", ticket: "c" };
    const { contentVersion } = order.first;
    const made = { binding: "luxury" as const, copies: 4, pages: 24, contentVersion, warnings: [], keys };
    const files = (copies: number) =>
      db
        .update(shipments)
        .set({ filesState: "ready", prints: [{ ...made, copies }] })
        .where(eq(shipments.id, shipmentId))
        .run();
    files(4);
    expect(sendToPrinter(shipmentId, { staffId: joan, whyUnreviewed: null }, clock.now)).toEqual({
      ok: false,
      reason: "stale_files",
    });
    files(3);
    expect(sendToPrinter(shipmentId, { staffId: joan, whyUnreviewed: null }, clock.now)).toEqual({
      ok: true,
    });
  });

  it("that does not arrive leaves the copies out of the queue and can be given again", async () => {
    const order = await copies();
    const given = await sent(give(order.id, { taken: all(order.id, 2) }));
    db.update(refunds).set({ status: "failed" }).where(eq(refunds.id, given.refundId)).run();
    expect(refundChoices(order.id)?.lines[0]?.left).toBe(4);
    expect(give(order.id, { taken: all(order.id, 2) }).ok).toBe(true);
    expect(shipmentsOf(order.id)[0]?.books).toEqual([{ binding: "luxury", copies: 2 }]);
    db.update(refunds).set({ status: "succeeded" }).where(eq(refunds.id, given.refundId)).run();
  });

  it("is told once more by the provider, and looked after every night, without changing anything", async () => {
    const order = await copies();
    await sent(give(order.id, { taken: all(order.id, 1), goodwillPence: 250 }));
    await deliverWebhooks();
    clock.advance(10);
    await reconcilePayments(clock.now);
    expect(orderById(order.id)).toMatchObject({ status: "PARTLY_REFUNDED", refundedPence: 7559 + 250 });
    expect(shipmentsOf(order.id)[0]?.books).toEqual([{ binding: "luxury", copies: 3 }]);
    expect(emailsAbout(order.email)).toHaveLength(1);
  });
});

describe("a refund of a loop that was begun", () => {
  it("by its line takes the book out of the print queue; as goodwill alone it prints", async () => {
    const inLine = async () => {
      const order = await bought();
      const accountId = order.accountId ?? "";
      beginLoop(accountId, DELIVERY_DAY, clock.now);
      const credit = db.select().from(loopCredits).where(eq(loopCredits.orderId, order.id)).get();
      const loopId = credit?.loopId ?? "";
      db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loopId)).run();
      const shipment = { loopId, createdAt: clock.now, updatedAt: clock.now };
      return { order, accountId, shipmentId: db.insert(shipments).values(shipment).returning().get().id };
    };
    const [taken, kept] = [await inLine(), await inLine()];
    const before = queueFigures().waiting;
    expect(give(taken.order.id, { taken: all(taken.order.id) })).toEqual({ ok: false, reason: "used" });
    expect(refundChoices(taken.order.id)?.lines[0]?.stage).toBe("to_print");
    await sent(give(taken.order.id, { taken: all(taken.order.id), evenIfUsed: true }));
    await sent(give(kept.order.id, { goodwillPence: 6999, evenIfUsed: true }));
    expect(queueFigures().waiting).toBe(before - 1);
    const waiting = SHIPMENT_LIST.read({}, { now: clock.now, role: "production" }).rows.map(({ id }) => id);
    expect([waiting.includes(taken.shipmentId), waiting.includes(kept.shipmentId)]).toEqual([false, true]);
    expect([taken, kept].map(({ order }) => shipmentsOfOrder(order.id)[0]?.isReversed)).toEqual([true, false]);
    expect(askForFiles(taken.shipmentId, joan, clock.now)).toEqual({ ok: false, reason: "refunded" });
    expect(sendToPrinter(taken.shipmentId, { staffId: joan, whyUnreviewed: null }, clock.now)).toEqual({
      ok: false,
      reason: "refunded",
    });
    expect(booksInPrint(taken.accountId)).toEqual([]);
    expect(booksInPrint(kept.accountId)).toHaveLength(1);
    expect(emailsAbout(taken.order.email)[0]).not.toContain("you hadn’t started");
  });
});

describe("a refund for two", () => {
  it("shows what was asked, and is that when it is approved", async () => {
    const order = await copies(5);
    const input = give(order.id, { taken: all(order.id, 3), goodwillPence: 3000 });
    if (!input.ok || !("requestId" in input)) throw new Error("It does not wait.");
    const chosen = { taken: all(order.id, 3), goodwillPence: 3000, amountPence: 22677 + 3000 };
    expect(refundRequestData(input.requestId)?.request).toMatchObject(chosen);
    expect(shipmentsOf(order.id)[0]?.books).toEqual([{ binding: "luxury", copies: 5 }]);
    expect(approveRefund(input.requestId, joan, clock.now).ok).toBe(true);
    expect(shipmentsOf(order.id)[0]?.books).toEqual([{ binding: "luxury", copies: 2 }]);
    expect(recordOf(order.id)).toMatchObject([
      ["refunds.ask", chosen],
      ["refunds.approve", chosen],
    ]);
  });

  it("goes on waiting where fewer are left than were asked for", async () => {
    const order = await copies(5);
    const input = give(order.id, { taken: all(order.id, 4) });
    if (!input.ok || !("requestId" in input)) throw new Error("It does not wait.");
    await sent(give(order.id, { taken: all(order.id, 2) }));
    expect(approveRefund(input.requestId, joan, clock.now)).toMatchObject({ ok: false });
    expect(refundRequestData(input.requestId)?.request.state).toBe("waiting");
  });

  it("is asked for also by slices over several orders of one buyer, and over a day of one person's", async () => {
    const jean = person("Jean");
    const orders = [];
    for (const _ of [1, 2, 3, 4]) orders.push(await bought(jean));
    const results = orders.map(({ id }) => "requestId" in give(id, { taken: all(id) }));
    expect(results).toEqual([false, false, false, true]);
    const strangers = [];
    for (let count = 0; count < 12; count += 1) strangers.push(await bought(person("Sam")));
    const more = strangers.map(({ id }) => "requestId" in give(id, { taken: all(id) }));
    // With the three before, fourteen loops are £979.86.
    expect(more).toEqual([...Array.from({ length: 11 }, () => false), true]);
    const last = strangers.at(-1)?.id ?? "";
    expect(quoteRefund({ orderId: last, ...NOTHING, taken: all(last) }, joan, clock.now)).toMatchObject({
      isForTwo: false,
    });
  });
});
