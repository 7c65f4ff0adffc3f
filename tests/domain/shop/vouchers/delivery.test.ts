import { eq, like, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection, write } from "#db/client.server";
import { emails, vouchers } from "#db/schema";
import {
  closeExpiredVouchers,
  heldGifts,
  isGiftUsed,
  releaseGift,
  remindOfVouchers,
  restoreGift,
  sendDueGifts,
  sendGift,
  sendVoucherToGiver,
} from "~/domain/shop/vouchers/delivery.server";
import { orderRow } from "../../../support/orders";
import { later, NOW, person } from "../../../support/people";
import { GIFT, voucher, voucherRow } from "../../../support/vouchers";

beforeEach(() => {
  rawConnection().exec("DELETE FROM emails; DELETE FROM vouchers; DELETE FROM attempts;");
});

const MAYA = { recipient: { ...GIFT.recipient, email: "maya@example.org" } };
const LEAVES = later(600);

/** A gift that staff have had sent, and its email, which leaves ten minutes later. */
function held(changes: Parameters<typeof voucher>[1] = {}) {
  const { voucherId } = voucher(MAYA, changes);
  write((tx) => sendGift(tx, voucherRow(voucherId), NOW, { staffId: "bea" }));
  const [email] = db
    .select()
    .from(emails)
    .where(like(emails.dedupeKey, `gift:${voucherId}:%`))
    .all();
  if (!email) throw new Error("It was not sent.");
  return { voucherId, email };
}
const change = (emailId: string, to: Partial<typeof emails.$inferInsert>) =>
  db.update(emails).set(to).where(eq(emails.id, emailId)).run();

describe("a gift that staff have had sent", () => {
  it("has what it was before on its own email alone, and counts as sent when that leaves", () => {
    const [other, gift] = [held({ recipientName: "Tim" }), held()];
    const before = { recipientName: "Tim", recipientEmail: "maya@example.org", sentAt: null };
    const sent = db.select().from(emails).orderBy(emails.createdAt, sql`rowid`).all();
    expect(sent.map(({ giftBefore }) => giftBefore)).toEqual([before, { ...before, recipientName: "Callum" }]);
    write((tx) => sendGift(tx, voucherRow(gift.voucherId), later(5)));
    expect(voucherRow(gift.voucherId).sentAt).toEqual(later(5));
    expect(voucherRow(other.voucherId).sentAt).toEqual(LEAVES);
  });

  it("is not sent where it has no address", () => {
    const { voucherId } = voucher();
    expect(write((tx) => sendGift(tx, voucherRow(voucherId), NOW))).toBeNull();
    expect(voucherRow(voucherId).sentAt).toBeNull();
  });

  it.each([
    ["until the instant it leaves", { takenUntil: null }, new Date(LEAVES.getTime() - 1), 1],
    ["not from then on", { takenUntil: null }, LEAVES, 0],
    ["not once it was stopped", { state: "cancelled" as const }, NOW, 0],
    ["not while it is being sent", { takenUntil: later(30) }, NOW, 0],
  ])("can be withdrawn %s, and no other gift with it", (_, to, at, found) => {
    held();
    const { voucherId, email } = held();
    held();
    change(email.id, to);
    expect(heldGifts(voucherId, at).map(({ id }) => id)).toEqual(found === 1 ? [email.id] : []);
  });

  it("is used once it was redeemed, whatever became of others", () => {
    const [used, open] = [held({ status: "REDEEMED", redeemedAt: NOW }), held()];
    expect(write((tx) => [used, open].map(({ email }) => isGiftUsed(tx, email)))).toEqual([true, false]);
  });
});

describe("a gift whose email was stopped or sent at once", () => {
  it("is as it was before, unless it was sent again or addressed to another since", () => {
    const [gift, sentAgain, readdressed] = [held(), held({}), held({})];
    write((tx) => sendGift(tx, voucherRow(sentAgain.voucherId), later(5)));
    db.$client
      .prepare("UPDATE vouchers SET recipient_email = 'zoe@example.org' WHERE id = ?")
      .run(readdressed.voucherId);
    for (const { email } of [gift, sentAgain, readdressed]) write((tx) => restoreGift(tx, email, later(9)));
    expect([gift, sentAgain, readdressed].map(({ voucherId }) => voucherRow(voucherId).sentAt)).toEqual([
      ...[null, later(5), LEAVES],
    ]);
    expect(write((tx) => restoreGift(tx, { ...gift.email, giftBefore: null }, NOW))).toBeUndefined();
  });

  it("counts as sent now where it leaves now, and no other gift does", () => {
    const [other, gift] = [held(), held()];
    write((tx) => releaseGift(tx, gift.email, later(9)));
    expect([gift, other].map(({ voucherId }) => voucherRow(voucherId).sentAt)).toEqual([later(9), LEAVES]);
  });
});

describe("the email with a voucher to its giver", () => {
  it("has their own voucher, and there is none of a voucher that nobody issued", () => {
    const [jean, ada] = [person("Jean"), person("Ada")];
    const [first, second] = [jean, ada].map(({ id }) => voucher({ purchasedByAccountId: id }));
    write((tx) => sendVoucherToGiver(tx, second?.voucherId ?? "", NOW));
    write((tx) => sendVoucherToGiver(tx, "nothing", NOW));
    expect(db.select().from(emails).all()).toMatchObject([{ kind: "gift_voucher", toEmail: ada.email }]);
    expect(voucherRow(first?.voucherId ?? "").sentAt).toBeNull();
  });

  it("is sent to the account’s buyer or the order’s, and not where they have left", () => {
    const guest = orderRow({ email: "gwen@example.org", firstName: "Gwen" });
    orderRow({ email: "somebody-else@example.org", firstName: "Eve" });
    person("Eve");
    const ada = person("Ada");
    const bought = [{ orderId: guest.id }, { purchasedByAccountId: ada.id }, { orderId: orderRow().id }, {}];
    for (const by of bought) write((tx) => sendVoucherToGiver(tx, voucher(by).voucherId, NOW));
    const sent = db.select().from(emails).all();
    expect(sent.map(({ toEmail, toName }) => [toEmail, toName])).toEqual([
      ["gwen@example.org", "Gwen"],
      [ada.email, "Ada Okafor"],
    ]);
  });
});

describe("a reminder of a voucher", () => {
  const DAY_MS = 86_400_000;
  const expiresAt = new Date("2027-11-20T23:59:59.999Z");

  it("goes to the recipient of one that was sent, else to who bought it, and to nobody who has left", async () => {
    const ada = person("Ada");
    const guest = orderRow({ email: "gwen@example.org", firstName: "Gwen" });
    voucher(MAYA, { sentAt: NOW });
    voucher({ orderId: guest.id });
    voucher({ purchasedByAccountId: ada.id });
    voucher({ orderId: orderRow().id });
    voucher(MAYA);
    expect(await remindOfVouchers(new Date(expiresAt.getTime() - 10 * DAY_MS))).toBe(3);
    const to = db.select().from(emails).all();
    expect(to.map(({ toEmail }) => toEmail)).toEqual(["maya@example.org", "gwen@example.org", ada.email]);
  });

  it("follows a change of address or a cancellation that was made while others were being reminded", async () => {
    voucher(MAYA, { sentAt: NOW });
    const [changed, cancelled] = [voucher(MAYA, { sentAt: NOW }), voucher(MAYA, { sentAt: NOW })];
    const reminding = remindOfVouchers(new Date(expiresAt.getTime() - 10 * DAY_MS));
    const update = (id: string, to: Partial<typeof vouchers.$inferInsert>) =>
      db.update(vouchers).set(to).where(eq(vouchers.id, id)).run();
    update(changed.voucherId, { recipientEmail: "tim@example.org" });
    update(cancelled.voucherId, { status: "CANCELLED" });
    expect(await reminding).toBe(2);
    const to = db.select().from(emails).all();
    expect(to.map(({ toEmail }) => toEmail)).toEqual(["maya@example.org", "tim@example.org"]);
  });

  it("is not sent from its last instant on, nor of one that is not active", async () => {
    for (const status of ["ACTIVE", "CANCELLED", "SUSPENDED", "EXPIRED"] as const)
      voucher(MAYA, { status, sentAt: NOW });
    expect(await remindOfVouchers(expiresAt)).toBe(0);
    expect(await remindOfVouchers(new Date(expiresAt.getTime() - 1))).toBe(1);
  });
});

describe("closing what has run out", () => {
  it("leaves what is redeemed, cancelled or on hold as it is", () => {
    const over = { expiresAt: later(-1) };
    const ids = [
      voucher({}, over).voucherId,
      voucher({}, { ...over, status: "REDEEMED", redeemedAt: NOW }).voucherId,
      voucher({}, { ...over, status: "CANCELLED" }).voucherId,
      voucher({}, { ...over, status: "SUSPENDED" }).voucherId,
    ];
    expect(closeExpiredVouchers(NOW)).toBe(1);
    expect(ids.map((id) => voucherRow(id).status)).toEqual(["EXPIRED", "REDEEMED", "CANCELLED", "SUSPENDED"]);
  });
});

describe("gifts that are due", () => {
  it("are sent once each, and one that was sent three times today is no reason to hold up another", async () => {
    const ids = [voucher(MAYA).voucherId, voucher(MAYA).voucherId];
    const unsend = (id = "") => db.$client.prepare("UPDATE vouchers SET sent_at = NULL WHERE id = ?").run(id);
    for (let time = 0; time < 3; time += 1) {
      await sendDueGifts(later(time));
      unsend(ids[0]);
    }
    expect(ids.map((id) => voucherRow(id).sentAt)).toEqual([null, NOW]);
    unsend(ids[1]);
    await sendDueGifts(later(9));
    expect(ids.map((id) => voucherRow(id).sentAt)).toEqual([null, later(9)]);
  });

  it("leave as fast as their lane sends, and other work goes on between them", async () => {
    // Of the 300 that leave in a minute, 240; fifty at least, while those wait in front of those who buy.
    const ids = Array.from({ length: 300 }, () => voucher(MAYA).voucherId);
    let turns = 0;
    let isOver = false;
    const other = (async () => {
      for (; !isOver; turns += 1) await new Promise((next) => setImmediate(next));
    })();
    expect(await sendDueGifts(NOW)).toBe(240);
    isOver = true;
    await other;
    expect(turns).toBeGreaterThanOrEqual(240);
    expect(await sendDueGifts(NOW)).toBe(50);
    db.delete(emails).run();
    expect(await sendDueGifts(NOW)).toBe(10);
    expect(ids.map((id) => voucherRow(id).sentAt)).toEqual(ids.map(() => NOW));
  });
});
