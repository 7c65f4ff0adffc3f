import { describe, expect, it } from "vitest";
import { payWith } from "../../adapters/payments/buyer";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, confirm, signIn } from "../support/customers";
import { MANY_SCRIPTS, sendEverythingOdd } from "../support/hostile-forms";
import { ADDRESS, chooseLoop, makeStaffGift } from "../support/purchases";
import { countOf, emailsTo, rowOf, rowsOf } from "../support/records";
import { newEmail, PASSWORD, registration } from "../support/registrations";
import { openSellingApp } from "../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();

const SIGN_IN_FIRST = "Please sign in or complete email verification before creating your account.";
const ordersOf = (email: string) =>
  rowsOf("SELECT status, account_id, total_pence FROM orders WHERE email = ? ORDER BY created_at", email);

/** Chooses a loop without an account and continues as a guest to the payment form. */
async function atDelivery(kind: "loop" | "gift" = "loop"): Promise<Visitor> {
  const browser = app.visitor();
  if (kind === "loop") await chooseLoop(browser);
  else {
    await browser.visit("/gift");
    await browser.submit("Choose a theme");
    await browser.press("theme", "celebration");
    await browser.submit("Choose Wedding");
  }
  expect(browser.page.path).toBe("/payment");
  return browser;
}

async function pressPay(browser: Visitor, email: string, kind: "loop" | "gift" = "loop"): Promise<string> {
  const gift = { "Your email address": email, "Who’s it from?": "Margaret", handover: "myself" };
  const words = kind === "gift" ? gift : { "Email address": email, ...ADDRESS, startsAtOnce: true };
  await browser.submit("Pay £69.99", { ...words, acceptedTerms: true }, { follow: false });
  return browser.page.location ?? "";
}

const backFrom = (url: string) => `/payment-success?session_id=${url.split("/").at(-1)}`;

/** Buys as a guest, up to the confirmation page. */
async function buyAsGuest(email = newEmail("guest"), kind: "loop" | "gift" = "loop") {
  const browser = await atDelivery(kind);
  const url = await pressPay(browser, email, kind);
  await payWith(url, "4242 4242 4242 4242");
  await browser.visit(backFrom(url));
  return { browser, email, url };
}

const WHO = {
  "First name": "Margaret",
  "Last name": "Okafor-Byrne",
  Phone: "01947 600 000",
  Address: "5 Harbour Row",
  "Town or city": "Whitby",
  Postcode: "yo21  3pu",
  agreeToTerms: true,
};

describe("paying before having an account", () => {
  it("leads over the receipt and one form to the delivery date, the words kept on the way", async () => {
    const { browser, email } = await buyAsGuest();
    expect(browser.page.title).toBe("Payment Successful! – Loop");
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/loop-end-date");
    const page = await browser.visit("/account-creation");
    expect(page.title).toBe("Create your account – Loop");
    expect(page.text("main")).toContain("Payment Successful. We have received £69.99.");
    expect(page.links()).toContainEqual({ words: "Back", href: "/payment" });
    expect([page.field("Email address").value, page.field("Address").value]).toEqual([email, "4 Harbour Row"]);
    await browser.submit("Create account", { ...WHO, Password: PASSWORD });
    expect(browser.page.path).toBe("/verify-email");
    const { accountId } = await confirm(browser, email);
    expect(browser.page.path).toBe("/loop-end-date");
    expect((await browser.visit("/account-creation")).path).toBe("/loop-end-date");
    expect(rowOf("SELECT last_name, phone FROM accounts WHERE id = ?", accountId)).toEqual({
      last_name: "Okafor-Byrne",
      phone: "01947 600 000",
    });
    expect(rowsOf("SELECT line1, postcode FROM addresses WHERE account_id = ?", accountId)).toEqual([
      { line1: "5 Harbour Row", postcode: "YO21 3PU" },
    ]);
    await browser.submit("Confirm");
    expect(countOf("loops", "account_id = ?", accountId)).toBe(1);
    expect(ordersOf(email)).toEqual([{ status: "PAID", account_id: accountId, total_pence: 6999 }]);
    expect(countOf("accounts", "email = ?", email)).toBe(1);
  });

  it.each([
    ["stays with the same street", ["4 Harbour Row"], "Flat 3"],
    ["does not move to another one", ["5 Harbour Row"], null],
    ["is back with its street", ["5 Harbour Row", "4 Harbour Row"], "Flat 3"],
  ])("a flat typed while paying %s", async (_, streets, flat) => {
    const [browser, email] = [await atDelivery(), newEmail("guest")];
    const typed = { "Email address": email, ...ADDRESS, "Address line 2": "Flat 3", startsAtOnce: true };
    await browser.submit("Pay £69.99", { ...typed, acceptedTerms: true }, { follow: false });
    await payWith(browser.page.location ?? "", "4242 4242 4242 4242");
    await browser.visit(backFrom(browser.page.location ?? ""));
    for (const street of streets) {
      await browser.visit("/account-creation");
      await browser.submit("Create account", { ...WHO, Address: street, Password: PASSWORD });
    }
    const { accountId } = await confirm(browser, email);
    const saved = rowsOf("SELECT line1, line2 FROM addresses WHERE account_id = ?", accountId);
    expect(saved).toEqual([{ line1: streets.at(-1), line2: flat }]);
  });

  it("shows a gift's voucher and its documents to the browser that paid, mails the code to nobody, and keeps it", async () => {
    const { browser, email } = await buyAsGuest(newEmail("guest"), "gift");
    const page = await browser.visit("/gift-confirmation");
    expect(page.heading).toBe("Your voucher is ready.");
    const code = page.root.querySelector("[data-code]")?.text.trim() ?? "";
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(emailsTo(email).map(({ kind }) => kind)).toEqual(["order_confirmation"]);
    const documents = page.links().filter(({ href }) => /^\/your-order\/.+\/(?:voucher|receipt)$/.test(href));
    for (const { href } of documents) {
      expect((await browser.send(href)).headers.get("content-type")).toBe("application/pdf");
      // The link is the order's key, as in its email; a part of it opens nothing.
      expect((await app.visitor().send(href.replace(/.\/(\w+)$/, "/$1"))).status).toBe(404);
    }
    expect(documents).toHaveLength(2);
    await browser.visit("/account-creation");
    await browser.submit("Create account", { ...WHO, Password: PASSWORD });
    await confirm(browser, email);
    expect(browser.page.path).toBe("/account-settings?tab=orders");
    expect(browser.page.text("main")).toContain(code);
  });

  it("is claimed by the person who proves the address, in any browser, and by nobody who only types it", async () => {
    const { email } = await buyAsGuest();
    const stranger = await becomeCustomer(app);
    expect((await stranger.browser.visit("/account-creation", { follow: false })).location).toBe("/begin");
    const elsewhere = app.visitor();
    await elsewhere.visit("/account-creation");
    expect(elsewhere.page.path).toBe("/register");
    expect(elsewhere.page.text("main")).toContain(SIGN_IN_FIRST);
    await elsewhere.submit("Create account", registration(email));
    expect(
      countOf(
        "loop_credits JOIN accounts ON accounts.id = account_id",
        "email_verified_at IS NOT NULL AND email = ?",
        email,
      ),
    ).toBe(0);
    const { accountId } = await confirm(elsewhere, email);
    expect(elsewhere.page.path).toBe("/loop-end-date");
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(1);
  });

  it("is claimed by the browser that paid for an account of another address", async () => {
    const owner = await becomeCustomer(app);
    const { browser, email } = await buyAsGuest();
    await signIn(browser, owner.email, PASSWORD);
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/loop-end-date");
    await browser.visit("/account-creation");
    await browser.submit("Create account", { ...WHO, "Email address": email });
    expect(browser.page.errorSummary()).toEqual([
      "Please use the email address you signed in with; you can change it in your settings",
    ]);
    await browser.submit("Create account", { ...WHO, "Email address": owner.email });
    expect(browser.page.path).toBe("/loop-end-date");
    expect(ordersOf(email)).toMatchObject([{ status: "PAID", account_id: owner.accountId }]);
  });

  it("pressed in two windows at once is one order; after signing in the same basket is still that order", async () => {
    const email = newEmail("guest");
    const owner = await becomeCustomer(app);
    const browser = await atDelivery();
    const other = anotherWindow(app, { browser });
    await other.visit("/payment");
    const urls = await Promise.all([pressPay(browser, email), pressPay(other, email)]);
    expect(urls[0]).toBe(urls[1]);
    await signIn(browser, owner.email, PASSWORD);
    await browser.visit("/payment");
    await browser.submit("Pay £69.99", ADDRESS, { follow: false });
    expect(countOf("orders", "email IN (?, ?)", email, owner.email)).toBe(1);
    expect(countOf("orders", "account_id = ?", owner.accountId)).toBe(1);
  });

  it("and a code for everybody is taken, also where it leaves nothing to pay", async () => {
    const browser = await atDelivery();
    await browser.visit("/payment");
    await browser.submit("Apply", { "Discount code": makeStaffGift() });
    await browser.visit("/payment");
    await browser.submit("Pay £0.00", {
      ...ADDRESS,
      "Email address": newEmail("guest"),
      acceptedTerms: true,
    });
    expect(browser.page.path).toBe("/loop-end-date");
  });
});

describe("the form that opens the account", () => {
  it("is for people who have paid", async () => {
    expect((await app.visitor().visit("/account-creation")).path).toBe("/register");
    const { browser } = await becomeCustomer(app);
    expect((await browser.visit("/account-creation", { follow: false })).location).toBe("/begin");
    const waiting = await atDelivery();
    await pressPay(waiting, newEmail("guest"));
    expect((await waiting.visit("/account-creation", { follow: false })).location).toBe("/payment");
  });

  it("says all that is missing, and keeps what was typed", async () => {
    const { browser } = await buyAsGuest();
    await browser.visit("/account-creation");
    const page = await browser.submit("Create account", {
      "First name": "",
      "Last name": " ",
      "Email address": "",
      Address: "",
      "Town or city": "",
      Postcode: "",
    });
    expect(page.status).toBe(422);
    expect(page.errorSummary()).toEqual([
      ...["First name is required", "Last name is required", "Email address is required"],
      ...["Address is required", "City is required", "Postcode is required", "Password is required"],
      "You must agree to the terms and conditions",
    ]);
    const words = {
      ...WHO,
      Password: PASSWORD,
      "Email address": "not one",
      "First name": MANY_SCRIPTS,
      Postcode: "75001",
    };
    const again = await browser.submit("Create account", words);
    expect(again.errorSummary()).toEqual([
      "Please enter a valid email address",
      "Please enter a valid UK postcode (e.g., SW1A 1AA)",
    ]);
    expect(again.field("First name").value).toBe(MANY_SCRIPTS);
    expect(again.field("Password").value).toBe("");
  });

  it("gets a clear response whatever is sent to it", async () => {
    const { browser } = await buyAsGuest();
    const arrive = (visitor: Visitor) => visitor.visit("/account-creation");
    await sendEverythingOdd(browser, { arrive, button: "Create account", field: "address" });
  });
});
