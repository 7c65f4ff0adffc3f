import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection, write } from "#db/client.server";
import { emails, vouchers } from "#db/schema";
import { openSealedHtml, openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { addDays } from "~/domain/kernel/time/days";
import { endOfLondonDay, londonHour } from "~/domain/kernel/time/instants";
import { chooseEmails } from "~/domain/mail/outbox/preferences.server";
import { closeExpiredVouchers, remindOfVouchers, sendDueGifts } from "~/domain/shop/vouchers/delivery.server";
import { giftForm, givingForm } from "~/domain/shop/vouchers/forms";
import { giftState, isTimeToSend } from "~/domain/shop/vouchers/gift-state";
import { whyGift } from "~/domain/shop/vouchers/gift-words";
import {
  changeGift,
  giftForStaff,
  giftOf,
  giftOfOrder,
  giftsOf,
  replaceCode,
  resendGift,
  sendDayProblem,
} from "~/domain/shop/vouchers/gifts.server";
import { heldVoucher, holdVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { extendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { orderRow } from "../../../support/orders";
import { later, NOW, person } from "../../../support/people";
import { GIFT, voucher, voucherRow } from "../../../support/vouchers";

beforeEach(() => {
  rawConnection().exec("DELETE FROM emails; DELETE FROM suppressions; DELETE FROM vouchers; DELETE FROM attempts;");
});

const to = (email: string | null, sendOnDay: string | null = null) => ({
  recipient: { ...GIFT.recipient, email, sendOnDay },
});
const written = () => db.select().from(emails).all();
const words = (given: Partial<Record<string, string>> = {}) =>
  giftForm.parse({ recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "", ...given });
const DAY = 86_400;

describe("the day a gift is sent", () => {
  it.each([
    ["no day: at once, at any hour", null, "2026-11-20T02:00:00Z", true],
    ["the day before", "2026-12-24", "2026-12-23T23:59:59Z", false],
    ["the day itself before eight in winter", "2026-12-24", "2026-12-24T07:59:59Z", false],
    ["the day itself at eight in winter", "2026-12-24", "2026-12-24T08:00:00Z", true],
    ["the day itself before eight in summer", "2026-07-01", "2026-07-01T06:59:59Z", false],
    ["the day itself at eight in summer", "2026-07-01", "2026-07-01T07:00:00Z", true],
    ["the day the clocks go forward", "2026-03-29", "2026-03-29T07:00:00Z", true],
    ["the day the clocks go back", "2026-10-25", "2026-10-25T07:59:59Z", false],
    ["a run that was missed: the next night", "2026-12-24", "2026-12-25T00:30:00Z", true],
  ])("%s", (_, day, at, due) => {
    expect(isTimeToSend(day, new Date(at))).toBe(due);
  });

  it("has come once: the email goes to the recipient, with message and code sealed, and not twice", async () => {
    const jean = person("Jean");
    const { voucherId, code } = voucher({
      ...to("callum@example.org", "2026-12-24"),
      purchasedByAccountId: jean.id,
    });
    expect(await sendDueGifts(new Date("2026-12-24T07:59:00Z"))).toBe(0);
    const morning = new Date("2026-12-24T08:00:00Z");
    expect(await sendDueGifts(morning)).toBe(1);
    expect(await sendDueGifts(morning)).toBe(0);
    const [email, ...others] = written();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ kind: "gift", toEmail: "callum@example.org", toName: "Callum" });
    expect(email?.textBody).toContain("Jean has given you a year in a book");
    for (const kept of ["For you and the pup.", code.slice(0, 4)]) {
      expect(JSON.stringify(email)).not.toContain(kept);
      expect(openSealedText(email?.textBody ?? "")).toContain(kept);
      expect(openSealedHtml(email?.htmlBody ?? "")).toContain(kept);
    }
    expect(voucherRow(voucherId).sentAt).toEqual(morning);
  });

  it("is from the name on the card, in its subject and below the message", async () => {
    const jean = person("Jean");
    const { recipient } = to("callum@example.org");
    const giverName = "Auntie Helen";
    voucher({ recipient: { ...recipient, giverName }, purchasedByAccountId: jean.id });
    await sendDueGifts(NOW);
    const [email] = written();
    expect(email?.subject).toBe("Auntie Helen has given you a year in a book");
    expect(openSealedText(email?.textBody ?? "")).toContain("For you and the pup.\nAuntie Helen");
    expect(email?.htmlBody).not.toContain("Jean");
  });

  it("lets its reader refuse the reminders, and comes all the same to somebody who has", async () => {
    const jean = person("Jean");
    const { voucherId } = voucher({ ...to("callum@example.org"), purchasedByAccountId: jean.id });
    await sendDueGifts(NOW);
    const [email] = written();
    const link = `/unsubscribe/${email?.id}`;
    expect(email?.textBody).toMatch(new RegExp(`No reminders, please: \\S+${link}`));
    expect(email?.textBody).toContain(whyGift("Jean"));
    expect(email?.htmlBody).toMatch(new RegExp(`${link}"[^>]*>No reminders, please</a>`));
    expect(chooseEmails(email?.id ?? "", false, NOW)).toBe(true);
    expect(await remindOfVouchers(new Date(voucherRow(voucherId).expiresAt.getTime() - 10 * DAY * 1000))).toBe(0);
    voucher({ ...to("callum@example.org"), purchasedByAccountId: jean.id });
    expect(await sendDueGifts(NOW)).toBe(1);
  });

  it("is not there for a gift without an address, cancelled, or redeemed", async () => {
    voucher(to(null));
    voucher(to("a@example.org"), { status: "CANCELLED" });
    voucher(to("b@example.org"), { status: "REDEEMED", redeemedAt: NOW });
    expect(await sendDueGifts(NOW)).toBe(0);
    expect(written()).toEqual([]);
  });

  it("a message that looks like a link stays words, and a name with line ends makes no header", async () => {
    const message = "Win at https://evil.example/now or mail me@evil.example\n<b>bold</b>";
    const name = "Callum\r\nBcc: all@example.org";
    voucher({ recipient: { name, email: "callum@example.org", message, sendOnDay: null } });
    await sendDueGifts(NOW);
    const [email] = written();
    const html = openSealedHtml(email?.htmlBody ?? "");
    expect(html).toContain("&lt;b&gt;bold&lt;/b&gt;");
    const text = openSealedText(email?.textBody ?? "");
    expect(text).toContain("Win at https");
    for (const body of [html, text]) expect(body).not.toContain("https://evil.example");
    expect(html).not.toContain("<b>bold</b>");
    expect(text).not.toContain("\nBcc:");
  });
});

describe("a giver", () => {
  it("corrects whom it is for and the day; a later day carries the last day along", () => {
    const jean = person("Jean");
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    const change = (given: Partial<Record<string, string>>) =>
      changeGift({ accountId: jean.id, voucherId }, words(given), NOW);
    const full = { recipientName: "Maya", recipientEmail: "maya@example.org", giftMessage: "Hello" };
    expect(change({ ...full, sendOnDay: "2027-02-01" })).toEqual({ ok: true });
    expect(voucherRow(voucherId)).toMatchObject({
      ...full,
      sendOnDay: "2027-02-01",
      expiresAt: endOfLondonDay("2028-02-01"),
    });
    expect(change({})).toEqual({ ok: true });
    expect(voucherRow(voucherId)).toMatchObject({
      recipientEmail: null,
      sendOnDay: null,
      expiresAt: endOfLondonDay("2027-11-20"),
    });
  });

  it("corrects it until its last instant, and nothing of it once it is redeemed", () => {
    const jean = person("Jean");
    const { voucherId, expiresAt } = voucher({ purchasedByAccountId: jean.id });
    const change = (at: Date) => changeGift({ accountId: jean.id, voucherId }, words({ recipientName: "Maya" }), at);
    expect(change(expiresAt)).toEqual({ ok: true });
    const refused = { ok: false, reason: "not_open" };
    expect(change(new Date(expiresAt.getTime() + 1))).toEqual(refused);
    const loop = { theme: "pet", type: "my-cat-and-me", deliveryDay: "2027-12-03" };
    expect(redeemVoucher({ accountId: person("Maya").id, voucherId, ...loop }, NOW).ok).toBe(true);
    expect(change(NOW)).toEqual(refused);
  });

  it("moves no last day back that staff have moved on", () => {
    const jean = person("Jean");
    const extended = endOfLondonDay("2029-01-31");
    const { voucherId } = voucher({ purchasedByAccountId: jean.id }, { expiresAt: extended });
    changeGift({ accountId: jean.id, voucherId }, words({ sendOnDay: "2027-02-01" }), NOW);
    expect(voucherRow(voucherId).expiresAt).toEqual(extended);
  });

  it("moves none of those back by a later sending that is taken back again", () => {
    const jean = person("Jean");
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    const extension = { expiresOn: "2027-12-31", reason: "Asked for" };
    expect(extendVoucher(voucherId, extension, person("Sid").id, NOW)).toEqual({ ok: true });
    for (const sendOnDay of ["2027-02-01", ""])
      changeGift({ accountId: jean.id, voucherId }, words({ sendOnDay }), NOW);
    expect(voucherRow(voucherId).expiresAt >= endOfLondonDay("2027-12-31")).toBe(true);
  });

  it.each([
    ["yesterday", "2026-11-19", "Please choose today or a later day"],
    ["more than a year away", "2027-11-21", "Please choose a day within 12 months of buying it"],
  ])("cannot have it sent %s", (_, sendOnDay, sentence) => {
    const jean = person("Jean");
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    expect(changeGift({ accountId: jean.id, voucherId }, words({ sendOnDay }), NOW)).toEqual({
      ok: false,
      reason: "day",
      sentence,
    });
  });

  it("sends it three times a day and no more, however often the address is corrected", async () => {
    const jean = person("Jean");
    const { voucherId } = voucher({ ...to("maya@example.org"), purchasedByAccountId: jean.id });
    const results = Array.from({ length: 10 }, (_, place) => resendGift(jean.id, voucherId, later(place)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    expect(results.at(-1)).toEqual({ ok: false, reason: "too_many" });
    for (let time = 0; time < 5; time += 1) {
      const recipientEmail = `maya.${time}@example.org`;
      changeGift({ accountId: jean.id, voucherId }, words({ recipientEmail }), later(60 + time));
      await sendDueGifts(later(60 + time));
    }
    expect(written().map(({ toEmail }) => toEmail)).toEqual(Array(3).fill("maya@example.org"));
    await sendDueGifts(later(DAY + 61));
    expect(written().at(-1)).toMatchObject({ toEmail: "maya.4@example.org" });
  });

  it.each([
    ["today", "2026-11-20"],
    ["twelve months after it was bought", "2027-11-20"],
  ])("can have it sent %s", (_, sendOnDay) => {
    const jean = person("Jean");
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    expect(changeGift({ accountId: jean.id, voucherId }, words({ sendOnDay }), NOW)).toEqual({ ok: true });
  });

  it("need not choose a day", () => {
    expect(sendDayProblem("", NOW, NOW)).toBeNull();
  });

  it("changes one gift and no other of theirs", () => {
    const jean = person("Jean");
    const [one, other] = [1, 2].map(
      () => voucher({ ...to("maya@example.org"), purchasedByAccountId: jean.id }).voucherId,
    );
    const before = voucherRow(other ?? "");
    changeGift({ accountId: jean.id, voucherId: one ?? "" }, words({ recipientName: "Zoe" }), NOW);
    const replaced = write((tx) => replaceCode(tx, one ?? "", NOW));
    expect(resendGift(jean.id, one ?? "", NOW).ok).toBe(false);
    expect([replaced.id, replaced.recipientName]).toEqual([one, "Zoe"]);
    expect(voucherRow(other ?? "")).toEqual(before);
  });

  it("is given a new code, which leaves what others have typed as it is", () => {
    const [one, other] = [voucher(), voucher()];
    const holder = (name: string) => ({ accountId: null, person: name, clientAddress: name });
    const keys = [one, other].map(({ code, voucherId }) => {
      const held = holdVoucher(code, holder(voucherId), NOW);
      return held.ok ? held.key : "";
    });
    write((tx) => replaceCode(tx, one.voucherId, NOW));
    expect(keys.map((key) => heldVoucher(key, null, NOW).ok)).toEqual([false, true]);
    expect([one, other].map(({ voucherId }) => voucherRow(voucherId).openedAt)).toEqual([null, NOW]);
  });

  it("sends it until its last instant, while nobody has used it, to an address that it has", () => {
    const jean = person("Jean");
    const of = (email: string | null, changes = {}) =>
      voucher({ ...to(email), purchasedByAccountId: jean.id }, changes).voucherId;
    const open = of("maya@example.org");
    const { expiresAt } = voucherRow(open);
    expect(resendGift(jean.id, open, expiresAt)).toEqual({ ok: true, recipientEmail: "maya@example.org" });
    const refused = (reason: string) => ({ ok: false, reason });
    expect(resendGift(jean.id, open, new Date(expiresAt.getTime() + 1))).toEqual(refused("not_open"));
    expect(resendGift(jean.id, of("maya@example.org", { status: "CANCELLED" }), NOW)).toEqual(refused("not_open"));
    expect(resendGift(jean.id, of(null), NOW)).toEqual(refused("no_address"));
  });

  it("finds the gift of an order of theirs, and staff find any", () => {
    const [jean, eve] = [person("Jean"), person("Eve")];
    const [first, second, hers] = [jean, jean, eve].map(({ id: accountId }) => {
      const { id: orderId } = orderRow({ accountId });
      return { orderId, ...voucher({ orderId, purchasedByAccountId: accountId }) };
    });
    const found = [first, second, hers].map((one) => giftOfOrder(jean.id, one?.orderId ?? "", NOW)?.voucher.id);
    expect(found).toEqual([first?.voucherId, second?.voucherId, undefined]);
    expect(giftForStaff(hers?.voucherId ?? "", NOW)?.voucher.id).toBe(hers?.voucherId);
    expect(giftsOf(jean.id, NOW)).toHaveLength(2);
  });

  it("sees only what they bought themselves", () => {
    const [jean, eve] = [person("Jean"), person("Eve")];
    const { voucherId, code } = voucher({ ...to("maya@example.org"), purchasedByAccountId: jean.id });
    expect(giftOf(jean.id, voucherId, NOW)?.code.replaceAll("-", "")).toBe(code);
    expect(giftsOf(jean.id, NOW)).toHaveLength(1);
    expect(giftOf(eve.id, voucherId, NOW)).toBeUndefined();
    expect(giftsOf(eve.id, NOW)).toEqual([]);
    expect(changeGift({ accountId: eve.id, voucherId }, words(), NOW)).toEqual({
      ok: false,
      reason: "not_found",
    });
    expect(resendGift(eve.id, voucherId, NOW)).toEqual({ ok: false, reason: "not_found" });
  });

  it("reads of each gift what has become of it", () => {
    const open = {
      status: "ACTIVE",
      expiresAt: later(DAY),
      recipientEmail: null,
      sentAt: null,
      openedAt: null,
    } as const;
    const states = [
      open,
      { ...open, recipientEmail: "maya@example.org" },
      { ...open, recipientEmail: "maya@example.org", sentAt: NOW },
      { ...open, sentAt: NOW, openedAt: NOW },
      { ...open, status: "REDEEMED" as const },
      { ...open, expiresAt: later(-1) },
      { ...open, status: "EXPIRED" as const },
      { ...open, status: "CANCELLED" as const },
      { ...open, status: "SUSPENDED" as const },
    ].map((gift) => giftState(gift, NOW));
    expect(states).toEqual("ready scheduled sent opened redeemed expired expired cancelled on_hold".split(" "));
  });
});

describe("a voucher that runs out", () => {
  const daysBefore = (days: number, expiresAt: Date) => new Date(expiresAt.getTime() - days * DAY * 1000);

  it("is told of 60 and 14 days before, once each, to its giver while it was not sent", async () => {
    const jean = person("Jean");
    const { expiresAt } = voucher({ purchasedByAccountId: jean.id });
    const days = [61, 60, 59, 30, 15, 14, 13, 1];
    const reminded: number[] = [];
    for (const left of days) reminded.push(await remindOfVouchers(daysBefore(left, expiresAt)));
    expect(reminded).toEqual([0, 1, 0, 0, 0, 1, 0, 0]);
    expect(written().map(({ toEmail }) => toEmail)).toEqual([jean.email, jean.email]);
    expect(written()[0]?.subject).toBe("The Loop voucher runs out on 20 November 2027");
  });

  it.each([
    ["in winter", "2026-11-20"],
    ["where the clocks go back in between", "2027-11-05"],
    ["where they go forward in between", "2027-04-02"],
  ])("is told of on the morning of the fourteenth day before its last one, %s", async (_, lastDay) => {
    const { voucherId } = voucher({ purchasedByAccountId: person("Jean").id });
    db.update(vouchers)
      .set({ expiresAt: endOfLondonDay(lastDay) })
      .where(eq(vouchers.id, voucherId))
      .run();
    const morning = londonHour(addDays(lastDay, -14), 8).getTime();
    expect(await remindOfVouchers(londonHour(addDays(lastDay, -60), 8))).toBe(1);
    expect(await remindOfVouchers(new Date(morning - 1))).toBe(0);
    expect(await remindOfVouchers(new Date(morning))).toBe(1);
  });

  it("goes to the recipient once the gift was sent", async () => {
    const { expiresAt } = voucher({ ...to("maya@example.org"), purchasedByAccountId: person("Jean").id });
    await sendDueGifts(NOW);
    await remindOfVouchers(daysBefore(60, expiresAt));
    expect(written().map(({ kind, toEmail }) => [kind, toEmail])).toEqual([
      ["gift", "maya@example.org"],
      ["voucher_reminder", "maya@example.org"],
    ]);
  });

  it("is sent once if a run was missed, and not at all when it is redeemed or nobody's", async () => {
    const { expiresAt } = voucher({ purchasedByAccountId: person("Jean").id });
    voucher({ purchasedByAccountId: person("Ada").id }, { status: "REDEEMED", redeemedAt: NOW });
    voucher();
    expect(await remindOfVouchers(daysBefore(10, expiresAt))).toBe(1);
    expect(await remindOfVouchers(daysBefore(9, expiresAt))).toBe(0);
  });

  it("is closed when its last day has gone by", () => {
    const { voucherId, expiresAt } = voucher();
    expect(closeExpiredVouchers(expiresAt)).toBe(0);
    expect(closeExpiredVouchers(new Date(expiresAt.getTime() + 1))).toBe(1);
    expect(db.select().from(vouchers).where(eq(vouchers.id, voucherId)).get()?.status).toBe("EXPIRED");
  });
});

describe("what a giver writes", () => {
  it("may all be left out", () => {
    expect(giftForm.parse({})).toEqual({
      recipientName: "",
      recipientEmail: "",
      giftMessage: "",
      giverName: "",
      sendOnDay: "",
    });
  });

  it.each([
    ["an address that is none", { recipientEmail: "maya" }, "Please enter a valid email address"],
    ["a day that is none", { sendOnDay: "2026-02-30" }, "Please choose a date from the calendar"],
    ["501 characters", { giftMessage: "x".repeat(501) }, "The message can have up to 500 characters"],
    ["a very long name", { recipientName: "x".repeat(61) }, "Their name must be 60 characters or less"],
    [
      "a name with a sum",
      { giverName: "You won £500" },
      "Your name can’t have a web address, a phone number, “@” or “£” in it",
    ],
    [
      "a name with a link",
      { recipientName: "http://x.example" },
      "Their name can’t have a web address, a phone number, “@” or “£” in it",
    ],
  ])("%s is told", (_, given, sentence) => {
    const parsed = givingForm.safeParse({ giverName: "Jean", ...given });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });

  it("keeps the names of a gift from before they had this rule", () => {
    const kept = { recipientName: "x".repeat(80), giverName: "£ Jean" };
    expect(giftForm.parse(kept)).toMatchObject(kept);
  });

  it("keeps its lines and loses what nobody sees", () => {
    const { giftMessage } = giftForm.parse({
      giftMessage: " Dear\u0000 Maya,\r\n\r\n\r\n\r\nlove\u202e \t Jean \n",
    });
    expect(giftMessage).toBe("Dear Maya,\n\nlove Jean");
  });
});
