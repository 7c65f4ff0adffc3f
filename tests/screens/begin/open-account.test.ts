import type { HTMLElement } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { payWith } from "../../adapters/payments/buyer";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, signIn } from "../support/customers";
import { nameYear } from "../support/loops";
import { ADDRESS } from "../support/purchases";
import { change, countOf, rowOf } from "../support/records";
import { newEmail } from "../support/registrations";
import { openSellingApp } from "../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();

/** Boxes for text. */
const TYPED = /^(?:text|email|tel|password|number|search|date)$/;
const isTyped = (control: HTMLElement) =>
  TYPED.test(control.getAttribute("type") ?? "") || control.tagName === "TEXTAREA";

/** The boxes on a page that are not folded away. */
const fieldsOn = ({ page }: Visitor) =>
  page.root
    .querySelectorAll("main input, main textarea")
    .filter((control) => isTyped(control) && !control.closest("details:not([open]), .end-date-own")).length;

/** The newest receipt's private link, as the reader of the mailbox has it. */
function receiptLink(email: string): string {
  const { text_body } = rowOf(
    "SELECT text_body FROM emails WHERE to_email = ? AND kind = 'order_confirmation' ORDER BY created_at DESC",
    email,
  );
  const [link = ""] = /http\S*\/open-account\/\S+/.exec(openSealedText(String(text_body))) ?? [];
  return new URL(link).pathname;
}

async function chooseAsGuest(browser: Visitor) {
  await browser.visit("/loop-theme");
  await browser.press("theme", "family");
  return await browser.submit("Choose Family Adventures");
}

/** Buys as a guest, up to the page after paying. */
async function buy(browser: Visitor, email: string) {
  await chooseAsGuest(browser);
  const words = { ...ADDRESS, "Email address": email, acceptedTerms: true, startsAtOnce: true };
  await browser.submit("Pay £69.99", words, { follow: false });
  const url = browser.page.location ?? "";
  await payWith(url, "4242 4242 4242 4242");
  return await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
}

describe("the shortest way to week one", () => {
  it("is five screens and eight boxes at most from the home page", async () => {
    const browser = app.visitor();
    const email = newEmail("first");
    const start = (await browser.visit("/")).links().find(({ words }) => words === "Begin your loop");
    expect(start?.href).toBe("/loop-theme");
    const screens: string[] = [];
    let fields = 0;
    const count = () => {
      screens.push(browser.page.path.split("?")[0] ?? "");
      fields += fieldsOn(browser);
    };
    await browser.visit(start?.href ?? "");
    count();
    await browser.press("theme", "family");
    count();
    await browser.submit("Choose Family Adventures");
    count();
    const words = { ...ADDRESS, "Email address": email, acceptedTerms: true, startsAtOnce: true };
    await browser.submit("Pay £69.99", words, { follow: false });
    const url = browser.page.location ?? "";
    await payWith(url, "4242 4242 4242 4242");
    await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
    count();
    await browser.visit(receiptLink(email));
    count();
    await browser.submit("Confirm");
    expect(browser.page.heading).toContain("Week 1");
    expect(screens).toEqual([...["/loop-theme", "/loop-type", "/payment", "/payment-success", "/loop-end-date"]]);
    expect(fields).toBeLessThanOrEqual(8);
  });
});

describe("the link in a guest's receipt", () => {
  it("opens the account in any browser once its date is confirmed, and not before", async () => {
    const email = newEmail("guest");
    await buy(app.visitor(), email);
    const elsewhere = app.visitor();
    const page = await elsewhere.visit(receiptLink(email));
    expect([page.path, page.heading]).toEqual(["/loop-end-date", "When should your book arrive?"]);
    expect(countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email)).toBe(0);
    const wrong = await elsewhere.submit("Confirm", { choice: "own", deliveryDay: "1999-01-01" });
    expect(wrong.status).toBe(422);
    expect(countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email)).toBe(0);
    await elsewhere.submit("Confirm", { choice: "recommended" });
    expect(elsewhere.page.path).toMatch(/^\/dashboard\?loop=\w+&week=1$/);
    const { id } = rowOf("SELECT id FROM accounts WHERE email = ? AND email_verified_at IS NOT NULL", email);
    expect(countOf("loops", "account_id = ?", String(id))).toBe(1);
  });

  it("opens nothing a second time, and leads to signing in", async () => {
    const email = newEmail("guest");
    await buy(app.visitor(), email);
    const link = receiptLink(email);
    const browser = app.visitor();
    await browser.visit(link);
    await browser.submit("Confirm");
    const thief = app.visitor();
    expect((await thief.visit(link)).path).toBe("/auth");
    expect((await thief.visit("/loop-end-date")).path).toBe("/auth");
  });

  it("signs nobody in to an account that the address has already; its owner finds the order there", async () => {
    const owner = await becomeCustomer(app);
    const browser = app.visitor();
    const page = await buy(browser, owner.email);
    const guest = newEmail("guest");
    const other = await buy(app.visitor(), guest);
    const wordsOf = (response: typeof page, email: string) =>
      response
        .text("main")
        .replaceAll(email, "")
        .replace(/LP-[\w-]+/g, "");
    expect(wordsOf(page, owner.email)).toBe(wordsOf(other, guest));
    expect((await browser.visit(receiptLink(owner.email))).path).toBe("/auth");
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
    await signIn(browser, owner.email);
    expect((await browser.visit("/loop-end-date")).heading).toBe("When should your book arrive?");
  });

  it("does not work changed, or for another address", async () => {
    const email = newEmail("guest");
    await buy(app.visitor(), email);
    const link = receiptLink(email);
    const heading = async (place: string) => (await app.visitor().visit(place)).heading;
    expect(await heading(`${link.slice(0, -4)}AAAA`)).toBe("This link no longer works");
    expect(await heading("/open-account/nothing")).toBe("This link no longer works");
    change("UPDATE accounts SET email = 'somebody@else.example' WHERE email = ?", email);
    expect(await heading(link)).toBe("This link no longer works");
  });

  it("is in no row of the database as it can be followed", async () => {
    const email = newEmail("guest");
    await buy(app.visitor(), email);
    const token = receiptLink(email).split("/").at(-1) ?? "";
    const row = rowOf("SELECT * FROM emails WHERE to_email = ? AND kind = 'order_confirmation'", email);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it("opens an account that asks for a password until one is chosen by email, or the question is put off", async () => {
    const email = newEmail("guest");
    await buy(app.visitor(), email);
    const browser = app.visitor();
    await browser.visit(receiptLink(email));
    await browser.submit("Confirm");
    await nameYear(browser, "Our year");
    const question = "Your account has no password yet.";
    // Once the message that the title is saved has been read.
    expect((await browser.visit("/dashboard")).text("main")).toContain(question);
    await browser.submit("Not now");
    expect(browser.page.path).toBe("/dashboard");
    expect((await browser.visit("/dashboard")).text("main")).not.toContain(question);
    const tab = await browser.visit("/account-settings?tab=password");
    expect(tab.text("main")).toContain(question);
    expect(tab.text("main")).not.toContain("Current password");
    await browser.submit("Email me the link");
    expect(browser.page.text("main")).toContain("Check your email.");
    const { text_body } = rowOf("SELECT text_body FROM emails WHERE to_email = ? AND kind = 'password_reset'", email);
    const [link = ""] = /\/reset-password\?token=\S+/.exec(openSealedText(String(text_body))) ?? [];
    const elsewhere = app.visitor();
    await elsewhere.visit(link);
    await elsewhere.submit("Save the new password", {
      password: "Harbour-lights-77",
      confirmPassword: "Harbour-lights-77",
    });
    await elsewhere.submit("Sign in", { "Email address": email, Password: "Harbour-lights-77" });
    const changed = await elsewhere.visit("/account-settings?tab=password");
    expect(changed.text("main")).toContain("Change your password");
  });

  it("opens the account of a gift’s giver by a button", async () => {
    const email = newEmail("giver");
    const browser = app.visitor();
    await browser.visit("/gift");
    await browser.submit("Choose a theme");
    await browser.press("theme", "pet");
    await browser.submit("Choose My Cat & Me");
    const words = {
      "Your email address": email,
      "Who’s it from?": "Auntie Helen",
      handover: "myself",
      acceptedTerms: true,
    };
    await browser.submit("Pay £69.99", words, { follow: false });
    const url = browser.page.location ?? "";
    await payWith(url, "4242 4242 4242 4242");
    await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
    const elsewhere = app.visitor();
    expect((await elsewhere.visit(receiptLink(email))).heading).toBe("Open your account");
    await elsewhere.submit("Open my account");
    expect(elsewhere.page.path).toBe("/account-settings?tab=orders");
    expect(elsewhere.page.text("main")).toContain("My Cat & Me");
  });
});

describe("the one page of paying", () => {
  it("keeps what was typed when a code is applied, and asks before a code is lost", async () => {
    const browser = app.visitor();
    await chooseAsGuest(browser);
    const typed = { "Email address": "dora@hillcrest.example", "Address line 1": "4 Harbour Row" };
    const refused = await browser.submit("Apply", { ...typed, "Discount code": "NOSUCH" });
    expect(refused.errorSummary()).toEqual(["Code not recognised"]);
    expect(refused.field("Address line 1").value).toBe("4 Harbour Row");
    const paying = { ...ADDRESS, ...typed, acceptedTerms: true, "Discount code": "NEW10" };
    // Enter in the box of the code sends the form like this.
    const shown = await browser.submit("Pay £69.99", paying);
    expect([shown.path, shown.text("main").includes("NEW10 takes")]).toEqual(["/payment", true]);
    expect(countOf("orders", "email = 'dora@hillcrest.example'")).toBe(0);
  });

  it("begins a gift only where the address says so", async () => {
    const browser = app.visitor();
    await browser.visit("/gift");
    await browser.submit("Choose a theme");
    expect(browser.page.title).toContain("Gift a Loop");
    expect((await browser.visit("/loop-theme")).title).toContain("Begin Your Loop");
  });
});
