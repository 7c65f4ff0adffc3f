import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { emails, vouchers } from "#db/schema";
import { chooseEmails, isWanted, unsubscribeState } from "~/domain/mail/outbox/preferences.server";
import { eraseSentGiftData, eraseVoucherData } from "~/domain/privacy/personal-data/gifts.server";
import { NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

const BOB = "bob@example.com";

/** A gift that was emailed to its recipient; its giver's account is deleted since. */
function giftOfErasedPerson(status: "ACTIVE" | "REDEEMED") {
  const giver = person("Jean");
  const { voucherId } = voucher();
  const sent = { purchasedByAccountId: giver.id, recipientEmail: BOB, sentAt: NOW, giftMessage: "Enjoy" };
  db.update(vouchers)
    .set({ ...sent, status })
    .where(eq(vouchers.id, voucherId))
    .run();
  const { id } = db
    .insert(emails)
    .values({
      kind: "gift",
      ...{ toName: "Bob", toEmail: BOB, subject: "From Jean", textBody: "Enjoy", htmlBody: "Enjoy" },
      ...{ dedupeKey: `gift:${voucherId}:1`, messageId: "-", state: "sent", nextTryAt: NOW, createdAt: NOW },
    })
    .returning()
    .get();
  write((tx) => eraseVoucherData(tx, giver, NOW));
  return id;
}

const rowOf = (id: string) => db.select().from(emails).where(eq(emails.id, id)).get();

it("a recipient's “No reminders” works after the giver's account was deleted, and the email says nothing any more", () => {
  const id = giftOfErasedPerson("ACTIVE");
  expect(rowOf(id)).toMatchObject({ toName: "", subject: "", textBody: "", htmlBody: "" });
  expect(unsubscribeState(id)).toEqual({ isStopped: false, hasAccount: false });
  expect(chooseEmails(id, false, NOW)).toBe(true);
  expect(isWanted({ kind: "voucher_reminder", accountId: null, toEmail: BOB })).toBe(false);
});

it("once the voucher was used, the email about it is deleted with its giver", () => {
  expect(rowOf(giftOfErasedPerson("REDEEMED"))).toBeUndefined();
});

it("a voucher that staff made forgets its recipient six years on, once it is over", () => {
  const made = (madeAt: string, status: "ACTIVE" | "EXPIRED") =>
    voucher({}, { recipientEmail: BOB, recipientName: "Bob", status, createdAt: new Date(madeAt) }).voucherId;
  const [old, young, live] = [
    made("2020-11-20T09:59:59.999Z", "EXPIRED"),
    made("2020-11-20T10:00:00.000Z", "EXPIRED"),
    made("2020-11-20T09:59:59.999Z", "ACTIVE"),
  ];
  expect([eraseSentGiftData(NOW), eraseSentGiftData(NOW)]).toEqual([1, 0]);
  const nameOn = (id: string) => db.select().from(vouchers).where(eq(vouchers.id, id)).get()?.recipientName;
  expect([old, young, live].map(nameOn)).toEqual([null, "Bob", "Bob"]);
});
