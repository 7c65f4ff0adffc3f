import "../../../support/payment-sandbox";
import { and, asc, eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, payments, vouchers } from "#db/schema";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { followDisputes } from "~/domain/shop/orders/disputes.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { sendDueGifts } from "~/domain/shop/vouchers/delivery.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { payWith } from "../../../adapters/payments/buyer";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { brokenInvariants, deliverWebhooks, ordered, voucherOf } from "../../../support/shop";

afterEach(() => expect(brokenInvariants()).toEqual([]));

const DISPUTED = "4000 0000 0000 0259";
const INQUIRED = "4000 0000 0000 1976";

let counted = 0;

/** A gift whose payment the bank is about to dispute; `sendOnDay` empty: Maya has been emailed it. */
async function given({ card = DISPUTED, byHand = false, sendOnDay = "" } = {}) {
  counted += 1;
  const to = `maya-${counted}@example.org`;
  const gift = { recipientName: "Maya", recipientEmail: byHand ? "" : to, giftMessage: "", sendOnDay };
  const order = ordered(person("Jean"), { gift: { ...gift, giverName: "Auntie Jean" } });
  const opened = await openPayment(order, clock.now);
  if (!opened.ok) throw new Error(opened.reason);
  await payWith(opened.url, card);
  await fulfilOrder(order.id, clock.now);
  // Not later than nine in the morning, at which gifts of the day are sent.
  clock.advance(24 * 60);
  await sendDueGifts(clock.now);
  return { orderId: order.id, to };
}

async function decided(orderId: string, words: "winning_evidence" | "losing_evidence") {
  const intent = db.select().from(payments).where(eq(payments.orderId, orderId)).get()?.paymentIntentId;
  const authorization = `Bearer ${process.env.STRIPE_SECRET_KEY}`;
  const list = await fetch(`${sandbox.origin}/v1/disputes?payment_intent=${intent}`, {
    headers: { authorization },
  });
  const { data } = (await list.json()) as { data: { id: string }[] };
  await fetch(`${sandbox.origin}/v1/disputes/${data[0]?.id}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ "evidence[uncategorized_text]": words, submit: "true" }),
  });
  clock.advance(60);
  await deliverWebhooks();
}

const toldTo = (to: string) =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.kind, "gift_changed"), eq(emails.toEmail, to)))
    .orderBy(asc(emails.createdAt))
    .all();
const subjectsTo = (to: string) => toldTo(to).map(({ subject }) => subject);

describe("somebody who was emailed a gift whose payment is disputed", () => {
  it("is told once that the voucher is on hold, and once that it works again", async () => {
    const { orderId, to } = await given();
    await deliverWebhooks();
    expect(subjectsTo(to)).toEqual(["Your Loop voucher is on hold"]);
    clock.advance(60);
    await followDisputes(orderId, clock.now);
    await decided(orderId, "winning_evidence");
    clock.advance(60);
    await followDisputes(orderId, clock.now);
    expect(subjectsTo(to)).toEqual(["Your Loop voucher is on hold", "Your Loop voucher works again"]);
    const text = openSealedText(toldTo(to)[1]?.textBody ?? "");
    const voucher = voucherOf(orderId);
    expect(text).toContain("Hello Maya,\n\nYour Loop voucher works again\n\n");
    expect(text).toContain(`Your Loop voucher ending in ${voucher?.lastFour} works again.`);
    expect(text).toMatch(/Start your year: http:\/\/localhost:3000\/redeem#[A-Z0-9]+/);
  });

  it("is told that it no longer works, once the bank has decided for the buyer", async () => {
    const { orderId, to } = await given();
    await deliverWebhooks();
    await decided(orderId, "losing_evidence");
    expect(voucherOf(orderId)?.status).toBe("CANCELLED");
    expect(subjectsTo(to)).toEqual(["Your Loop voucher is on hold", "Your Loop voucher no longer works"]);
  });

  it("is told that it has run out, where its last day went by while it was on hold", async () => {
    const { orderId, to } = await given();
    await deliverWebhooks();
    db.update(vouchers)
      .set({ expiresAt: new Date(clock.now.getTime() + 60_000) })
      .where(eq(vouchers.orderId, orderId))
      .run();
    await decided(orderId, "winning_evidence");
    expect(subjectsTo(to)).toEqual(["Your Loop voucher is on hold", "Your Loop voucher has run out"]);
  });

  it("never reads of a payment, a bank, a dispute or the giver", async () => {
    for (const words of ["winning_evidence", "losing_evidence"] as const) {
      const { orderId, to } = await given();
      await deliverWebhooks();
      await decided(orderId, words);
      const all = toldTo(to).map(({ subject, textBody }) => subject + textBody);
      expect(all).toHaveLength(2);
      expect(all.join()).not.toMatch(/\bpa(?:y|id)|bank|disput|refund|card|order|Jean/i);
    }
  });
});

describe("nobody is notified", () => {
  it("of a voucher that was passed on by hand, or is to be emailed later", async () => {
    const byHand = await given({ byHand: true });
    const later = await given({ sendOnDay: "2027-01-24" });
    await deliverWebhooks();
    await decided(byHand.orderId, "winning_evidence");
    await decided(later.orderId, "losing_evidence");
    expect([voucherOf(byHand.orderId)?.status, voucherOf(later.orderId)?.status]).toEqual(["ACTIVE", "CANCELLED"]);
    expect(db.select().from(emails).where(eq(emails.toEmail, later.to)).all()).toEqual([]);
    expect(toldTo(byHand.to)).toEqual([]);
  });

  it("of a bank’s question that is no dispute", async () => {
    const { orderId, to } = await given({ card: INQUIRED });
    await deliverWebhooks();
    expect([voucherOf(orderId)?.status, subjectsTo(to)]).toEqual(["ACTIVE", []]);
  });

  it("of a gift that was redeemed before: its year goes on", async () => {
    const { orderId, to } = await given();
    const loop = { theme: "pet", type: "puppys-first-year", deliveryDay: "2027-12-03" } as const;
    const voucherId = voucherOf(orderId)?.id ?? "";
    expect(redeemVoucher({ accountId: person("Maya").id, voucherId, ...loop }, clock.now).ok).toBe(true);
    await deliverWebhooks();
    await decided(orderId, "losing_evidence");
    expect([voucherOf(orderId)?.status, subjectsTo(to)]).toEqual(["REDEEMED", []]);
  });

  it("of a voucher that had run out before", async () => {
    const { orderId, to } = await given();
    db.update(vouchers)
      .set({ expiresAt: new Date(clock.now.getTime() - 1) })
      .where(eq(vouchers.orderId, orderId))
      .run();
    await deliverWebhooks();
    await decided(orderId, "losing_evidence");
    expect([voucherOf(orderId)?.status, subjectsTo(to)]).toEqual(["CANCELLED", []]);
  });
});
