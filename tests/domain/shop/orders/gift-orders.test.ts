import "../../../support/payment-sandbox";
import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, fulfilments, loopCredits, vouchers } from "#db/schema";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { giftOrderOf } from "~/domain/shop/orders/gift-orders.server";
import { giftDetailsOf, linesOf, orderById } from "~/domain/shop/orders/orders.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import { giftOfOrder } from "~/domain/shop/vouchers/gifts.server";
import { readVoucherCode } from "~/domain/shop/vouchers/typed-code";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought, brokenInvariants, deliverWebhooks, ordered, pay } from "../../../support/shop";

afterEach(() => expect(brokenInvariants()).toEqual([]));

const NOTHING = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
const GIFT_DETAILS = {
  recipientName: "Maya",
  recipientEmail: "maya@example.org",
  giftMessage: "Write it all down.\nLove, Jean",
  giverName: "Auntie Jean",
  sendOnDay: "2026-12-24",
};

const vouchersOf = (orderId: string) => db.select().from(vouchers).where(eq(vouchers.orderId, orderId)).all();

describe("an order of a gift", () => {
  it("says on its line that it is one, and keeps whom it is for", () => {
    const order = ordered(person("Jean"), { gift: GIFT_DETAILS });
    expect(order.kind).toBe("gift");
    expect(giftDetailsOf(order)).toEqual(GIFT_DETAILS);
    expect(linesOf(order.id)).toMatchObject([
      { itemId: "gift-pet-puppys-first-year", name: "Puppy’s First Year loop, as a gift", unitPence: 6999 },
    ]);
    expect(vouchersOf(order.id)).toEqual([]);
  });

  it("becomes one voucher for its buyer once it is paid, and no credit", async () => {
    const jean = person("Jean");
    const order = await bought(jean, { gift: GIFT_DETAILS });
    const [voucher, ...others] = vouchersOf(order.id);
    expect(others).toEqual([]);
    expect(voucher).toMatchObject({
      purchasedByAccountId: jean.id,
      valuePence: 6999,
      theme: "pet",
      type: "puppys-first-year",
      recipientName: "Maya",
      recipientEmail: "maya@example.org",
      sendOnDay: "2026-12-24",
      giftMessage: "Write it all down.\nLove, Jean",
      giverName: "Auntie Jean",
    });
    expect(voucher?.expiresAt.toISOString()).toBe("2027-12-24T23:59:59.999Z");
    expect(db.select().from(loopCredits).where(eq(loopCredits.orderId, order.id)).all()).toEqual([]);
    expect(db.select().from(fulfilments).where(eq(fulfilments.orderId, order.id)).all()).toMatchObject([
      { kind: "voucher" },
    ]);
  });

  it("by every channel together, and again afterwards, is one voucher and one email of each kind", async () => {
    const jean = person("Jean");
    const order = ordered(jean, { gift: NOTHING });
    await pay(order);
    clock.advance(3);
    await Promise.all([
      ...[1, 2, 3].map(() => fulfilOrder(order.id, clock.now)),
      deliverWebhooks(),
      reconcilePayments(clock.now),
    ]);
    await fulfilOrder(order.id, clock.now);
    expect(vouchersOf(order.id)).toHaveLength(1);
    const kinds = db.select().from(emails).where(eq(emails.accountId, jean.id)).all();
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(["gift_voucher", "order_confirmation"]);
  });

  it("tells its buyer the code in an email that carries it sealed, and never the price", async () => {
    const jean = person("Jean");
    const order = await bought(jean, { gift: NOTHING });
    const gift = giftOfOrder(jean.id, order.id, clock.now);
    const [message] = db
      .select()
      .from(emails)
      .where(and(eq(emails.accountId, jean.id), eq(emails.kind, "gift_voucher")))
      .all();
    const code = gift?.code ?? "";
    expect(readVoucherCode(code)).not.toBeNull();
    for (const body of [message?.textBody ?? "", message?.htmlBody ?? ""]) {
      expect(body).not.toContain(code);
      expect(openSealedText(body)).toContain(code);
      expect(body).not.toContain("£");
    }
  });

  it("confirms the order without the address of somebody who gets no shipment", async () => {
    const jean = person("Jean");
    const order = await bought(jean, { gift: NOTHING });
    const [message] = db
      .select()
      .from(emails)
      .where(eq(emails.dedupeKey, `order-paid:${order.id}`))
      .all();
    expect(message?.textBody).toContain(`/gift-confirmation?order=${order.number}`);
    expect(message?.textBody).toContain("as a gift");
    expect(message?.textBody).not.toContain("4 Larch Row");
  });

  it("stays as it was while nobody has paid, and shows no code to anybody", async () => {
    const jean = person("Jean");
    const order = ordered(jean, { gift: NOTHING });
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    expect(giftOfOrder(jean.id, order.id, clock.now)).toBeUndefined();
    expect(orderById(order.id)).toMatchObject({ status: "PENDING" });
  });

  it("shows its code to nobody but its buyer", async () => {
    const order = await bought(person("Jean"), { gift: NOTHING });
    expect(giftOfOrder(person("Eve").id, order.id, clock.now)).toBeUndefined();
  });
});

describe("the gift order that a page is about", () => {
  it("is its giver's newest, or the one of that number, and never another order or another giver's", () => {
    const [jean, eve] = [person("Jean"), person("Eve")];
    const first = ordered(jean, { gift: NOTHING });
    clock.advance(1);
    const newest = ordered(jean, { gift: NOTHING });
    clock.advance(1);
    const [loop, others] = [ordered(jean), ordered(eve, { gift: NOTHING })];
    expect(giftOrderOf(jean.id, null)?.id).toBe(newest.id);
    expect(giftOrderOf(jean.id, first.number)?.id).toBe(first.id);
    for (const { number } of [loop, others]) expect(giftOrderOf(jean.id, number)).toBeUndefined();
  });
});
