import SqliteFile from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { GOOD_CARD, payWith } from "../adapters/payments/buyer";
import { openCardPage } from "../screens/support/card-page";
import { becomeCustomer, type Customer } from "../screens/support/customers";
import { giveLoop } from "../screens/support/loops";
import { chooseLoop, ADDRESS as DELIVERY } from "../screens/support/purchases";
import { change, rowOf } from "../screens/support/records";
import { PASSWORD } from "../screens/support/registrations";
import { openApp } from "../support/app";

/** The pages while the database file cannot grow, or cannot be written at all. */

const cardPage = await openCardPage();
afterAll(() => cardPage.close());

let app: Awaited<ReturnType<typeof openApp>>;
/** The app's own connection, captured when it is opened. */
let connection: SqliteFile.Database;
let noted: MockInstance<typeof console.error>;
beforeAll(async () => {
  const opened = vi.spyOn(SqliteFile.prototype, "pragma");
  app = await openApp();
  connection = opened.mock.contexts[0] as SqliteFile.Database;
  opened.mockRestore();
});
beforeEach(() => {
  noted = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  noted.mockRestore();
  end();
});

function end(): void {
  connection.pragma("max_page_count = 1000000");
  connection.pragma("query_only = OFF");
}

const pages = (name: string) => Number(connection.pragma(name, { simple: true }));

function fill(): void {
  // Free pages of the file could still be filled.
  if (pages("freelist_count") > 0) connection.exec("VACUUM");
  connection.pragma(`max_page_count = ${pages("page_count")}`);
}

const makeReadOnly = () => connection.pragma("query_only = ON");

/** Longer than the free space of any page of the file. */
const LONG = `We walked ${"and walked".repeat(2_000)} to the sea.`;

interface Form {
  name: string;
  arrive(customer: Customer, loopId: string): Promise<unknown>;
  button: string;
  typed: Record<string, string>;
  kept(customer: Customer, loopId: string): unknown;
  wanted: unknown;
}

const WEEK: Form = {
  name: "a week that is written",
  button: "Keep as a draft",
  typed: { content: LONG },
  arrive: ({ browser }, loopId) => browser.visit(`/dashboard?loop=${loopId}`),
  kept: (_, loopId) => rowOf("SELECT content FROM drafts WHERE loop_id = ?", loopId).content,
  wanted: LONG,
};

const ADDRESS: Form = {
  name: "an address",
  button: "Save address",
  typed: {
    "Address label": "Home",
    "Address line 1": "4 Harbour Row",
    "Town or city": "Whitby",
    Postcode: "YO21 3PU",
  },
  arrive: ({ browser }) => browser.visit("/account-settings/addresses/new"),
  kept: ({ accountId }) => rowOf("SELECT postcode FROM addresses WHERE account_id = ?", accountId).postcode,
  wanted: "YO21 3PU",
};

const NAME: Form = {
  name: "a name",
  button: "Save Changes",
  typed: { "Full name": "Maggie Okafor" },
  arrive: ({ browser }) => browser.visit("/account-settings"),
  kept: ({ accountId }) => rowOf("SELECT first_name FROM accounts WHERE id = ?", accountId).first_name,
  wanted: "Maggie",
};

describe("a form that comes where it cannot be kept", () => {
  it.each([
    { disk: "full", begin: fill, form: WEEK },
    { disk: "read-only", begin: makeReadOnly, form: WEEK },
    { disk: "read-only", begin: makeReadOnly, form: ADDRESS },
    { disk: "read-only", begin: makeReadOnly, form: NAME },
  ])("on a $disk disk, $form.name, comes back with its words and is kept when that is over", async (one) => {
    const { form } = one;
    const customer = await becomeCustomer(app);
    const loopId = giveLoop(customer);
    const { browser } = customer;
    await form.arrive(customer, loopId);
    // The next visit is one that is written down.
    change("UPDATE sessions SET seen_at = seen_at - 600000");
    one.begin();
    const page = await browser.submit(form.button, form.typed);
    expect([422, 503]).toContain(page.status);
    for (const words of Object.values(form.typed)) expect(page.body).toContain(words);
    expect(noted).toHaveBeenCalled();
    for (const path of ["/health", "/", "/dashboard", "/account-settings"])
      expect([path, (await browser.send(path)).status]).toEqual([path, 200]);
    end();
    // The form itself comes back on screens that show one.
    const again = page.body.includes("Send it again") ? "Send it again" : form.button;
    expect((await browser.submit(again)).status).toBe(200);
    expect(form.kept(customer, loopId)).toBe(form.wanted);
  });

  it("somebody who signs in is told so, and not that they are wrong", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    await browser.visit("/auth");
    makeReadOnly();
    const page = await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
    expect([422, 503]).toContain(page.status);
    expect(page.text("main")).not.toMatch(/wrong|incorrect|invalid/i);
    expect(page.text("main")).toMatch(/try again|send it again/i);
  });
});

describe("somebody who comes back from paying on a disk that takes no writes", () => {
  it("reads that the payment is being confirmed, and is thanked once the disk takes them", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseLoop(browser);
    await browser.visit("/payment");
    await browser.submit("Pay £69.99", DELIVERY, { follow: false });
    const url = browser.page.location ?? "";
    await payWith(url, GOOD_CARD);
    const back = `/payment-success?session_id=${url.split("/").at(-1)}`;
    makeReadOnly();
    const page = await browser.visit(back);
    expect([page.status, page.heading]).toEqual([200, "We’re confirming your payment"]);
    expect(page.headers.get("refresh")).toMatch(/^\d+;/);
    expect(noted).toHaveBeenCalled();
    end();
    expect((await browser.visit(back)).title).toMatch(/^Payment Successful!/);
    makeReadOnly();
    expect((await browser.visit(back)).title).toMatch(/^Payment Successful!/);
  });
});
