import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer } from "../support/customers";
import { sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { ADDRESS } from "../support/purchases";
import { change, countOf, rowOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();

const SETTINGS = "/account-settings";

const HOME = { "Address label": "Home", ...ADDRESS };
const LIST = `${SETTINGS}?tab=addresses`;

async function addAddress(browser: Visitor, filled: Record<string, string | boolean> = {}) {
  await browser.visit("/account-settings/addresses/new");
  return await browser.submit("Save address", { ...HOME, ...filled });
}

const idOf = (accountId: string, label: string) =>
  String(rowOf("SELECT id FROM addresses WHERE account_id = ? AND label = ?", accountId, label).id);

describe("addresses", () => {
  it("are empty to begin with, and the first is added and the default", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit(LIST);
    expect(page.text("main")).toContain("Delivery Address");
    expect(page.text("main")).toContain("No addresses found");
    expect(page.links()).toContainEqual({
      words: "Add Your First Address",
      href: "/account-settings/addresses/new",
    });
    expect((await browser.visit("/account-settings/addresses/new")).field("First name").value).toBe("Margaret");
    await addAddress(browser, { Postcode: "yo21 3pu" });
    expect(browser.page.path).toBe(LIST);
    expect(browser.page.text("main")).toContain("Address saved.");
    expect(browser.page.text("main")).toContain(
      "Home Default Margaret Okafor 4 Harbour Row Whitby YO21 3PU United Kingdom",
    );
  });

  it("can be changed, and another made the default", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await addAddress(browser);
    await addAddress(browser, { "Address label": "Work", County: "North Yorkshire" });
    await browser.submit("Make default: Work");
    expect(browser.page.text("main")).toContain("Work is your default address.");
    expect(browser.page.text(".settings-list li:first-child")).toContain("Work Default");
    await browser.visit(`/account-settings/addresses/${idOf(accountId, "Home")}`);
    expect(browser.page.field("Address line 1").value).toBe("4 Harbour Row");
    await browser.submit("Save address", {
      "Address line 1": "5 Harbour Row",
      "Make this my default address": true,
    });
    expect(browser.page.text(".settings-list li:first-child")).toContain("Home Default Margaret Okafor 5 Harbour Row");
  });

  it("are deleted by a page that asks first", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await addAddress(browser);
    const place = `/account-settings/addresses/${idOf(accountId, "Home")}/delete`;
    expect((await browser.visit(place)).heading).toBe("Delete this address?");
    expect(browser.page.text("main")).toContain("Home: Margaret Okafor, 4 Harbour Row, Whitby, YO21 3PU");
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(1);
    await browser.submit("Delete address");
    expect(browser.page.text("main")).toContain("Address deleted.");
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(0);
    expect((await browser.visit(place)).status).toBe(404);
  });

  it.each([
    [{ "Address label": "" }, "Address label is required"],
    [{ "First name": "" }, "First name is required"],
    [{ "Last name": "" }, "Last name is required"],
    [{ "Address line 1": "" }, "Address line 1 is required"],
    [{ "Town or city": "" }, "City is required"],
    [{ Postcode: "" }, "Postcode is required"],
    [{ Postcode: "90210" }, "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
  ])("with %j say: %s, and keep what was typed", async (filled, sentence) => {
    const { browser, accountId } = await becomeCustomer(app);
    const page = await addAddress(browser, { County: "Cumbria", ...filled });
    expect([page.status, page.title]).toEqual([422, "Error: Add an address – Loop"]);
    expect(page.errorSummary()).toEqual([sentence]);
    for (const [label, value] of Object.entries({ ...HOME, County: "Cumbria", ...filled })) {
      expect(page.field(label).value).toBe(value);
    }
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(0);
  });

  it("are kept as far as there is room", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await addAddress(browser);
    const id = idOf(accountId, "Home");
    await browser.visit("/account-settings/addresses/new");
    for (let time = 1; time < 20; time += 1) {
      change(
        `INSERT INTO addresses (id, account_id, first_name, last_name, line1, city, postcode, created_at, updated_at)
           SELECT id || ?, account_id, first_name, last_name, line1, city, postcode, created_at, updated_at
           FROM addresses WHERE id = ?`,
        ...[String(time), id],
      );
    }
    const page = await browser.submit("Save address", HOME);
    expect(page.errorSummary()).toEqual(["Failed to save address. We can keep up to 20"]);
    expect((await browser.visit(LIST)).text("main")).toContain("That’s as many as we can keep.");
  });

  it("give a clear response whatever is sent", async () => {
    const { browser } = await becomeCustomer(app);
    const arrive = (visitor: Visitor) => visitor.visit("/account-settings/addresses/new");
    await sendEverythingOdd(browser, { arrive, button: "Save address", field: "line1" });
    await sendTwoMegabytes(browser, { arrive, button: "Save address", field: "postcode" });
  });
});
