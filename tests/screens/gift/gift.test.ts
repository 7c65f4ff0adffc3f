import { describe, expect, it, vi } from "vitest";
import { formatDay } from "~/domain/kernel/time/format-days";
import { londonHour } from "~/domain/kernel/time/instants";
import { CHANGED_LATER } from "~/domain/shop/vouchers/gift-words";
import { readVoucherCode } from "~/domain/shop/vouchers/typed-code";
import { payWith } from "../../adapters/payments/buyer";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, type Customer, showCookies, signIn } from "../support/customers";
import { giveAsGuest } from "../support/guests";
import { sendEverythingOdd, TWO_MEGABYTES } from "../support/hostile-forms";
import { change, countOf, dayFromToday, emailsTo, rowOf, rowsOf } from "../support/records";
import { newEmail, PASSWORD } from "../support/registrations";
import { openSellingApp } from "../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();

const BY_EMAIL = { "Their email address": "maya@example.org" };
const GOOD_CARD = "4242 4242 4242 4242";

async function chooseGift(browser: Visitor, theme = "celebration", type = "Wedding") {
  await browser.visit("/gift");
  await browser.submit("Choose a theme");
  await browser.press("theme", theme);
  return await browser.submit(`Choose ${type}`);
}

/** Continues to the payment page; the gift is not paid yet. */
async function goToPay(browser: Visitor, giftDetails = {}) {
  await browser.visit("/payment");
  const handover = "Their email address" in giftDetails ? "email" : "myself";
  await browser.submit("Pay £69.99", { handover, ...giftDetails }, { follow: false });
  return browser.page.location ?? "";
}

/** Buys a gift, up to the page with its voucher. */
async function buyGift({ browser }: { browser: Visitor }, giftDetails = {}) {
  await chooseGift(browser);
  const url = await goToPay(browser, giftDetails);
  await payWith(url, GOOD_CARD);
  await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
  return await browser.visit("/gift-confirmation");
}

const voucherOf = ({ accountId }: Customer) =>
  rowOf("SELECT * FROM vouchers WHERE purchased_by_account_id = ?", accountId);

const shownCode = ({ page }: Visitor) => page.root.querySelector("[data-code]")?.text.trim() ?? "";

describe("the page about giving", () => {
  it("explains the gift, names the price, and begins a gift", async () => {
    const browser = app.visitor();
    const page = await browser.visit("/gift");
    expect(page.title).toBe("Gift a Loop – Loop");
    for (const part of ["£69.99", "12 months", "14 days"]) expect(page.text("main")).toContain(part);
    expect((await browser.submit("Choose a theme")).title).toContain("Gift a Loop - Choose a Theme");
    await browser.press("theme", "celebration");
    const words = browser.page.text("main");
    for (const part of ["Loop voucher included", "Free P&P", "Preview Example"]) expect(words).toContain(part);
  });

  it("is where the home page's gift buttons lead to, each with its theme", async () => {
    const browser = app.visitor();
    await browser.visit("/");
    await browser.submit("Gift a Loop: Family");
    expect(browser.page.path).toBe("/loop-type");
    expect(browser.page.text("main")).toContain("Loop voucher included");
    await browser.visit("/");
    await browser.submit("Begin Your Loop: Family");
    expect(browser.page.text("main")).not.toContain("Loop voucher included");
  });
});

describe("buying a gift", () => {
  it("leads from the theme over paying to the voucher, its code, its last day and what was paid", async () => {
    const jean = await becomeCustomer(app);
    const { browser } = jean;
    await chooseGift(browser);
    expect(browser.page.title).toContain("Gift a Loop - Payment");
    expect(browser.page.text("main")).toContain("as a gift");
    const url = await goToPay(browser, {
      "Who’s it for?": "Maya",
      "Your message": "Write it all down.\nLove, Jean",
    });
    await payWith(url, GOOD_CARD);
    const paid = await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
    expect(paid.title).toBe("Payment Successful! – Loop");
    expect(paid.heading).toBe("Thank you, Margaret. The first stitch is yours.");
    for (const part of ["Maya’s voucher is ready.", "See Maya’s voucher", "Wedding, for Maya"])
      expect(paid.text("main")).toContain(part);
    expect(rowOf("SELECT delivery_address FROM orders WHERE account_id = ?", jean.accountId)).toEqual({
      delivery_address: null,
    });
    const page = await browser.visit(`/gift-confirmation?order=${voucherOrder(jean)}`);
    expect(page.title).toBe("Gift Purchase Successful! – Loop");
    expect(page.heading).toBe("Maya’s voucher is ready.");
    expect(readVoucherCode(shownCode(browser))).not.toBeNull();
    const words = page.text("main");
    for (const part of [
      "Gift Purchase Successful!",
      "From Margaret",
      "Whenever you like",
      "Love, Jean",
      "Wedding loop",
      "£69.99",
      "Download Voucher",
    ]) {
      expect(words).toContain(part);
    }
    expect(page.text(".gift-done-pair")).not.toContain("£");
    expect(page.links().map(({ words }) => words)).toContain("Change it or send it again");
    for (const part of ["Download Receipt", "Return Home", "valid for 12 months"]) expect(words).toContain(part);
    const [copy, share] = ["Copy Code", "Share"].map((label) =>
      page.root.querySelectorAll("button").find((one) => one.text.trim() === label),
    );
    expect([copy, share].every((button) => button?.hasAttribute("hidden"))).toBe(true);
    expect(page.root.querySelector('a[href^="mailto:"]')).not.toBeNull();
    // A browser that starts a download drops the scripts it is still loading, so the script comes before the links.
    const script = page.find('script[src^="/scripts/gift-"]:not([src*="card"])');
    expect(["type", "async", "defer"].filter((name) => script.hasAttribute(name))).toEqual([]);
    expect(page.body.indexOf(script.getAttribute("src") ?? "")).toBeLessThan(page.body.indexOf("/pdf"));
  });

  it("makes the buyer a purchaser with gifts of their own, and gives them no loop to begin", async () => {
    const jean = await becomeCustomer(app);
    await buyGift(jean);
    expect(jean.browser.page.text("header")).toContain("My gifts");
    expect(countOf("loop_credits", "account_id = ?", jean.accountId)).toBe(0);
    expect((await jean.browser.visit("/loop-end-date")).path).toBe("/begin");
  });

  it("may say everything about whom it is for, or nothing", async () => {
    const [jean, ada] = [await becomeCustomer(app), await becomeCustomer(app)];
    const sendOnDay = dayFromToday(30);
    await buyGift(jean, {
      "Who’s it for?": "Maya",
      "Their email address": "maya@example.org",
      "Send it on": sendOnDay,
    });
    expect(voucherOf(jean)).toMatchObject({
      recipient_name: "Maya",
      recipient_email: "maya@example.org",
      send_on_day: sendOnDay,
      sent_at: null,
    });
    await buyGift(ada);
    expect(voucherOf(ada)).toMatchObject({ recipient_name: null, recipient_email: null, gift_message: null });
    expect(ada.browser.page.heading).toBe("Your voucher is ready.");
  });

  it("says that the receipt couldn’t be delivered", async () => {
    const jean = await becomeCustomer(app);
    await buyGift(jean);
    const { path } = jean.browser.page;
    expect(jean.browser.page.text("main")).toContain(`Your receipt is on its way to ${jean.email}`);
    change("UPDATE emails SET state = 'dead', failure = 'Came back.' WHERE to_email = ?", jean.email);
    const words = (await jean.browser.visit(path)).text("main");
    expect(words).toContain(`Our email to ${jean.email} couldn’t be delivered. Download your receipt here`);
    expect(words).not.toContain("on its way");
  });

  it("says on which morning it is emailed, and that it is from the name on the card", async () => {
    const jean = await becomeCustomer(app);
    const sendOnDay = dayFromToday(30);
    await buyGift(jean, {
      "Who’s it from?": "Auntie Helen",
      "Their email address": "maya@example.org",
      "Send it on": sendOnDay,
    });
    const words = jean.browser.page.text("main");
    expect(words).toContain(`We’ll email it to them on the morning of ${formatDay(sendOnDay)}.`);
    expect(words).toContain("From Auntie Helen");
    expect(words).toContain("We email the voucher to maya@example.org, from you");
    expect(voucherOf(jean).giver_name).toBe("Auntie Helen");
  });

  it("is emailed to nobody when its giver hands it over, whatever was typed before", async () => {
    const jean = await becomeCustomer(app);
    await buyGift(jean, { handover: "myself", "Their email address": "maya@example.org" });
    expect(voucherOf(jean)).toMatchObject({ recipient_email: null, send_on_day: null });
  });

  it("says that it is emailed now from eight in the morning of its day, as one sent today in the afternoon is", async () => {
    const jean = await becomeCustomer(app);
    const sendOnDay = dayFromToday(2);
    await buyGift(jean, { "Their email address": "maya@example.org", "Send it on": sendOnDay });
    const saidAt = async (moment: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: moment });
      const { browser } = jean;
      const words = (await browser.visit("/gift-confirmation")).text("main");
      vi.useRealTimers();
      return words;
    };
    const eight = londonHour(sendOnDay, 8).getTime();
    expect(await saidAt(eight - 60_000)).toContain(`on the morning of ${formatDay(sendOnDay)}.`);
    expect(await saidAt(eight)).toContain("We’re emailing it to them now.");
  });

  it("promises its giver reminders only while they want emails", async () => {
    const jean = await becomeCustomer(app);
    const page = await buyGift(jean);
    expect(page.text("main")).toContain("we’ll remind you 60 and 14 days before");
    change("UPDATE accounts SET notify_by_email = 0 WHERE id = ?", jean.accountId);
    const without = await jean.browser.visit("/gift-confirmation");
    expect(without.text("main")).toContain("They start their year");
    expect(without.text("main")).not.toContain("remind");
  });

  it("shows the typed words on the card without ordering anything", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await chooseGift(browser);
    const page = await browser.submit("Show my words on the card", {
      "Who’s it for?": "Maya and Dev",
      "Your message": "You two write the best postcards.",
      "Who’s it from?": "Auntie Helen",
      "Their email address": "not yet an addr",
    });
    const card = page.text(".gift-layers");
    for (const words of ["For Maya and Dev", "You two write the best postcards.", "From Auntie Helen"])
      expect(card).toContain(words);
    expect(card).not.toContain("£");
    expect(page.text(".gift-preview-below")).toContain("You two write the best postcards.");
    expect(page.errorSummary()).toEqual([]);
    expect(page.field("Who’s it for?").value).toBe("Maya and Dev");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it("asks a guest for everything that is missing at once, in the order of the page", async () => {
    const browser = app.visitor();
    await chooseGift(browser);
    await browser.visit("/payment");
    const page = await browser.submit("Pay £69.99", { handover: "email" });
    expect(page.text("main")).toContain(CHANGED_LATER.guest);
    expect(page.errorSummary()).toEqual([
      "Please say who it’s from",
      "Please enter their email address, or choose to give it to them yourself",
      "Email address is required",
      "Please accept both the Terms & Conditions and Privacy Policy",
    ]);
  });

  it.each([
    ["an address that is none", { "Their email address": "maya" }, "Please enter a valid email address"],
    ["a day gone by", { ...BY_EMAIL, "Send it on": dayFromToday(-1) }, "Please choose today or a later day"],
    ["a day too far away", { ...BY_EMAIL, "Send it on": dayFromToday(400) }, "within 12 months of buying it"],
    [
      "no address to email it to",
      { "Their email address": "", handover: "email" },
      "Please enter their email address, or choose to give it to them yourself",
    ],
    [
      "neither an address nor a giver",
      { "Their email address": "", handover: "email", "Who’s it from?": "" },
      "Please enter their email address, or choose to give it to them yourself",
    ],
    ["nobody it is from", { handover: "myself", "Who’s it from?": " " }, "Please say who it’s from"],
    ["a long message", { "Your message": "x".repeat(501) }, "The message can have up to 500 characters"],
  ])("with %s asks again, keeps the words and takes no money", async (_, giftDetails, sentence) => {
    const { browser, accountId } = await becomeCustomer(app);
    await chooseGift(browser);
    await browser.visit("/payment");
    const page = await browser.submit("Pay £69.99", { "Who’s it for?": "Maya", ...giftDetails });
    expect(page.status).toBe(422);
    expect(page.text("main")).toContain(sentence);
    expect(page.field("Who’s it for?").control.getAttribute("value")).toBe("Maya");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it("says once before it is paid what the card prints otherwise, and again for other words", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await chooseGift(browser);
    await browser.visit("/payment");
    const words = { "Who’s it for?": "Maya", "Your message": "Have ⅓ of it", handover: "myself" };
    const page = await browser.submit("Pay £69.99", words);
    expect(page.status).toBe(422);
    expect(page.text("main")).toContain("You haven’t paid yet. The card prints “⅓” as “1/3”.");
    expect(page.field("Your message").control.text).toContain("Have ⅓ of it");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
    const other = await browser.submit("Pay £69.99", { "Your message": "Have ½ of 𓀀", handover: "myself" });
    expect(other.text("main")).toContain("leaves it out");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
    await browser.submit("Pay £69.99", {}, { follow: false });
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
    await browser.visit("/payment");
    await browser.submit("Pay £69.99", {}, { follow: false });
    expect(browser.page.location).toContain("/pay/");
  });

  it("offers another gift typed in a second tab as a second one, after the first tab has paid", async () => {
    const jean = await becomeCustomer(app);
    const { browser, accountId } = jean;
    await chooseGift(browser);
    const tab = anotherWindow(app, jean);
    await tab.visit("/payment");
    const url = await goToPay(browser, { "Who’s it for?": "Maya" });
    await payWith(url, GOOD_CARD);
    await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
    showCookies(browser, tab);
    const dev = { "Who’s it for?": "Dev", "Your message": "And you", handover: "myself" };
    const page = await tab.submit("Pay £69.99", dev);
    expect(page.path).toBe("/payment");
    expect(page.text("main")).toContain("You’ve already paid for the gift for Maya");
    expect(page.field("Your message").control.text).toContain("And you");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
    await tab.submit("Pay £69.99", {}, { follow: false });
    const kept = rowsOf("SELECT gift_details, status FROM orders WHERE account_id = ?", accountId);
    expect(kept.map(({ gift_details, status }) => [JSON.parse(String(gift_details)).recipientName, status])).toEqual([
      ["Maya", "PAID"],
      ["Dev", "PENDING"],
    ]);
  });

  it("is that of its own tab where the same was chosen in two, and both are paid", async () => {
    const jean = await becomeCustomer(app);
    const { browser, accountId } = jean;
    await chooseGift(browser);
    const tab = anotherWindow(app, jean);
    await chooseGift(tab);
    showCookies(tab, browser);
    const pay = async (from: Visitor, name: string) => {
      await from.submit("Pay £69.99", { "Who’s it for?": name, handover: "myself" }, { follow: false });
      return from.page.location ?? "";
    };
    const one = await pay(browser, "Maya");
    showCookies(browser, tab);
    const other = await pay(tab, "Dev");
    showCookies(tab, browser);
    for (const url of [one, other]) {
      await payWith(url, GOOD_CARD);
      await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
    }
    const names = rowsOf("SELECT recipient_name AS name FROM vouchers WHERE purchased_by_account_id = ?", accountId);
    expect(names.map(({ name }) => name).sort()).toEqual(["Dev", "Maya"]);
  });

  it("remembers what was written when the card page was left", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseGift(browser);
    await goToPay(browser, { "Who’s it for?": "Maya", "Your message": "Hello" });
    const page = await browser.visit("/payment");
    expect(page.field("Who’s it for?").control.getAttribute("value")).toBe("Maya");
    expect(page.field("Your message").control.text).toContain("Hello");
  });

  it.each([[["recipientName", "recipientEmail", "giftMessage"]], [["giverName", "handover", "sendOnDay"]]])(
    "gives a clear response whatever is sent as %s",
    async (names) => {
      const { browser } = await becomeCustomer(app);
      await chooseGift(browser);
      const arrive = (visitor: Visitor) => visitor.visit("/payment");
      for (const field of names) await sendEverythingOdd(browser, { arrive, button: "Pay £69.99", field });
      await arrive(browser);
      const response = await browser.submit("Pay £69.99", {}, { extra: [["giftMessage", TWO_MEGABYTES]] });
      expect(response.status).toBe(413);
    },
  );

  it("writes the confirmation and the voucher to the buyer, and neither tells the code to the database", async () => {
    const jean = await becomeCustomer(app);
    await buyGift(jean);
    const code = shownCode(jean.browser);
    const emails = emailsTo(jean.email).filter(({ kind }) => kind !== "verification_code");
    expect(emails.map(({ kind }) => kind).sort()).toEqual(["gift_voucher", "order_confirmation"]);
    const everything = JSON.stringify(rowsOf("SELECT * FROM emails"));
    expect(everything).not.toContain(code);
  });
});

const voucherOrder = ({ accountId }: Customer) =>
  String(rowOf("SELECT number FROM orders WHERE account_id = ? AND kind = 'gift'", accountId).number);

describe("the page of the voucher", () => {
  it("is that of the gift this browser has paid for as a guest, whoever signs in since", async () => {
    const giver = await becomeCustomer(app);
    await buyGift(giver, { "Who’s it for?": "Maya" });
    const guest = app.visitor();
    await giveAsGuest(guest, newEmail("giver"), { "Who’s it for?": "Dev" });
    await signIn(guest, giver.email);
    await guest.visit("/payment");
    expect(guest.page.heading).toBe("Dev’s voucher is ready.");
    const links = guest.page.links();
    for (const words of ["Download Voucher", "Download Receipt"])
      expect((await guest.send(links.find((link) => link.words === words)?.href ?? "/")).status).toBe(200);
    expect(links.map(({ words }) => words)).toContain("Put it in your account");
  });

  it("is that of the gift in the link, after signing in too", async () => {
    const giver = await becomeCustomer(app);
    await buyGift(giver, { "Who’s it for?": "Maya" });
    const { number } = rowOf("SELECT number FROM orders WHERE account_id = ?", giver.accountId);
    await buyGift(giver, { "Who’s it for?": "Dev" });
    const elsewhere = app.visitor();
    await elsewhere.visit(`/gift-confirmation?order=${number}`);
    expect(elsewhere.page.path).toBe("/auth");
    await elsewhere.submit("Sign in", { "Email address": giver.email, Password: PASSWORD });
    expect(elsewhere.page.path).toBe(`/gift-confirmation?order=${number}`);
    expect(elsewhere.page.heading).toBe("Maya’s voucher is ready.");
  });

  it("says that the voucher is being prepared while nobody has paid, and shows no code", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseGift(browser);
    await goToPay(browser);
    const page = await browser.visit("/gift-confirmation");
    expect(page.heading).toBe("Your voucher is being prepared");
    expect(page.headers.get("refresh")).toMatch(/^5;url=\/gift-confirmation\?refreshes=1$/);
    expect(shownCode(browser)).toBe("");
    const late = await browser.visit("/gift-confirmation?refreshes=12");
    expect(late.heading).toBe("Unable to load voucher details");
    expect(late.headers.get("refresh")).toBeNull();
  });

  it("is its buyer's alone", async () => {
    const [jean, eve] = [await becomeCustomer(app), await becomeCustomer(app)];
    await buyGift(jean);
    const number = voucherOrder(jean);
    expect((await eve.browser.visit(`/gift-confirmation?order=${number}`)).path).toBe("/gift");
    const stranger = app.visitor();
    expect((await stranger.visit(`/gift-confirmation?order=${number}`)).path).toBe("/auth");
  });

  it("gives the voucher and the receipt as PDFs to its buyer, and to nobody else", async () => {
    const [jean, eve] = [await becomeCustomer(app), await becomeCustomer(app)];
    await buyGift(jean);
    const links = jean.browser.page.root
      .querySelectorAll("a")
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => /^\/(?:voucher|order)\//.test(href));
    expect(links).toHaveLength(2);
    for (const link of links) {
      const file = await jean.browser.send(link);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      expect(file.headers.get("cache-control")).toBe("no-store");
      const theirs = await eve.browser.send(link);
      const nobodys = await eve.browser.send(link.replace(/\/[^/]+\/(?=[^/]+$)/, "/nobody/"));
      expect([theirs.status, nobodys.status]).toEqual([404, 404]);
      expect(theirs.body).toEqual(nobodys.body);
      expect((await app.visitor().send(link)).status).toBe(401);
    }
  });
});
