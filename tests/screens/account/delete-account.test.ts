import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, type Customer, signIn } from "../support/customers";
import { giveGift } from "../support/gifts";
import { sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { giveEntries, giveLoop } from "../support/loops";
import { change, countOf, emailsTo, rowOf, useUp } from "../support/records";
import { PASSWORD } from "../support/registrations";

const app = await openApp();
expectNothingBreaks();

const DELETE = "/account-settings/delete";
const PRIVACY = "/account-settings?tab=privacy";
const BUTTON = "Delete my account in seven days";
const WEEK_MS = 7 * 86_400_000;

async function ask({ browser }: Customer, password = PASSWORD) {
  await browser.visit(DELETE);
  return await browser.submit(BUTTON, { "Current password": password });
}

const dueAt = ({ accountId }: Customer) =>
  rowOf("SELECT deletion_due_at FROM accounts WHERE id = ?", accountId).deletion_due_at;

describe("the page that asks", () => {
  it("is reached from the Privacy tab and says what goes, what stays and why", async () => {
    const customer = await becomeCustomer(app);
    giveEntries(giveLoop(customer), [1, 2]);
    const tab = await customer.browser.visit(PRIVACY);
    expect(tab.links()).toContainEqual({ words: "Delete Account", href: DELETE });
    expect(tab.links()).toContainEqual({ words: "privacy policy", href: "/privacy" });
    const page = await customer.browser.visit(DELETE);
    expect([page.heading, page.title]).toEqual(["Delete your account?", "Delete your account? – Loop"]);
    const words = page.text("main");
    expect(words).toContain("Our Year by the Sea (2 of 52 entries)");
    expect(words).toContain("Tax law makes us keep them for six years.");
    expect(words).toContain("You have 7 days to change your mind");
    expect(words).not.toContain("paid for and not begun");
    expect(page.links()).toContainEqual({ words: "Download everything", href: "/exports/everything" });
  });

  it("says what becomes of a loop that was paid for and of a gift", async () => {
    const customer = await becomeCustomer(app);
    const order = giveGift(customer);
    const now = Date.now();
    change(
      `INSERT INTO vouchers (id, code_hash, code_sealed, last_four, value_pence, valid_from, expires_at, order_id,
         purchased_by_account_id, created_at, updated_at) VALUES (?, ?, 'x', 'WXYZ', 6999, ?, ?, ?, ?, ?, ?)`,
      ...[order, order, now, now, order, customer.accountId, now, now],
    );
    change(
      "INSERT INTO loop_credits (id, account_id, voucher_id, theme, type, created_at) VALUES (?, ?, 'v', 'pet', 'my-cat-and-me', ?)",
      ...[order, customer.accountId, now],
    );
    const words = (await customer.browser.visit(DELETE)).text("main");
    expect(words).toContain("You’ve paid for a loop and haven’t chosen its delivery date.");
    expect(words).toContain("The gift you bought still works");
  });

  it.each(["COMPLETED", "PRINTING", "SHIPPED"])("has no form while a book is %s", async (status) => {
    const customer = await becomeCustomer(app);
    const loop = giveLoop(customer);
    await customer.browser.visit(DELETE);
    change("UPDATE loops SET status = ? WHERE id = ?", status, loop);
    const sent = await customer.browser.submit(BUTTON, { "Current password": PASSWORD });
    expect(sent.status).toBe(422);
    expect(sent.text("main")).toContain("A book of yours is being printed or is on its way.");
    const page = await customer.browser.visit(DELETE);
    expect(page.text("main")).toContain(
      "Not yet: a book of yours is being printed or is on its way (Our Year by the Sea)",
    );
    expect(page.root.querySelectorAll("main input[type=password]")).toHaveLength(0);
    expect(dueAt(customer)).toBeNull();
  });

  it("sends signed-out visitors to sign in, on the page and on the button", async () => {
    expect((await app.visitor().visit(DELETE, { follow: false })).location).toBe("/auth");
    const customer = await becomeCustomer(app);
    await customer.browser.visit(DELETE);
    change("DELETE FROM sessions WHERE account_id = ?", customer.accountId);
    const pressed = await customer.browser.submit(BUTTON, { "Current password": PASSWORD }, { follow: false });
    expect(pressed.location).toBe("/auth");
    expect(dueAt(customer)).toBeNull();
  });
});

describe("asking for deletion", () => {
  it("sets the day, signs out every other browser, writes an email, and shows it on one's own pages", async () => {
    const customer = await becomeCustomer(app);
    giveLoop(customer);
    const { browser, email } = customer;
    const other = app.visitor();
    await signIn(other, email);
    const before = Date.now();
    const page = await ask(customer);
    expect(page.redirects).toEqual([{ status: 303, location: PRIVACY }]);
    expect(page.text("main")).toContain("Your account will be deleted on");
    const due = Number(dueAt(customer));
    expect(due).toBeGreaterThanOrEqual(before + WEEK_MS);
    expect(due).toBeLessThanOrEqual(Date.now() + WEEK_MS);
    expect((await other.visit(PRIVACY, { follow: false })).location).toBe("/auth");
    expect(emailsTo(email).map(({ kind }) => kind)).toEqual(["verification_code", "deletion_asked"]);
    expect((await signIn(other, email)).heading).toBe("Account settings");
    for (const place of ["/dashboard", "/account-settings", `${DELETE}`]) {
      expect((await browser.visit(place)).text("main")).toContain("Keep my account");
    }
    expect((await browser.visit("/about")).text("main")).not.toContain("Keep my account");
  });

  it.each([
    ["nothing", "", "Current password is required"],
    ["a wrong password", "Wrong-one-7", "That isn’t your current password"],
  ])("with %s says so, and never sends the password back", async (_, password, sentence) => {
    const customer = await becomeCustomer(app);
    const page = await ask(customer, password);
    expect([page.status, page.title]).toEqual([422, "Error: Delete your account? – Loop"]);
    expect(page.field("Current password").error).toContain(sentence);
    expect(page.field("Current password").value).toBe("");
    expect(dueAt(customer)).toBeNull();
  });

  it("counts wrong passwords with those of the other settings", async () => {
    const customer = await becomeCustomer(app);
    useUp("password_checks", customer.accountId, 10);
    const page = await ask(customer);
    expect(page.status).toBe(422);
    expect(page.text("main")).toContain("Too many attempts. Please wait a quarter of an hour and try again.");
    expect(dueAt(customer)).toBeNull();
  });

  it("copes with everything odd that is sent in its field", async () => {
    const { browser } = await becomeCustomer(app);
    const form = { arrive: () => browser.visit(DELETE), button: BUTTON, field: "currentPassword" };
    await sendEverythingOdd(browser, form);
    await sendTwoMegabytes(browser, form);
  });
});

describe("changing one's mind", () => {
  it("with the button on any page keeps the account, and an email says so", async () => {
    const customer = await becomeCustomer(app);
    giveLoop(customer);
    await ask(customer);
    await customer.browser.visit("/dashboard");
    const page = await customer.browser.submit("Keep my account");
    expect(page.text("main")).toContain("Your account is safe.");
    expect(page.text("main")).not.toContain("will be deleted on");
    expect(dueAt(customer)).toBeNull();
    expect(emailsTo(customer.email).map(({ kind }) => kind)).toContain("deletion_withdrawn");
  });

  it("pressed twice, or where nothing was asked, changes nothing", async () => {
    const customer = await becomeCustomer(app);
    await ask(customer);
    await customer.browser.visit(DELETE);
    change("UPDATE accounts SET deletion_due_at = NULL WHERE id = ?", customer.accountId);
    const page = await customer.browser.submit("Keep my account");
    expect(page.text("main")).toContain("Your account wasn’t going to be deleted.");
    expect(countOf("emails", "kind = 'deletion_withdrawn' AND account_id = ?", customer.accountId)).toBe(0);
  });
});
