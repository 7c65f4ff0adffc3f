import { describe, expect, it } from "vitest";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { payWith } from "../../../adapters/payments/buyer";
import type { Visitor } from "../../../support/visitor";
import { expectNothingBreaks } from "../../support/app-log";
import { anotherWindow, becomeCustomer, confirm, signIn } from "../../support/customers";
import { nameYear } from "../../support/loops";
import { ADDRESS, chooseLoop } from "../../support/purchases";
import { change, countOf, rowOf } from "../../support/records";
import { newEmail, registration } from "../../support/registrations";
import { openSellingApp } from "../../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();

const DATE = "Choose your delivery date";

async function buy(email = newEmail("guest"), startsAtOnce = true) {
  const browser = app.visitor();
  await chooseLoop(browser);
  const words = { ...ADDRESS, "Email address": email, acceptedTerms: true, startsAtOnce };
  await browser.submit("Pay £69.99", words, { follow: false });
  const url = browser.page.location ?? "";
  await payWith(url, "4242 4242 4242 4242");
  const back = `/payment-success?session_id=${url.split("/").at(-1)}`;
  await browser.visit(back);
  return { browser, email, back };
}

/** Buys as a guest and begins the year in the same browser. */
async function begin() {
  const bought = await buy();
  const { browser } = bought;
  await browser.visit(browser.page.links().find(({ words }) => words === DATE)?.href ?? "");
  await browser.submit("Confirm");
  return bought;
}

/** The private link in the newest email of a kind, as the reader of the mailbox has it. */
function linkIn(kind: string, email: string): string {
  const { text_body } = rowOf(
    "SELECT text_body FROM emails WHERE to_email = ? AND kind = ? ORDER BY created_at DESC",
    email,
    kind,
  );
  const [link = ""] = /http\S*\/open-account\/\S+/.exec(openSealedText(String(text_body))) ?? [];
  return new URL(link).pathname;
}

const loopOf = (email: string) =>
  rowOf("SELECT loops.* FROM loops JOIN accounts ON accounts.id = account_id WHERE email = ?", email);

const isProven = (email: string) => countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email) > 0;

describe("a guest who has just paid", () => {
  it("is led by one button to the date, and by a second press to week one, in the same browser", async () => {
    const { browser, email } = await buy();
    const links = browser.page.links().filter(({ href }) => !href.startsWith("/#"));
    expect(links).toContainEqual({ words: DATE, href: "/loop-end-date" });
    expect(browser.page.text("main")).toContain("We’ve emailed you the link as well; it works for 30 days.");
    expect(browser.page.text("main")).not.toContain("password");
    await browser.visit("/loop-end-date");
    const page = await browser.submit("Confirm");
    expect(page.path).toMatch(/^\/dashboard/);
    expect(page.text("main")).toContain("Your year has started, and week 1 is open.");
    expect(isProven(email)).toBe(false);
  });

  it("whose year starts later reads when, and can give it a title meanwhile", async () => {
    const { browser, email } = await buy(newEmail("later"), false);
    await browser.visit("/loop-end-date");
    const page = await browser.submit("Confirm");
    expect(page.heading).toMatch(/^Your year starts \d+ \w+\.$/);
    expect(page.text("main")).toContain("To change the date, open your account with the link we’ve emailed you.");
    expect(page.text("main")).not.toContain("Start my year today");
    await nameYear(browser, "Later, but ours");
    expect(loopOf(email).title).toBe("Later, but ours");
  });

  it("is asked for no name, address or terms again when the emailed link opens the account", async () => {
    const { browser, email } = await begin();
    await browser.visit(linkIn("year_dates", email));
    expect(browser.page.heading).toBe("Open your account");
    const boxes = browser.page.root.querySelectorAll("main input:not([type=hidden])");
    expect(boxes).toHaveLength(0);
    await browser.submit("Open my account");
    expect(browser.page.path).toMatch(/^\/dashboard/);
    expect(isProven(email)).toBe(true);
    expect((await browser.visit("/account-settings")).path).toBe("/account-settings");
  });

  it("begins one year by two presses at once, and stays in it", async () => {
    const { browser, email } = await buy();
    const windows = [1, 2].map(() => anotherWindow(app, { browser }));
    for (const window of windows) await window.visit("/loop-end-date");
    await Promise.all(windows.map((window) => window.submit("Confirm")));
    for (const { page } of windows) expect(page.path).toMatch(/^\/dashboard/);
    expect(countOf("loops JOIN accounts ON accounts.id = account_id", "email = ?", email)).toBe(1);
  });

  it("can go back to the page after paying, which leads to the loop", async () => {
    const { browser, back } = await begin();
    await browser.visit(back);
    expect(browser.page.links()).toContainEqual({ words: "Go to my loop", href: "/dashboard" });
    expect((await browser.visit("/loop-end-date")).path).toBe("/dashboard");
  });
});

it("somebody who signs in after paying takes over what was bought with the date, in their own account", async () => {
  const { browser, email } = await buy();
  const owner = await becomeCustomer(app);
  await signIn(browser, owner.email);
  await browser.visit("/loop-end-date");
  expect(countOf("loop_credits", "account_id = ?", owner.accountId)).toBe(0);
  await browser.submit("Confirm");
  expect(browser.page.text("main")).toContain("Your year has started, and week 1 is open.");
  expect(countOf("loops", "account_id = ?", owner.accountId)).toBe(1);
  expect(countOf("accounts", "email = ?", email)).toBe(0);
});

describe("what the browser that paid opens without a proven address", () => {
  const CLOSED = [
    ...["/account-settings", "/account-settings?tab=orders", "/account-settings/email", "/exports/everything"],
    ...["/account-settings/delete", "/book"],
  ];

  it.each(CLOSED)("is not %s, which says how to open the account", async (place) => {
    const { browser, email } = await begin();
    const page = await browser.visit(place);
    expect(page.path).toMatch(/^\/dashboard/);
    expect(page.text("main")).toContain(`Open your account first. Press the link in the email we’ve sent to ${email}.`);
  });

  it("is not the settings of its loop, its proof or its download", async () => {
    const { browser, email } = await begin();
    const { id } = loopOf(email);
    for (const place of [`/loop-settings/${id}`, `/proof/${id}`, `/exports/loops/${id}`])
      expect((await browser.visit(place)).path).toMatch(/^\/dashboard/);
  });

  it("is nothing of an account that has the address already, until its owner signs in and has the year", async () => {
    const owner = await becomeCustomer(app);
    const { browser } = await buy(owner.email);
    await browser.visit("/loop-end-date");
    await browser.submit("Confirm");
    expect(browser.page.text("main")).toContain("Your year has started, and week 1 is open.");
    expect((await owner.browser.visit("/dashboard")).text("main")).not.toContain("Your year has started");
    await nameYear(browser, "A stranger’s year");
    expect(loopOf(owner.email).account_id).not.toBe(owner.accountId);
    const again = app.visitor();
    await signIn(again, owner.email);
    expect(loopOf(owner.email).account_id).toBe(owner.accountId);
    expect((await again.visit("/dashboard")).text("main")).toContain("A stranger’s year");
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
  });

  it("ends when the reader of the mailbox opens the account elsewhere", async () => {
    const { browser, email } = await begin();
    const elsewhere = app.visitor();
    await elsewhere.visit(linkIn("order_confirmation", email));
    await elsewhere.submit("Open my account");
    expect(elsewhere.page.path).toMatch(/^\/dashboard/);
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
    expect(countOf("sessions JOIN accounts ON accounts.id = account_id", "email = ?", email)).toBe(1);
  });

  it("ends with signing out, which forgets the purchase too", async () => {
    const { browser } = await begin();
    await browser.visit("/logout");
    await browser.submit("Logout");
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
    expect((await browser.visit("/loop-end-date")).path).toBe("/auth");
  });

  it("ends while the deletion of what was bought is asked for", async () => {
    const { browser, email } = await begin();
    change("UPDATE accounts SET deletion_due_at = 9999999999999 WHERE email = ?", email);
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
  });

  it("is not carried into the account of the next person who signs in", async () => {
    const { browser } = await begin();
    const stranger = await becomeCustomer(app);
    await browser.visit("/auth");
    await signIn(browser, stranger.email);
    await browser.visit("/dashboard");
    expect(countOf("loops", "account_id = ?", stranger.accountId)).toBe(0);
    expect(browser.page.text("main")).not.toContain("week 1 is open");
  });

  it("moves with its words to the person who registers with the address and proves it", async () => {
    const { browser, email } = await begin();
    await nameYear(browser, "The kettle’s year");
    const elsewhere = app.visitor();
    await elsewhere.visit("/register");
    await elsewhere.submit("Create account", registration(email));
    const { accountId } = await confirm(elsewhere, email);
    expect(countOf("loops", "account_id = ? AND title = 'The kettle’s year'", accountId)).toBe(1);
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
  });
});

/** Presses in a browser without the guest's cookies. */
const stranger = (): Visitor => app.visitor();

it("a stranger’s browser has no date to choose for what a guest paid", async () => {
  const { back } = await buy();
  const elsewhere = stranger();
  expect((await elsewhere.visit("/loop-end-date")).path).toBe("/auth");
  await elsewhere.visit(back);
  expect(elsewhere.page.links().map(({ words }) => words)).not.toContain(DATE);
});
