import { describe, expect, it } from "vitest";
import { signupStorage } from "~/web/cookies.server";
import { openApp } from "../../support/app";
import type { Fillings } from "../../support/html-form";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, type Customer } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { ADDRESS } from "../support/purchases";
import { change, countOf, rowOf, rowsOf } from "../support/records";
import { atAddress, atPayment, atVerify, SIGNUP, stepOf } from "../support/signup";

const app = await openApp();
expectNothingBreaks();

const addressesOf = ({ accountId }: Customer) =>
  rowsOf(
    "SELECT label, line1, city, postcode, country, is_default FROM addresses WHERE account_id = ? ORDER BY rowid",
    accountId,
  );

const orderedAddress = ({ accountId }: Customer) =>
  JSON.parse(String(rowOf("SELECT delivery_address FROM orders WHERE account_id = ?", accountId).delivery_address));

describe("the third step", () => {
  it("knows the name, fixes the country, and says that only UK addresses are delivered to", async () => {
    const { browser } = await atAddress(app);
    const { page } = browser;
    expect(page.field("First name").value).toBe("Nora");
    expect(page.field("Last name").value).toBe("Whitfield");
    expect(page.text("main")).toContain("United Kingdom");
    expect(page.text("main")).toContain("We only deliver to UK addresses");
    expect(page.headers.get("cache-control")).toContain("no-store");
  });

  it("keeps the address for the account and the order, and goes on", async () => {
    const customer = await atAddress(app);
    const { browser } = customer;
    await browser.submit("Continue to payment", { ...ADDRESS, Postcode: " yo21   3pu " }, { follow: false });
    expect([browser.page.status, browser.page.location]).toEqual([303, SIGNUP]);
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Payment");
    expect(browser.page.text("main")).toContain("4 Harbour Row");
    expect(addressesOf(customer)).toEqual([
      {
        label: "4 Harbour Row",
        line1: "4 Harbour Row",
        city: "Whitby",
        postcode: "YO21 3PU",
        country: "GB",
        is_default: 1,
      },
    ]);
    expect(orderedAddress(customer)).toMatchObject({ line1: "4 Harbour Row", postcode: "YO21 3PU" });
    const order = rowOf("SELECT * FROM orders WHERE account_id = ?", customer.accountId);
    expect(order).toMatchObject({ theme: "classic", type: "standard", status: "PENDING", total_pence: 6999 });
  });

  it.each<[sentence: string, field: string, value: string]>([
    ["First name is required", "First name", ""],
    ["First name must be 60 characters or less", "First name", "M".repeat(61)],
    ["Last name is required", "Last name", " \t "],
    ["Last name must be 60 characters or less", "Last name", "O".repeat(61)],
    ["Address line 1 is required", "Address line 1", ""],
    ["Address line 1 must be 100 characters or less", "Address line 1", "H".repeat(101)],
    ["Address line 2 must be 100 characters or less", "Address line 2", "H".repeat(101)],
    ["City is required", "Town or city", ""],
    ["City must be 100 characters or less", "Town or city", "W".repeat(101)],
    ["County must be 100 characters or less", "County", "Y".repeat(101)],
    ["Postcode is required", "Postcode", ""],
    ["Please enter a valid UK postcode (e.g., SW1A 1AA)", "Postcode", "90210"],
    ["Please enter a valid UK postcode (e.g., SW1A 1AA)", "Postcode", MANY_SCRIPTS],
    ["Please enter a valid UK postcode (e.g., SW1A 1AA)", "Postcode", CONTROLS],
    ["Please enter a valid UK postcode (e.g., SW1A 1AA)", "Postcode", "Y".repeat(5000)],
  ])("says %s", async (sentence, field, value) => {
    const customer = await atAddress(app);
    const page = await customer.browser.submit("Continue to payment", { ...ADDRESS, [field]: value });
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Begin a Classic Loop - Address – Loop");
    expect(page.errorSummary()).toEqual([sentence]);
    expect(page.field(field)).toMatchObject({ isWrong: true, error: sentence });
    const other = field === "Postcode" ? "Town or city" : "Postcode";
    expect(page.field(other).value).toBe(ADDRESS[other]);
    expect(addressesOf(customer)).toEqual([]);
    expect(countOf("orders", "account_id = ?", customer.accountId)).toBe(0);
  });

  it("takes names and streets in any script", async () => {
    const customer = await atAddress(app);
    await customer.browser.submit("Continue to payment", { ...ADDRESS, "First name": MANY_SCRIPTS });
    expect(stepOf(customer.browser)).toBe("Payment");
    expect(orderedAddress(customer).firstName).toBe(MANY_SCRIPTS);
  });

  it("corrected after going back, is kept once", async () => {
    const customer = await atPayment(app);
    const { browser } = customer;
    await browser.visit(`${SIGNUP}?step=address`);
    expect(browser.page.field("Address line 1").value).toBe("4 Harbour Row");
    await browser.submit("Continue to payment", { "Address line 1": "14 Harbour Row" });
    expect(stepOf(browser)).toBe("Payment");
    expect(addressesOf(customer)).toMatchObject([{ line1: "14 Harbour Row" }]);
    expect(orderedAddress(customer).line1).toBe("14 Harbour Row");
    expect(countOf("orders", "account_id = ?", customer.accountId)).toBe(1);
  });

  it("pressed twice makes one address and one order", async () => {
    const customer = await atAddress(app);
    const other = anotherWindow(app, customer);
    await other.visit(SIGNUP);
    await Promise.all([
      customer.browser.submit("Continue to payment", ADDRESS),
      other.submit("Continue to payment", ADDRESS),
    ]);
    expect(addressesOf(customer)).toHaveLength(1);
    expect(countOf("orders", "account_id = ?", customer.accountId)).toBe(1);
  });
});

/** Somebody with saved addresses, at the third step. */
async function withAddresses(addresses: readonly { line1: string; country?: string }[]): Promise<Customer> {
  const customer = await becomeCustomer(app);
  for (const [place, { line1, country = "GB" }] of addresses.entries()) {
    const now = Date.now() + place;
    change(
      `INSERT INTO addresses (id, account_id, label, first_name, last_name, line1, city, postcode, country, is_default,
         created_at, updated_at) VALUES (?, ?, ?, 'Margaret', 'Okafor', ?, 'Leeds', 'LS6 2AB', ?, ?, ?, ?)`,
      ...[`${customer.accountId}-${place}`, customer.accountId, `Place ${place}`, line1, country],
      ...[place === 0 ? 1 : 0, now, now],
    );
  }
  await customer.browser.visit(SIGNUP);
  return customer;
}

describe("addresses that are kept already", () => {
  it("are offered, the default first, and one of them can be taken as it is", async () => {
    const customer = await withAddresses([{ line1: "1 Larch Row" }, { line1: "2 Larch Row" }]);
    const { browser } = customer;
    expect(browser.page.field("Place 0").isSelected).toBe(true);
    await browser.submit("Continue to payment", { "Your addresses": "Place 1" });
    expect(stepOf(browser)).toBe("Payment");
    expect(orderedAddress(customer).line1).toBe("2 Larch Row");
    expect(addressesOf(customer)).toHaveLength(2);
    await browser.visit(`${SIGNUP}?step=address`);
    expect(browser.page.field("Place 1").isSelected).toBe(true);
  });

  it("make room for another one", async () => {
    const customer = await withAddresses([{ line1: "1 Larch Row" }]);
    const { browser } = customer;
    const typed = { ...ADDRESS, "Your addresses": "The address below" };
    const page = await browser.submit("Continue to payment", { ...typed, Postcode: "" });
    expect(page.errorSummary()).toEqual(["Postcode is required"]);
    expect(page.field("The address below").isSelected).toBe(true);
    await browser.submit("Continue to payment", typed);
    expect(stepOf(browser)).toBe("Payment");
    expect(addressesOf(customer).map(({ line1 }) => line1)).toEqual(["1 Larch Row", "4 Harbour Row"]);
    expect(addressesOf(customer)[0]).toMatchObject({ is_default: 1 });
  });

  it("abroad are not offered, nor taken where they are asked for all the same", async () => {
    const customer = await withAddresses([{ line1: "1 Maple Street", country: "CA" }]);
    const { browser, accountId } = customer;
    expect(browser.page.body).not.toContain("Maple");
    for (const choice of [`${accountId}-0`, "nobody", MANY_SCRIPTS]) {
      await browser.visit(SIGNUP);
      const page = await browser.submit("Continue to payment", ADDRESS, { extra: [["choice", choice]] });
      expect(page.status).toBe(422);
      expect(page.errorSummary()[0]).toContain("We no longer have that address.");
    }
  });

  it("of somebody else cannot be taken", async () => {
    const { accountId } = await withAddresses([{ line1: "1 Larch Row" }]);
    const customer = await atAddress(app);
    const extra: [string, string][] = [["choice", `${accountId}-0`]];
    const page = await customer.browser.submit("Continue to payment", ADDRESS, { extra });
    expect(page.status).toBe(422);
    expect(page.body).not.toContain("Larch");
  });

  it("as many as can be kept do not hold up a book, and it is said that no more are", async () => {
    const customer = await withAddresses(Array.from({ length: 20 }, (_, at) => ({ line1: `${at} Larch Row` })));
    const { browser } = customer;
    await browser.submit("Continue to payment", { ...ADDRESS, "Your addresses": "The address below" });
    expect(stepOf(browser)).toBe("Payment");
    expect(browser.page.text("main")).toContain("Failed to save address.");
    expect(orderedAddress(customer).line1).toBe("4 Harbour Row");
    expect(addressesOf(customer)).toHaveLength(20);
    await browser.visit(`${SIGNUP}?step=address`);
    expect(browser.page.field("The address below").isSelected).toBe(true);
    expect(browser.page.field("Address line 1").value).toBe("4 Harbour Row");
  });
});

describe("going back and coming again", () => {
  it("keeps a half-typed address while looking at the steps before", async () => {
    const customer = await atAddress(app);
    const { browser } = customer;
    const half: Fillings = { "First name": "Zoë", "Address line 1": "4 Harb", Postcode: "nonsense" };
    await browser.submit("Back", half);
    expect(browser.page.heading).toBe("Your email is confirmed");
    await browser.visit(SIGNUP);
    expect(browser.page.field("First name").value).toBe("Zoë");
    expect(browser.page.field("Address line 1").value).toBe("4 Harb");
    expect(browser.page.field("Postcode").value).toBe("nonsense");
    expect(addressesOf(customer)).toEqual([]);
    await browser.submit("Continue to payment", ADDRESS);
    await browser.visit(`${SIGNUP}?step=address`);
    expect(browser.page.field("Postcode").value).toBe("YO21 3PU");
  });

  it("lets go of a draft that no cookie can carry", async () => {
    const { browser } = await atAddress(app);
    await browser.submit("Back", { "Address line 1": "今".repeat(600), "Town or city": "x".repeat(3000) });
    expect((browser.cookies.get("loop_signup") ?? "").length).toBeLessThan(4000);
    await browser.visit(SIGNUP);
    expect(browser.page.field("First name").value).toBe("Nora");
  });

  it("a reload stays at the step, at each of them", async () => {
    const browser = app.visitor();
    await browser.visit(SIGNUP);
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Account");
    const verifying = (await atVerify(app)).browser;
    await verifying.visit(SIGNUP);
    expect(stepOf(verifying)).toBe("Verify");
    const addressing = (await atAddress(app)).browser;
    await addressing.visit(SIGNUP);
    expect(stepOf(addressing)).toBe("Address");
    const paying = (await atPayment(app)).browser;
    await paying.visit(SIGNUP);
    expect(stepOf(paying)).toBe("Payment");
  });

  it("a payment without an order that waits for it is the address again", async () => {
    const { browser, accountId } = await atPayment(app);
    change("DELETE FROM order_lines WHERE order_id IN (SELECT id FROM orders WHERE account_id = ?)", accountId);
    change("DELETE FROM orders WHERE account_id = ?", accountId);
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Address");
  });

  it.each(["payment", "complete", "verify", "nowhere", "address&step=payment", ""])(
    "no address leads on past what is done: step=%s",
    async (step) => {
      const browser = app.visitor();
      await browser.visit(`${SIGNUP}?step=${step}`);
      expect(stepOf(browser)).toBe("Account");
      const { browser: signedIn } = await atAddress(app);
      const page = await signedIn.visit(`${SIGNUP}?step=${step === "verify" ? "payment" : step}`);
      expect(page.path === "/dashboard" || stepOf(signedIn) === "Address").toBe(true);
    },
  );

  it("reset=true starts again: before signing in with nothing filled in, afterwards at an empty address", async () => {
    const { browser } = await atVerify(app);
    await browser.visit(`${SIGNUP}?reset=true`);
    expect([browser.page.path, stepOf(browser)]).toEqual([SIGNUP, "Account"]);
    expect(browser.page.field("First name").value).toBe("");
    const customer = await atPayment(app);
    const half = anotherWindow(app, customer);
    await half.visit(SIGNUP);
    await customer.browser.visit(`${SIGNUP}?reset=true`);
    expect(stepOf(customer.browser)).toBe("Address");
    expect(customer.browser.page.field("Address line 1").value).toBe("");
    await customer.browser.submit("Continue to payment", {
      ...ADDRESS,
      "Your addresses": "The address below",
      "Address line 1": "5 Harbour Row",
    });
    expect(stepOf(customer.browser)).toBe("Payment");
    expect(countOf("orders", "account_id = ?", customer.accountId)).toBe(1);
  });

  it("reset in another tab leaves the payment of this one at the address, and orders nothing", async () => {
    const customer = await atPayment(app);
    const tab = anotherWindow(app, customer);
    await tab.visit(SIGNUP);
    await customer.browser.visit(`${SIGNUP}?reset=true`);
    tab.cookies.plant("loop_signup", customer.browser.cookies.get("loop_signup") ?? "");
    await tab.submit("Pay £69.99");
    expect(stepOf(tab)).toBe("Address");
    expect(countOf("payments")).toBe(0);
  });

  it("logging out forgets the sign-up", async () => {
    const { browser } = await atPayment(app);
    await browser.visit("/logout");
    await browser.submit("Logout");
    expect(browser.cookies.get("loop_signup") ?? "").toBe("");
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Account");
  });

  it("the cookie ends with the browser, and holds no password, no price and no name", async () => {
    const { browser } = await atPayment(app);
    const session = await signupStorage.getSession(browser.cookies.header());
    expect(Object.keys(session.get("signup")).sort()).toEqual([
      ...["addressId", "basketKey", "isAddressed", "version"],
    ]);
  });

  it.each([
    ["of an earlier version", { version: 0, basketKey: "x" }],
    ["of something else", "nothing of ours"],
    ["with a huge word", { version: 1, basketKey: "x".repeat(65) }],
  ])("a sign-up %s is ignored", async (_, inside) => {
    const { browser } = await atPayment(app);
    const session = await signupStorage.getSession();
    session.set("signup", inside);
    browser.cookies.keep(await signupStorage.commitSession(session));
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Address");
  });

  it("nobody else who signs in here sees a half-typed address", async () => {
    const { browser } = await atAddress(app);
    await browser.submit("Back", { "Address line 1": "4 Secret Row" });
    const other = await becomeCustomer(app);
    other.browser.cookies.plant("loop_signup", browser.cookies.get("loop_signup") ?? "");
    await other.browser.visit(SIGNUP);
    expect(stepOf(other.browser)).toBe("Address");
    expect(other.browser.page.body).not.toContain("Secret");
  });
});

it("whatever is sent to the address gets a clear response", async () => {
  const { browser } = await atAddress(app);
  const arrive = (visitor: Visitor) => visitor.visit(`${SIGNUP}?step=address`);
  for (const field of ["firstName", "postcode", "choice", "intent"]) {
    await sendEverythingOdd(browser, { arrive, button: "Continue to payment", field });
  }
  await sendEverythingOdd(browser, { arrive, button: "Back", field: "line1" });
  await sendTwoMegabytes(browser, { arrive, button: "Continue to payment", field: "line2" });
});
