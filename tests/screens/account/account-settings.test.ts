import { describe, expect, it } from "vitest";
import { hashEmail } from "~/domain/people/accounts/email-hash.server";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer } from "../support/customers";
import { giveGift } from "../support/gifts";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { giveEntries, giveLoop } from "../support/loops";
import { change, rowOf } from "../support/records";
import { PASSWORD } from "../support/registrations";

const app = await openApp();
expectNothingBreaks();

const SETTINGS = "/account-settings";

const linksIn = ({ page }: Visitor, navigation: string) =>
  page.root
    .querySelectorAll(`nav[aria-label="${navigation}"] a`)
    .map((link) => link.text.trim())
    .join(", ");
const headerWords = (browser: Visitor) => linksIn(browser, "Main");

describe("account settings", () => {
  it("belong to somebody: a signed-out visitor is asked to sign in, and comes back", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    expect((await browser.visit(SETTINGS)).path).toBe("/auth");
    await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
    expect([browser.page.path, browser.page.heading]).toEqual([SETTINGS, "Account settings"]);
    expect(browser.page.headers.get("cache-control")).toBe("no-store");
  });

  it("are in the account menu of every page", async () => {
    const { browser } = await becomeCustomer(app);
    await browser.visit("/about");
    expect(browser.page.links()).toContainEqual({ words: "Account settings", href: SETTINGS });
  });

  it("open at the first tab where a tab is asked for that is not there", async () => {
    const { browser } = await becomeCustomer(app);
    for (const tab of ["nonsense", "", "orders", "__proto__"]) {
      const page = await browser.visit(`${SETTINGS}?tab=${tab}`);
      expect([page.status, page.title]).toEqual([200, "Account settings – Loop"]);
      expect(page.text("nav[aria-label='Account sections'] [aria-current]")).toBe("Account");
    }
  });

  it("show beside them the loop in hand", async () => {
    const customer = await becomeCustomer(app);
    expect((await customer.browser.visit(SETTINGS)).text("aside")).toContain("Need a hand?");
    const loop = giveLoop(customer, { startedDaysAgo: 20 });
    giveEntries(loop, [1, 3]);
    const page = await customer.browser.visit(SETTINGS);
    expect(page.text("aside")).toContain("Our Year by the Sea Week 3, with 2 of 52 entries completed");
    expect(page.find("aside img").getAttribute("src")).toBe("/art/family/0000000000005.svg?start=sewn");
    expect(page.find("aside a").getAttribute("href")).toBe(`/dashboard?loop=${loop}`);
  });
});

describe("what somebody sees by what is theirs", () => {
  it("the header shows my gifts to a giver, and my loop to a participant", async () => {
    const customer = await becomeCustomer(app);
    await customer.browser.visit("/about");
    expect(headerWords(customer.browser)).toContain("My loop");
    expect(headerWords(customer.browser)).not.toContain("My gifts");
    giveGift(customer);
    await customer.browser.visit("/about");
    expect(headerWords(customer.browser)).toContain("My gifts");
    expect(headerWords(customer.browser)).not.toContain("My loop");
    giveLoop(customer);
    await customer.browser.visit("/about");
    expect(headerWords(customer.browser)).toContain("My loop");
  });
});

const sections = (browser: Visitor) => linksIn(browser, "Account sections");

describe("the tabs", () => {
  it("are a participant's, a purchaser's, or all of them", async () => {
    const customer = await becomeCustomer(app);
    await customer.browser.visit(SETTINGS);
    expect(sections(customer.browser)).toBe("Account, Password, My Loop, Delivery, Books, Privacy");
    giveGift(customer);
    await customer.browser.visit(SETTINGS);
    expect(sections(customer.browser)).toBe("Account, Password, Orders, Addresses, Books, Privacy");
    giveLoop(customer);
    await customer.browser.visit(SETTINGS);
    expect(sections(customer.browser)).toBe("Account, Password, My Loop, Orders, Addresses, Books, Privacy");
  });

  it("each say where they are", async () => {
    const customer = await becomeCustomer(app);
    giveGift(customer);
    giveLoop(customer);
    const { browser } = customer;
    await browser.visit(SETTINGS);
    for (const { words, href } of browser.page.links().filter(({ href }) => href.includes("?tab="))) {
      const page = await browser.visit(href);
      if (!sections(browser).split(", ").includes(words)) continue;
      expect([page.status, page.title]).toEqual([200, `${words} – Account settings – Loop`]);
      expect(page.text("nav[aria-label='Account sections'] [aria-current]")).toBe(words);
    }
  });
});

describe("the Account tab", () => {
  it("keeps names and phone number, and says so once", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await browser.visit(SETTINGS);
    expect(browser.page.field("Full name").value).toBe("Margaret Okafor");
    const filled = { "Full name": "  Zoë   O’Brien-Łukasz", Phone: "07700 900 412" };
    const page = await browser.submit("Save Changes", filled);
    expect(page.redirects.map(({ status }) => status)).toEqual([303]);
    expect(page.text("main")).toContain("Saved. Your details are up to date.");
    expect(page.field("Full name").value).toBe("Zoë O’Brien-Łukasz");
    expect(page.field("Phone").value).toBe("07700 900 412");
    expect((await browser.visit(SETTINGS)).text("main")).not.toContain("Saved.");
    expect(rowOf("SELECT last_name FROM accounts WHERE id = ?", accountId).last_name).toBe("O’Brien-Łukasz");
  });

  it.each([
    [{ "Full name": "   " }, "Full name is required", "Full name"],
    [{ "Full name": "Zoë" }, "Last name is required", "Full name"],
    [{ "Full name": `${"x".repeat(61)} y` }, "First name must be 60 characters or less", "Full name"],
    [{ Phone: "ask my neighbour" }, "Please enter a valid phone number", "Phone"],
  ])("with %j says: %s", async (filled, sentence, label) => {
    const { browser } = await becomeCustomer(app);
    await browser.visit(SETTINGS);
    const page = await browser.submit("Save Changes", { Phone: "01947 555 123", ...filled });
    expect([page.status, page.title]).toEqual([422, "Error: Account settings – Loop"]);
    expect(page.errorSummary()).toEqual([sentence]);
    expect(page.field(label)).toMatchObject({ isWrong: true, error: sentence });
    for (const [name, value] of Object.entries(filled)) expect(page.field(name).value).toBe(value);
    if (label !== "Phone") expect(page.field("Phone").value).toBe("01947 555 123");
  });

  it("takes names in any writing, without what cannot be seen", async () => {
    const { browser } = await becomeCustomer(app);
    await browser.visit(SETTINGS);
    const name = [...MANY_SCRIPTS].slice(0, 40).join("").trim();
    await browser.submit("Save Changes", { "Full name": `${name} ${CONTROLS}` });
    expect(browser.page.field("Full name").value).toBe(`${name} be fore and [31m after`);
  });

  it("keeps whether we may write, and offers nothing that is not sent", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    const page = await browser.visit(SETTINGS);
    expect(page.field("Email").isSelected).toBe(true);
    for (const words of ["Text message", "Push notification", "Not available yet"])
      expect(page.text("main")).not.toContain(words);
    await browser.submit("Save preferences", { Email: false });
    expect(browser.page.field("Email").isSelected).toBe(false);
    expect(rowOf("SELECT notify_by_email FROM accounts WHERE id = ?", accountId)).toEqual({
      notify_by_email: 0,
    });
  });

  it("says that an email came back, until its owner asks for emails there again", async () => {
    const { browser, email } = await becomeCustomer(app);
    change("INSERT INTO suppressions VALUES (?, 'bounced', ?)", hashEmail(email), Date.parse("2026-11-20T10:00:00Z"));
    const page = await browser.visit(SETTINGS);
    expect(page.text("main")).toContain(`Our email to ${email} came back on 20 November 2026`);
    expect(page.field("Email").isSelected).toBe(true);
    await browser.submit("Save preferences");
    expect((await browser.visit(SETTINGS)).text("main")).not.toContain("came back");
  });

  it("changes nothing that it does not show", async () => {
    const { browser, accountId, email } = await becomeCustomer(app);
    const before = rowOf("SELECT * FROM accounts WHERE id = ?", accountId);
    await browser.visit(SETTINGS);
    const names = ["email", "emailVerifiedAt", "id", "role", "isAdmin", "status", "isTest", "passwordHash"];
    await browser.submit(
      "Save Changes",
      { "Full name": "Zoë Okafor" },
      { extra: names.map((name) => [name, "1"] as const) },
    );
    const after = rowOf("SELECT * FROM accounts WHERE id = ?", accountId);
    expect({ ...after, updated_at: 0 }).toEqual({ ...before, first_name: "Zoë", updated_at: 0 });
    expect(after.email).toBe(email);
  });
});

it.each([
  ["Save Changes", "fullName", ""],
  ["Save preferences", "sms", ""],
])("whatever is sent to “%s” gets a clear response", async (button, field, query) => {
  const { browser } = await becomeCustomer(app);
  const arrive = (visitor: Visitor) => visitor.visit(SETTINGS + query);
  await sendEverythingOdd(browser, { arrive, button, field });
  await sendTwoMegabytes(browser, { arrive, button, field });
});

it("an unknown button gets a plain error message", async () => {
  const { browser } = await becomeCustomer(app);
  await browser.visit(SETTINGS);
  const page = await browser.submit("Save Changes", {}, { without: ["intent"], extra: [["intent", "grow"]] });
  expect([page.status, page.heading]).toEqual([400, "That didn’t work"]);
});
