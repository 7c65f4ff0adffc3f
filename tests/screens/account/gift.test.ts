import { describe, expect, it, vi } from "vitest";
import { formatDay } from "~/domain/kernel/time/format-days";
import { londonHour } from "~/domain/kernel/time/instants";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, type Customer } from "../support/customers";
import { giveGift } from "../support/gifts";
import { sendEverythingOdd, TWO_MEGABYTES } from "../support/hostile-forms";
import { nameYear } from "../support/loops";
import { change, countOf, dayFromToday, emailsTo, rowOf } from "../support/records";
import { makeVoucher } from "../support/vouchers";

const app = await openApp();
expectNothingBreaks();

const GIFTS = "/account-settings?tab=orders";

/** Somebody who has bought a gift, with its voucher. */
async function buyerWithGift(email: string | null = null, sendOnDay: string | null = null) {
  const customer = await becomeCustomer(app);
  const orderId = giveGift(customer);
  const made = await makeVoucher({
    orderId,
    purchasedByAccountId: customer.accountId,
    recipient: { name: "Maya", email, message: "Hello", sendOnDay },
  });
  return { customer, ...made };
}

const gifts = async ({ browser }: Customer) => (await browser.visit(GIFTS)).text("main");

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `maya.${addresses}@example.org`;
};

describe("my gifts", () => {
  it("shows each gift, its code, whom it is for, how long it is good for, and lets it be printed", async () => {
    const { customer, voucherId, code } = await buyerWithGift();
    const words = await gifts(customer);
    for (const part of ["My Cat & Me loop for Maya", "Ready to give", code, "Valid until"]) {
      expect(words).toContain(part);
    }
    const links = customer.browser.page.links().map(({ href }) => href);
    expect(links).toContain(`/voucher/${voucherId}/pdf`);
    expect(links).toContain(`/account-settings/gifts/${voucherId}`);
  });

  it("reads of each what has become of it, and offers nothing for one that is over", async () => {
    const day = dayFromToday(10);
    const { customer, voucherId } = await buyerWithGift(newAddress(), day);
    const set = (column: string, value: unknown) =>
      change(`UPDATE vouchers SET ${column} = ? WHERE id = ?`, value, voucherId);
    expect(await gifts(customer)).toContain("Scheduled");
    set("sent_at", Date.now());
    expect(await gifts(customer)).toContain("Resend Code");
    set("opened_at", Date.now());
    expect(await gifts(customer)).toContain("Opened");
    set("status", "REDEEMED");
    const redeemed = await gifts(customer);
    expect(redeemed).toContain("Redeemed");
    expect(redeemed).not.toContain("Resend Code");
    const cancelled = await buyerWithGift();
    change("UPDATE vouchers SET status = 'CANCELLED' WHERE id = ?", cancelled.voucherId);
    const words = await gifts(cancelled.customer);
    expect(words).toContain("Cancelled");
    expect(words).not.toContain("Valid until");
    expect(words).not.toContain(cancelled.code);
  });

  it("says from eight in the morning of its day, or without one, that it leaves within a few minutes", async () => {
    const day = dayFromToday(2);
    const { customer, voucherId } = await buyerWithGift(newAddress(), day);
    const saidAt = async (moment: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: moment });
      const words = await gifts(customer);
      vi.useRealTimers();
      return words;
    };
    const eight = londonHour(day, 8).getTime();
    const [morning, soon] = [`${formatDay(day)}, in the morning`, "Within a few minutes"];
    expect(await saidAt(eight - 60_000)).toContain(morning);
    const later = await saidAt(eight);
    expect(later).toContain(soon);
    expect(later).not.toContain(morning);
    change("UPDATE vouchers SET send_on_day = NULL WHERE id = ?", voucherId);
    expect(await gifts(customer)).toContain(soon);
    change("UPDATE vouchers SET sent_at = ? WHERE id = ?", Date.now(), voucherId);
    expect(await gifts(customer)).not.toContain(soon);
    expect(await gifts((await buyerWithGift()).customer)).not.toContain(soon);
  });

  it("prints what it can in plain characters, and says what it can’t", async () => {
    const { customer, voucherId } = await buyerWithGift();
    const { browser } = customer;
    const email = newAddress();
    await browser.visit(`/account-settings/gifts/${voucherId}`);
    const message = "Have ⅓ of my 𝓵𝓸𝓿𝓮\r\nand \u{12000}\r\n\r\n\r\n\r\nand \u200ball of my cake.";
    await browser.submit("Save", {
      "Your message": message,
      "Who’s it from?": "Jean",
      handover: "email",
      "Their email address": `<mailto:${email}>`,
    });
    const remark =
      "The card prints “⅓” as “1/3”, “𝓵𝓸𝓿𝓮” as “love”. We can’t print “\u{12000}”, so the card leaves it out.";
    expect(browser.page.text("main")).toContain(`We’ve updated the voucher. ${remark}`);
    expect((await browser.visit(`/account-settings/gifts/${voucherId}`)).text("main")).toContain(remark);
    const kept = "Have ⅓ of my 𝓵𝓸𝓿𝓮\nand \u{12000}\n\nand all of my cake.";
    expect(rowOf("SELECT gift_message FROM vouchers WHERE id = ?", voucherId)).toEqual({
      gift_message: kept,
    });
  });

  it("never tells what is written in the loop it became", async () => {
    const { customer, voucherId } = await buyerWithGift();
    const { browser } = await becomeCustomer(app);
    await browser.visit("/redeem");
    const code = String((await gifts(customer)).match(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/)?.[0]);
    await browser.submit("Redeem voucher", { "Voucher code": code, acceptedTerms: true });
    await browser.submit("Start my year");
    await browser.submit("Confirm");
    await nameYear(browser, "A very private year");
    expect(rowOf("SELECT status FROM vouchers WHERE id = ?", voucherId)).toEqual({ status: "REDEEMED" });
    const words = await gifts(customer);
    expect(words).toContain("Redeemed");
    expect(words).not.toContain("private");
    expect(emailsTo(customer.email).map(({ kind }) => kind)).toContain("voucher_redeemed");
  });

  it("sends a gift three times a day to the address it has, and says so when that is all", async () => {
    const email = newAddress();
    const { customer, voucherId } = await buyerWithGift(email, dayFromToday(30));
    await gifts(customer);
    expect((await customer.browser.submit("Send now: My Cat & Me loop for Maya")).text("main")).toContain(
      `We’ve emailed the voucher to ${email}.`,
    );
    for (const _ of [2, 3]) {
      await customer.browser.submit(
        "Resend Code: My Cat & Me loop for Maya",
        {},
        {
          extra: [["recipientEmail", "eve@example.org"]],
        },
      );
    }
    const page = await customer.browser.submit("Resend Code: My Cat & Me loop for Maya");
    expect(page.text("main")).toContain("You’ve sent that voucher three times today.");
    expect(emailsTo(email)).toHaveLength(3);
    expect(emailsTo("eve@example.org")).toEqual([]);
    expect(rowOf("SELECT sent_at IS NOT NULL AS sent FROM vouchers WHERE id = ?", voucherId).sent).toBe(1);
  });

  it("corrects the recipient, the message and the day", async () => {
    const { customer, voucherId } = await buyerWithGift();
    const { browser } = customer;
    await browser.visit(`/account-settings/gifts/${voucherId}`);
    const day = dayFromToday(40);
    const email = newAddress();
    const page = await browser.submit("Save", {
      "Who’s it for?": "Maya and Dev",
      handover: "email",
      "Their email address": email,
      "Your message": "For both of you",
      "Send it on": day,
    });
    expect(page.path).toBe(GIFTS);
    expect(page.text("main")).toContain("Saved.");
    expect(page.text("main")).toContain("loop for Maya and Dev");
    expect(rowOf("SELECT * FROM vouchers WHERE id = ?", voucherId)).toMatchObject({
      recipient_name: "Maya and Dev",
      recipient_email: email,
      gift_message: "For both of you",
      send_on_day: day,
    });
  });

  it("shows the words on the card as they are typed, and saves nothing by it", async () => {
    const { customer, voucherId } = await buyerWithGift();
    const { browser } = customer;
    const page = await browser.visit(`/account-settings/gifts/${voucherId}`);
    expect(page.text(".gift-preview")).toContain("To Maya");
    const shown = await browser.submit("Show my words on the card", {
      "Who’s it for?": "Maya and Dev",
      "Your message": "For both of you",
    });
    expect(shown.path).toBe(`/account-settings/gifts/${voucherId}`);
    expect(shown.text(".gift-preview")).toContain("To Maya and Dev");
    expect(shown.text(".gift-preview")).toContain("For both of you");
    expect(shown.text("main")).not.toContain("There is a problem");
    expect(rowOf("SELECT recipient_name FROM vouchers WHERE id = ?", voucherId).recipient_name).toBe("Maya");
    await browser.submit("Save");
    expect(rowOf("SELECT recipient_name FROM vouchers WHERE id = ?", voucherId).recipient_name).toBe("Maya and Dev");
  });

  it.each([
    ["an address that is none", { "Their email address": "maya" }, "Please enter a valid email address"],
    [
      "a day gone by",
      { handover: "email", "Their email address": "maya@example.org", "Send it on": dayFromToday(-1) },
      "Please choose today or a later day",
    ],
  ])("asks again for %s", async (_, words, sentence) => {
    const { customer, voucherId } = await buyerWithGift();
    await customer.browser.visit(`/account-settings/gifts/${voucherId}`);
    const page = await customer.browser.submit("Save", words);
    expect(page.status).toBe(422);
    expect(page.errorSummary()).toEqual([sentence]);
  });

  it("of somebody else are not there", async () => {
    const { voucherId } = await buyerWithGift(newAddress());
    const { customer: eve } = await buyerWithGift(newAddress());
    expect((await eve.browser.visit(`/account-settings/gifts/${voucherId}`)).status).toBe(404);
    await gifts(eve);
    const response = await eve.browser.submit(
      "Send now: My Cat & Me loop for Maya",
      {},
      { without: ["gift"], extra: [["gift", voucherId]] },
    );
    expect(response.status).toBe(404);
    expect(countOf("emails", "kind = 'gift' AND dedupe_key LIKE ?", `gift:${voucherId}:%`)).toBe(0);
  });

  it("one that is over cannot be changed", async () => {
    const { customer, voucherId } = await buyerWithGift();
    await customer.browser.visit(`/account-settings/gifts/${voucherId}`);
    change("UPDATE vouchers SET status = 'CANCELLED' WHERE id = ?", voucherId);
    const page = await customer.browser.submit("Save", { "Who’s it for?": "Eve" });
    expect(page.text("main")).toContain("You can’t change this voucher any more.");
    expect((await customer.browser.visit(`/account-settings/gifts/${voucherId}`)).text("main")).toContain(
      "can’t change this voucher",
    );
  });

  it("one that was opened says since when it cannot be changed", async () => {
    const { customer, voucherId } = await buyerWithGift();
    const opened = Date.UTC(2026, 9, 5, 12);
    change("UPDATE vouchers SET status = 'REDEEMED', redeemed_at = ? WHERE id = ?", opened, voucherId);
    const page = await customer.browser.visit(`/account-settings/gifts/${voucherId}`);
    expect(page.text("main")).toContain("It was opened on 5 October 2026, so it can’t be changed any more.");
  });

  it("give a clear response whatever is sent", async () => {
    const { customer, voucherId } = await buyerWithGift();
    const arrive = (browser: Visitor) => browser.visit(`/account-settings/gifts/${voucherId}`);
    for (const field of ["recipientName", "recipientEmail", "giftMessage", "sendOnDay"]) {
      await sendEverythingOdd(customer.browser, { arrive, button: "Save", field });
    }
    await arrive(customer.browser);
    const response = await customer.browser.submit("Save", {}, { extra: [["giftMessage", TWO_MEGABYTES]] });
    expect(response.status).toBe(413);
  });
});
