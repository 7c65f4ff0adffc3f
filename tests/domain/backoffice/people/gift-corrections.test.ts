import { eq, like } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, vouchers } from "#db/schema";
import { correctRecipient, giveNewCode } from "~/domain/backoffice/people/gift-corrections.server";
import { heldEmails } from "~/domain/backoffice/undo/sent-emails.server";
import { sendHeldNow, undoHeld } from "~/domain/backoffice/undo/undo.server";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { sendDueGifts } from "~/domain/shop/vouchers/delivery.server";
import { changeGift } from "~/domain/shop/vouchers/gifts.server";
import { heldVoucher, holdVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW, person } from "../../../support/people";
import { voucher, voucherRow } from "../../../support/vouchers";
import { colleague } from "../../people/staff/colleagues";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("support")).id;
});

const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const SENT = inMinutes(-60);
const TOM = { recipientName: "Tom", recipientEmail: "tom@example.com", reason: "Their giver rang." };
const WRONG = { recipientName: "Tim", recipientEmail: "tim@example.com" };

/** A gift that its giver had sent to the wrong Tim, an hour ago. */
function sentGift() {
  const giver = person("Winifred");
  const recipient = {
    name: WRONG.recipientName,
    email: WRONG.recipientEmail,
    message: null,
    sendOnDay: null,
  };
  const issued = voucher({ purchasedByAccountId: giver.id, recipient }, { sentAt: SENT }, SENT);
  return { giver, ...issued };
}

const heldOf = (now = inMinutes(1)) => heldEmails(staffId, now).at(-1)?.id ?? "";
const giftEmails = (voucherId: string) =>
  db
    .select()
    .from(emails)
    .where(like(emails.dedupeKey, `gift:${voucherId}:%`))
    .all();
const toldTo = (accountId: string) => db.select().from(emails).where(eq(emails.accountId, accountId)).all();

describe("a gift whose recipient staff have corrected", () => {
  it("is as it was before once that is undone, and neither email leaves", () => {
    const { giver, voucherId } = sentGift();
    expect(correctRecipient(voucherId, TOM, staffId, NOW)).toMatchObject({ ok: true });
    expect(voucherRow(voucherId)).toMatchObject({ recipientEmail: TOM.recipientEmail });
    expect(undoHeld(heldOf(), staffId, inMinutes(1))).toEqual({ ok: true });
    expect(voucherRow(voucherId)).toMatchObject({ ...WRONG, sentAt: SENT });
    expect(toldTo(giver.id)).toEqual([]);
    expect(giftEmails(voucherId)).toMatchObject([{ state: "cancelled", giftBefore: null }]);
    expect(auditEventsOn(giver.id).map(({ action }) => action)).toContain("vouchers.restore_recipient");
  });

  it("and its giver are notified at the same time, which is when it counts as sent", () => {
    const { giver, voucherId } = sentGift();
    correctRecipient(voucherId, TOM, staffId, NOW);
    const leaves = () => [...giftEmails(voucherId), ...toldTo(giver.id)].map(({ nextTryAt }) => nextTryAt);
    expect(leaves()).toEqual([inMinutes(10), inMinutes(10)]);
    expect(voucherRow(voucherId).sentAt).toEqual(inMinutes(10));
    expect(sendHeldNow(heldOf(), staffId, inMinutes(1))).toEqual({ ok: true });
    expect(leaves()).toEqual([inMinutes(1), inMinutes(1)]);
    expect(voucherRow(voucherId).sentAt).toEqual(inMinutes(1));
  });

  it("twice goes to the second address alone, and undone to the first recipient again", () => {
    const { giver, voucherId } = sentGift();
    correctRecipient(voucherId, { ...TOM, recipientEmail: "tmo@example.com" }, staffId, NOW);
    correctRecipient(voucherId, TOM, staffId, inMinutes(1));
    expect(giftEmails(voucherId).map(({ toEmail, state }) => [toEmail, state])).toEqual([
      ["tmo@example.com", "cancelled"],
      [TOM.recipientEmail, "waiting"],
    ]);
    expect(toldTo(giver.id).map(({ nextTryAt }) => nextTryAt)).toEqual([inMinutes(11)]);
    expect(undoHeld(heldOf(inMinutes(2)), staffId, inMinutes(2))).toEqual({ ok: true });
    expect(voucherRow(voucherId)).toMatchObject({ ...WRONG, sentAt: SENT });
  });

  it("and by its giver after that goes where its giver says alone", async () => {
    const { giver, voucherId } = sentGift();
    correctRecipient(voucherId, TOM, staffId, NOW);
    const words = { recipientName: "Tamsin", recipientEmail: "tamsin@example.com" };
    const rest = { giftMessage: "", giverName: "", sendOnDay: "" };
    changeGift({ accountId: giver.id, voucherId }, { ...words, ...rest }, inMinutes(1));
    expect(giftEmails(voucherId).map(({ state }) => state)).toEqual(["cancelled"]);
    await sendDueGifts(inMinutes(2));
    expect(giftEmails(voucherId).map(({ toEmail, state }) => [toEmail, state])).toEqual([
      [TOM.recipientEmail, "cancelled"],
      ["tamsin@example.com", "waiting"],
    ]);
    expect(voucherRow(voucherId)).toMatchObject(words);
  });

  it("is not undone once it was redeemed, and its giver hears of it", () => {
    const { giver, voucherId } = sentGift();
    correctRecipient(voucherId, TOM, staffId, NOW);
    const redemption = { accountId: person("Tom").id, theme: "pet", type: "puppys-first-year" };
    expect(redeemVoucher({ ...redemption, voucherId, deliveryDay: "2027-12-03" }, inMinutes(1)).ok).toBe(true);
    expect(undoHeld(heldOf(), staffId, inMinutes(2))).toEqual({ ok: false, reason: "used" });
    expect(voucherRow(voucherId)).toMatchObject({ recipientEmail: TOM.recipientEmail });
    expect(toldTo(giver.id).map(({ kind }) => kind)).toContain("account_corrected");
  });

  it("is not undone while its email is being sent", () => {
    const { voucherId } = sentGift();
    correctRecipient(voucherId, TOM, staffId, NOW);
    const held = heldOf();
    const lease = { tries: 1, nextTryAt: inMinutes(15), takenUntil: inMinutes(15) };
    const isIt = like(emails.dedupeKey, `gift:${voucherId}:%`);
    db.update(emails).set(lease).where(isIt).run();
    expect(undoHeld(held, staffId, inMinutes(11))).toEqual({ ok: false, reason: "too_late" });
    expect(voucherRow(voucherId)).toMatchObject({ recipientEmail: TOM.recipientEmail });
  });

  it("before its day is reported to its giver at once, since nothing waits", () => {
    const giver = person("Winifred");
    const recipient = { name: "Tim", email: "tim@example.com", message: null, sendOnDay: "2026-12-24" };
    const { voucherId } = voucher({ purchasedByAccountId: giver.id, recipient });
    expect(correctRecipient(voucherId, TOM, staffId, NOW)).toMatchObject({ ok: true });
    expect(giftEmails(voucherId)).toEqual([]);
    expect(toldTo(giver.id).map(({ nextTryAt }) => nextTryAt)).toEqual([NOW]);
  });
});

describe("a gift that a stranger has received", () => {
  const stranger = { accountId: null, person: "a stranger", clientAddress: "198.51.100.7" };

  it("gets a new code in the same order until the same day, and the old one is unknown, also where it was entered", () => {
    const { giver, voucherId, code } = sentGift();
    const entered = holdVoucher(code, stranger, NOW);
    if (!entered.ok) throw new Error(entered.reason);
    const before = voucherRow(voucherId);
    expect(giveNewCode(voucherId, TOM, staffId, NOW)).toEqual({ ok: true });
    expect(holdVoucher(code, stranger, NOW)).toEqual({ ok: false, reason: "unknown" });
    expect(heldVoucher(entered.key, null, NOW)).toEqual({ ok: false, reason: "nothing_held" });
    const { codeHash, codeSealed, lastFour, ...rest } = before;
    expect(voucherRow(voucherId)).toMatchObject({
      ...{ ...rest, recipientName: TOM.recipientName, recipientEmail: TOM.recipientEmail },
      ...{ sentAt: NOW, openedAt: null, updatedAt: NOW },
    });
    expect(voucherRow(voucherId)).not.toMatchObject({ codeHash });
    expect(giftEmails(voucherId)).toMatchObject([{ toEmail: TOM.recipientEmail, nextTryAt: NOW }]);
    const told = toldTo(giver.id).map(({ kind }) => kind);
    expect(told.sort()).toEqual(["account_corrected", "gift_voucher"]);
    expect(auditEventsOn(giver.id)).toMatchObject([{ action: "vouchers.replace_code", reason: TOM.reason }]);
  });

  it("gets three at most in a day, and none once it was used", () => {
    const { voucherId } = sentGift();
    const tries = Array.from({ length: 4 }, (_, place) => giveNewCode(voucherId, TOM, staffId, inMinutes(place)));
    expect(tries.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    const used = voucher({ purchasedByAccountId: person("Winifred").id }, { status: "REDEEMED" });
    expect(giveNewCode(used.voucherId, TOM, staffId, NOW)).toEqual({ ok: false, reason: "not_open" });
  });
});

describe("no gift is corrected", () => {
  it.each([
    ["correctRecipient", correctRecipient],
    ["giveNewCode", giveNewCode],
  ] as const)("that is unknown, was not bought, or was redeemed: %s", (_, correct) => {
    expect(correct("unknown", TOM, staffId, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(correct(voucher().voucherId, TOM, staffId, NOW)).toEqual({ ok: false, reason: "not_bought" });
    const { giver, voucherId } = sentGift();
    const redeemed = { status: "REDEEMED", redeemedAt: NOW, redeemedByAccountId: person("Tim").id } as const;
    db.update(vouchers).set(redeemed).where(eq(vouchers.id, voucherId)).run();
    expect(correct(voucherId, TOM, staffId, NOW)).toEqual({ ok: false, reason: "not_open" });
    expect([voucherRow(voucherId).recipientEmail, auditEventsOn(giver.id)]).toEqual([WRONG.recipientEmail, []]);
  });

  it("with a new code more often than gifts are sent, up to its last moment", () => {
    const { voucherId } = sentGift();
    db.update(vouchers).set({ expiresAt: NOW }).where(eq(vouchers.id, voucherId)).run();
    while (countAttempt("gift_emails", voucherId, NOW));
    expect(giveNewCode(voucherId, TOM, staffId, NOW)).toEqual({ ok: false, reason: "too_many" });
  });
});
