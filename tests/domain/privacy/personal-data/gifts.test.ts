import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { emails, orders, vouchers } from "#db/schema";
import { chooseEmails, isWanted, unsubscribeState } from "~/domain/mail/outbox/preferences.server";
import { eraseSentGiftData, eraseVoucherData } from "~/domain/privacy/personal-data/gifts.server";
import { NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

let counted = 0;

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

const WORDS = { giftMessage: "Enjoy", giverName: "Jean", recipientName: "Bob", recipientEmail: BOB };
type Given = Partial<typeof vouchers.$inferInsert>;

/** What a voucher still says of people: what the giver wrote, and who it is for. */
function saysOf(id: string) {
  const row = db.select().from(vouchers).where(eq(vouchers.id, id)).get();
  const { giftMessage, giverName, recipientName, recipientEmail } = row ?? {};
  return [giftMessage ?? giverName, recipientName ?? recipientEmail]
    .map((words) => (words ? "kept" : "gone"))
    .join(", ");
}

describe("of a deleted account, a voucher", () => {
  type Relation = "bought" | "redeemed" | "sent to them" | "of others";
  it.each<[Relation, string, Given, string]>([
    ["bought", "still to be sent", {}, "kept, kept"],
    ["bought", "suspended, still to be sent", { status: "SUSPENDED" }, "kept, kept"],
    ["bought", "sent", { sentAt: NOW }, "gone, kept"],
    ["bought", "to be printed, with no address", { recipientEmail: null }, "gone, kept"],
    ["bought", "used", { status: "REDEEMED", sentAt: NOW }, "gone, gone"],
    ["bought", "over before it was sent", { status: "EXPIRED" }, "gone, gone"],
    ["redeemed", "used", { status: "REDEEMED" }, "gone, gone"],
    ["sent to them", "sent", { sentAt: NOW }, "gone, gone"],
    ["sent to them", "still to be sent", {}, "kept, kept"],
    ["of others", "used", { status: "REDEEMED", sentAt: NOW }, "kept, kept"],
    ["of others", "sent", { sentAt: NOW }, "kept, kept"],
  ])("that was %s and is %s, with %j: %s", (relation, _, given, says) => {
    const [jean, other] = [person("Jean"), person("Other")];
    const { voucherId } = voucher(
      {},
      {
        ...WORDS,
        purchasedByAccountId: relation === "bought" ? jean.id : other.id,
        redeemedByAccountId: relation === "redeemed" ? jean.id : null,
        ...(relation === "sent to them" ? { recipientEmail: jean.email.toUpperCase() } : {}),
        ...given,
      },
    );
    const another = voucher({}, { ...WORDS, purchasedByAccountId: other.id });
    write((tx) => eraseVoucherData(tx, jean, NOW));
    expect([voucherId, another.voucherId].map(saysOf)).toEqual([says, "kept, kept"]);
  });
});

describe("of an order without its person, a voucher", () => {
  const NOBODY = { accountId: null, email: "" };
  it.each<[string, number, { accountId: string | null; email: string }, Given]>([
    ["whose words were sent loses them", 1, NOBODY, { sentAt: NOW }],
    ["that has a giver’s name alone loses it", 1, NOBODY, { sentAt: NOW, giftMessage: null }],
    ["that has a message alone loses it", 1, NOBODY, { sentAt: NOW, giverName: null }],
    ["that has neither is left", 0, NOBODY, { sentAt: NOW, giftMessage: null, giverName: null }],
    ["that is still to be sent is left", 0, NOBODY, {}],
    ["of a guest is left", 0, { accountId: null, email: "guest@example.com" }, { sentAt: NOW }],
    ["of an account without address is left", 0, { accountId: "theirs", email: "" }, { sentAt: NOW }],
    ["that was used loses words and recipient", 2, NOBODY, { status: "REDEEMED" }],
    ["that was used loses a recipient’s name alone", 2, NOBODY, { status: "REDEEMED", recipientEmail: null }],
    ["that was used loses a recipient’s address alone", 2, NOBODY, { status: "REDEEMED", recipientName: null }],
    [
      "that was used for nobody loses its words",
      1,
      NOBODY,
      { status: "REDEEMED", recipientEmail: null, recipientName: null },
    ],
    [
      "of six years ago, of a guest, is left",
      0,
      { accountId: null, email: "-" },
      { status: "REDEEMED", createdAt: new Date(0) },
    ],
  ])("%s", (_, changes, { accountId, email }, given) => {
    db.delete(vouchers).run();
    const buyer = accountId === null ? null : person("Jean").id;
    const sums = { subtotalPence: 1, totalPence: 1, pricing: "{}", createdAt: NOW, updatedAt: NOW };
    counted += 1;
    const order = { number: `LP-${counted}`, accountId: buyer, basketKey: `${counted}`, kind: "gift", email } as const;
    const { id } = db
      .insert(orders)
      .values({ ...order, ...sums, status: "PAID" })
      .returning()
      .get();
    voucher({}, { ...WORDS, orderId: id, ...given });
    expect([eraseSentGiftData(NOW), eraseSentGiftData(NOW)]).toEqual([changes, 0]);
  });
});

it("only the emails about the voucher that went to its recipient lose their words", () => {
  const jean = person("Jean");
  const [{ voucherId }, other] = [voucher({}, { ...WORDS, purchasedByAccountId: jean.id, sentAt: NOW }), voucher()];
  const written = [
    ["sent", { toEmail: BOB, dedupeKey: `gift:${voucherId}:1`, state: "sent" }],
    ["waiting", { toEmail: BOB, dedupeKey: `gift:${voucherId}:2`, state: "waiting" }],
    ["to another", { toEmail: "eve@example.com", dedupeKey: `gift:${voucherId}:3`, state: "sent" }],
    ["of another voucher", { toEmail: BOB, dedupeKey: `gift:${other.voucherId}:4`, state: "sent" }],
  ] as const;
  for (const [subject, given] of written)
    db.insert(emails)
      .values({
        ...{ kind: "gift", toName: "Bob", subject, textBody: "Enjoy", htmlBody: "Enjoy", messageId: "-" },
        ...{ nextTryAt: NOW, createdAt: NOW, ...given },
      })
      .run();
  const subjects = () =>
    db
      .select()
      .from(emails)
      .all()
      .map(({ subject }) => subject)
      .filter((subject) => written.some(([name]) => name === subject));
  write((tx) => eraseVoucherData(tx, jean, NOW));
  expect(subjects()).toEqual(["waiting", "to another", "of another voucher"]);
  db.update(vouchers).set({ status: "REDEEMED" }).where(eq(vouchers.id, voucherId)).run();
  const before = db.select().from(emails).all().length;
  write((tx) => eraseVoucherData(tx, jean, NOW));
  expect([subjects(), db.select().from(emails).all().length]).toEqual([
    ["waiting", "to another", "of another voucher"],
    before - 1,
  ]);
});
