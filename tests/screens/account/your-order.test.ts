import { describe, expect, it, vi } from "vitest";
import { formatDay } from "~/domain/kernel/time/format-days";
import { londonHour } from "~/domain/kernel/time/instants";
import { newReceiptToken } from "~/domain/people/accounts/receipt-links.server";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer } from "../support/customers";
import { buyAsGuest, giveAsGuest, orderLink } from "../support/guests";
import { expectMoneyAddsUp } from "../support/money";
import { change, countOf, dayFromToday, emailsTo, rowOf } from "../support/records";
import { newEmail, PASSWORD } from "../support/registrations";
import { openSellingApp } from "../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

const orderOf = (email: string) => rowOf("SELECT * FROM orders WHERE email = ?", email);
const DAY_MS = 86_400_000;

/** A guest who has bought a loop, and the link in their receipt. */
async function guestWithLoop() {
  const email = newEmail("guest");
  const buyer = app.visitor();
  await buyAsGuest(buyer, email);
  return { email, link: orderLink(email), buyer };
}

/** A guest who has bought a gift, and the link in their receipt. */
async function guestWithGift(words?: Record<string, string>) {
  const email = newEmail("giver");
  const buyer = app.visitor();
  await giveAsGuest(buyer, email, words);
  return { email, link: orderLink(email), buyer };
}

describe("the page that a guest’s receipt opens", () => {
  it("shows the order in any browser, and opens no account", async () => {
    const { email, link } = await guestWithLoop();
    const page = await app.visitor().visit(link);
    expect(page.heading).toBe("Your order");
    const words = page.text("main");
    expect(words).toContain("Margaret Okafor, 4 Harbour Row, Whitby, YO21 3PU");
    expect(words).toContain("You can cancel until the end of");
    expect(words).toContain("This link works without an account until your book is delivered");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email)).toBe(0);
  });

  it("leads to the terms it was ordered under, as the terms say", async () => {
    const { link } = await guestWithLoop();
    const visitor = app.visitor();
    const terms = (await visitor.visit(link))
      .links()
      .find(({ words }) => words.startsWith("The terms you ordered under"));
    expect((await visitor.visit(terms?.href ?? "/nowhere")).text("main")).toContain("Changing your mind");
  });

  it("says when a gift is emailed, and once its morning has come that it leaves within minutes", async () => {
    const day = dayFromToday(2);
    const { link } = await guestWithGift({
      handover: "email",
      "Their email address": newEmail("maya"),
      "Send it on": day,
    });
    const saidAt = async (moment: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: moment });
      const words = (await app.visitor().visit(link)).text("main");
      vi.useRealTimers();
      return words;
    };
    const eight = londonHour(day, 8).getTime();
    expect(await saidAt(eight - 60_000)).toContain(`${formatDay(day)}, in the morning`);
    expect(await saidAt(eight)).toContain("Within a few minutes");
  });

  it("is named in the receipt as the place to cancel", async () => {
    const { email } = await guestWithLoop();
    const { text } = emailsTo(email).find(({ kind }) => kind === "order_confirmation") ?? { text: "" };
    expect(text).toContain(
      "press “Cancel this order” on the page you open with “See, change or cancel your order” in our email about your order.",
    );
    expect(text.split("TERMS & CONDITIONS")[0]).not.toContain("account settings");
  });

  it("does not open changed, cut off or for another order", async () => {
    const [one, other] = [await guestWithLoop(), await guestWithLoop()];
    const seal = one.link.split(".").at(-1) ?? "";
    const [stranger, id] = [app.visitor(), String(orderOf(other.email).id)];
    for (const path of [`/your-order/${id}.${seal}`, one.link.slice(0, -1), "/your-order/nothing"]) {
      const page = await stranger.visit(path);
      expect([page.status, page.heading]).toEqual([404, "This link no longer works"]);
      for (const part of ["cancel", "address"])
        expect((await stranger.visit(`${path}/${part}`)).heading).toBe("This link no longer works");
      for (const part of ["receipt", "voucher"]) expect((await stranger.send(`${path}/${part}`)).status).toBe(404);
    }
  });

  it("leads on from a receipt that no longer opens the account by itself", async () => {
    const { email, link } = await guestWithLoop();
    const guest = String(orderOf(email).account_id);
    const paidAgo = (milliseconds: number) =>
      `/open-account/${newReceiptToken({ id: guest, email }, new Date(Date.now() - milliseconds))}`;
    expect((await app.visitor().visit(paidAgo(30 * DAY_MS))).path).toBe(link);
    expect((await app.visitor().visit(paidAgo(30 * DAY_MS - 60_000))).path).toBe("/loop-end-date");
  });

  it("leads to signing in once the order is in an account", async () => {
    const { email, link } = await guestWithLoop();
    const owner = await becomeCustomer(app);
    change("UPDATE orders SET account_id = ? WHERE email = ?", owner.accountId, email);
    const browser = app.visitor();
    expect((await browser.visit(link)).path).toBe("/auth");
    await browser.submit("Sign in", { "Email address": owner.email, Password: PASSWORD });
    expect(browser.page.path).toBe("/account-settings?tab=orders");
    expect((await browser.visit(link)).path).toBe("/account-settings?tab=orders");
  });
});

describe("cancelling without an account", () => {
  it("shows the sum, refunds it by one press, and says so on the page and in an email", async () => {
    const { email, link, buyer } = await guestWithLoop();
    const browser = app.visitor();
    const page = await browser.visit(link);
    await browser.visit(page.links().find(({ words }) => words === "Cancel this order")?.href ?? "/nowhere");
    expect(browser.page.text("main")).toContain("We’ll refund £69.99 the way you paid.");
    expect(orderOf(email)).toMatchObject({ status: "PAID" });
    await browser.submit("Cancel this order");
    expect(browser.page.path).toBe(link);
    expect(browser.page.text("main")).toContain("£69.99 is on its way back to you.");
    const words = browser.page.text("main");
    expect(words).toContain("Refunded");
    expect(words).toMatch(/This link works until the end of \d+ \w+ \d{4}\./);
    for (const gone of ["Book goes to", "Changed your mind?", "until your book is delivered", "change and cancel"])
      expect(words).not.toContain(gone);
    expect(orderOf(email)).toMatchObject({ status: "REFUNDED", refunded_pence: 6999 });
    expect(emailsTo(email).at(-1)).toMatchObject({ kind: "refund" });
    const paying = await buyer.visit("/payment");
    expect(paying.path).toBe("/loop-theme");
    expect(paying.text("main")).toContain("We’ve refunded that order.");
  });

  it("in two tabs refunds once", async () => {
    const { email, link } = await guestWithLoop();
    const tabs = [app.visitor(), app.visitor()];
    for (const tab of tabs) await tab.visit(`${link}/cancel`);
    await Promise.all(tabs.map((tab) => tab.submit("Cancel this order")));
    const said = tabs.map(({ page }) => page.text("main"));
    expect(said.filter((words) => words.includes("£69.99 is on its way back to you."))).toHaveLength(1);
    expect(orderOf(email)).toMatchObject({ refunded_pence: 6999 });
  });

  it("asks again where the sum has changed since, in another tab", async () => {
    const { email, link } = await guestWithLoop();
    const browser = app.visitor();
    await browser.visit(`${link}/cancel`);
    browser.page.find('input[name="shown"]').setAttribute("value", "loop 1");
    const again = await browser.submit("Cancel this order");
    expect(again.status).toBe(409);
    expect(again.text("main")).toContain("Something has changed since you opened this page.");
    expect(orderOf(email)).toMatchObject({ status: "PAID", refunded_pence: 0 });
  });

  it("is possible until the end of the fourteenth day, and not after it", async () => {
    const { email, link } = await guestWithLoop();
    const paidDaysAgo = (days: number) =>
      change("UPDATE orders SET paid_at = ? WHERE email = ?", Date.now() - days * DAY_MS, email);
    paidDaysAgo(14);
    expect((await app.visitor().visit(link)).text("main")).toContain("Cancel this order");
    paidDaysAgo(15);
    const browser = app.visitor();
    const page = await browser.visit(link);
    expect(page.text("main")).toContain("The 14 days for cancelling this order are over.");
    expect(page.text("main")).not.toContain("Cancel this order");
    expect((await browser.visit(`${link}/cancel`)).heading).toBe("You can’t cancel this order");
    paidDaysAgo(0);
  });

  it("ends a gift’s voucher, from the page after paying too", async () => {
    const { email, buyer, link } = await guestWithGift();
    const order = orderOf(email);
    const done = await buyer.visit(`/gift-confirmation?order=${order.number}`);
    const cancel = done.links().find(({ words }) => words === "Cancel this gift");
    expect(cancel?.href).toBe(`${link}/cancel`);
    await buyer.visit(cancel?.href ?? "/nowhere");
    await buyer.submit("Cancel this gift");
    expect(rowOf("SELECT status FROM vouchers WHERE order_id = ?", order.id)).toEqual({
      status: "CANCELLED",
    });
    expect(buyer.page.text("main")).not.toMatch(/\w{4}-\w{4}-\w{4}/);
    expect((await buyer.visit(`/gift-confirmation?order=${order.number}`)).path).toBe(link);
  });
});

describe("a gift bought without an account", () => {
  it("shows its voucher to print, with the receipt", async () => {
    const { link } = await guestWithGift();
    const browser = app.visitor();
    const page = await browser.visit(link);
    expect(page.text("main")).toMatch(/Voucher code\s*\w{4}-\w{4}-\w{4}/);
    expect(page.text("main")).toContain("This link works without an account until your voucher ends");
    for (const words of ["Print: My Cat & Me loop", "Download Receipt"]) {
      const href = page.links().find((one) => one.words === words)?.href ?? "/nowhere";
      const file = await browser.send(href);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    }
  });

  it("is sent again by a press, and no other gift of the same guest is", async () => {
    const words = { handover: "email", "Their email address": newEmail("reader"), "Who’s it for?": "Maya" };
    const { email, link } = await guestWithGift(words);
    const other = await guestWithGift({ ...words, "Their email address": newEmail("other") });
    change(
      "UPDATE orders SET account_id = (SELECT account_id FROM orders WHERE email = ?) WHERE email = ?",
      ...[email, other.email],
    );
    change(
      "UPDATE vouchers SET purchased_by_account_id = (SELECT account_id FROM orders WHERE email = ?) WHERE order_id = ?",
      ...[email, orderOf(other.email).id],
    );
    const browser = app.visitor();
    await browser.visit(link);
    const foreign = String(rowOf("SELECT id FROM vouchers WHERE order_id = ?", orderOf(other.email).id).id);
    browser.page.find('input[name="gift"]').setAttribute("value", foreign);
    await browser.press("intent", "resend-gift");
    expect(browser.page.text("main")).toContain(`We’ve emailed the voucher to ${words["Their email address"]}.`);
  });
});

describe("the address of an order without an account", () => {
  it("is changed with the usual form, and the buyer is emailed", async () => {
    const { email, link } = await guestWithLoop();
    const browser = app.visitor();
    const page = await browser.visit(link);
    await browser.visit(page.links().find(({ words }) => words === "Change the address")?.href ?? "/nowhere");
    expect(browser.page.field("Address line 1").value).toBe("4 Harbour Row");
    const refused = await browser.submit("Save address", { "Address line 1": "9 Quay", Postcode: "JE2 3AB" });
    expect(refused.errorSummary()).toEqual(["We don’t deliver to Jersey, Guernsey or the Isle of Man yet"]);
    expect(refused.field("Address line 1").value).toBe("9 Quay");
    await browser.submit("Save address", { Postcode: "YO21 1DB" });
    expect(browser.page.path).toBe(link);
    expect(browser.page.text("main")).toContain("9 Quay, Whitby, YO21 1DB");
    const told = emailsTo(email).filter(({ kind }) => kind === "address_changed");
    expect(told).toHaveLength(1);
    expect(orderLink(email, "address_changed")).toBe(link);
  });
});
