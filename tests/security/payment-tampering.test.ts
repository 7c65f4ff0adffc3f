import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { TEST_CARDS } from "../../scripts/payment-sandbox/cards";
import { addressOf, openPage, payInElement, payWith } from "../adapters/payments/buyer";
import { expectNothingBreaks } from "../screens/support/app-log";
import { anotherWindow, becomeCustomer, type Customer } from "../screens/support/customers";
import { giveLoop } from "../screens/support/loops";
import { expectMoneyAddsUp } from "../screens/support/money";
import { ADDRESS, chooseLoop } from "../screens/support/purchases";
import { countOf, rowOf, rowsOf, runInFile } from "../screens/support/records";
import { openSellingApp } from "../screens/support/selling-app";
import type { FormEntry } from "../support/html-form";
import type { Visitor } from "../support/visitor";

/** Attempts to pay a different price, nothing, or for somebody else's order. */

const { app, cardPage } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();
// Rate limits have tests of their own.
afterEach(() => runInFile("DELETE FROM attempts"));

const GOOD_CARD = "4242 4242 4242 4242";
const priceOn = async (url: string) => (await openPage(url)).root.querySelector("form button")?.text;
const backFrom = (url: string) => new URL(url).pathname + new URL(url).search;

async function atDelivery(): Promise<Customer> {
  const customer = await becomeCustomer(app);
  await chooseLoop(customer.browser);
  await customer.browser.visit("/payment");
  return customer;
}

/** The amounts that the provider was asked to charge for this account, in pence and with the currency. */
const askedOf = (accountId: string) =>
  rowsOf(
    `SELECT DISTINCT amount_pence, total_pence, currency, orders.status FROM payments
     JOIN orders ON orders.id = order_id WHERE account_id = ?`,
    accountId,
  );

describe("a price that the browser sends", () => {
  const tamperings: Record<string, FormEntry[]> = {
    "an amount of a penny": [["amount", "1"]],
    "an amount below nothing": [["amount", "-1"]],
    "an amount of a thousand million": [["amount", "1e9"]],
    "an amount with a comma": [["amount", "69,99"]],
    "an amount in a list": [["amount[]", "1"]],
    "a total": [["totalPence", "1"]],
    "a total in the column’s name": [["total_pence", "1"]],
    "a price of one": [["unitPence", "1"]],
    "a subtotal": [["subtotalPence", "0"]],
    "a discount": [["discountPence", "6998"]],
    "a discount by the name of a program": [["discountAmount", "6998"]],
    "a discount’s code": [["discountCode", "NEW10"]],
    "a delivery that pays": [["deliveryPence", "-6999"]],
    "a tax that pays": [["taxPence", "-6999"]],
    dollars: [["currency", "USD"]],
    yen: [["currency", "jpy"]],
    "a payment that was made": [["status", "PAID"]],
    "a day on which it was paid": [["paidAt", "1"]],
    "another theme": [["theme", "travel"]],
    "another journey": [["journeyType", "redeem"]],
    "a quantity of nothing": [["quantity", "0"]],
    "a quantity below nothing": [["quantity", "-1"]],
    "another account": [["accountId", "somebody"]],
    "a provider of their own": [["successUrl", "https://evil.example"]],
  };

  it("changes nothing about what is charged", async () => {
    const { browser, accountId } = await atDelivery();
    for (const [what, extra] of Object.entries(tamperings)) {
      await browser.visit("/payment");
      const page = await browser.submit("Pay £69.99", ADDRESS, { extra, follow: false });
      expect([page.status, await priceOn(page.location ?? "")], what).toEqual([303, "Pay £69.99"]);
      runInFile("DELETE FROM attempts");
    }
    expect(askedOf(accountId)).toEqual([{ amount_pence: 6999, total_pence: 6999, currency: "GBP", status: "PENDING" }]);
  });

  it.each(["1", "-1", "1e9", "69,99", "0", "", "NaN", "６９９９"])(
    "as what the page had shown (%s) only asks to look once more",
    async (shown) => {
      const { browser, accountId } = await atDelivery();
      const page = await browser.submit("Pay £69.99", ADDRESS, {
        extra: [["shownPence", shown]],
        without: ["shownPence"],
        follow: false,
      });
      expect([page.status, page.location]).toEqual([303, "/payment"]);
      expect(askedOf(accountId)).toEqual([]);
    },
  );
});

describe("a cart that the browser changed", () => {
  async function withCart() {
    const customer = await becomeCustomer(app);
    const loop = giveLoop(customer);
    await customer.browser.visit("/account-settings?tab=books");
    await customer.browser.submit("Add to Cart", { item: `book-copy-${loop}-standard` });
    return { ...customer, loop };
  }

  it.each(["-1", "0", "1e9", "1.5", "99999999999999999999"])("with %s copies is a cart of one", async (quantity) => {
    const { browser, loop } = await withCart();
    await browser.visit("/account-settings?tab=books");
    await browser.submit("Add to Cart", { item: `book-copy-${loop}-luxury` }, { extra: [["quantity", quantity]] });
    expect((await browser.visit("/checkout")).text(".price-summary")).toContain("2 book copies £151.18");
  });

  it("in its cookie is an empty one", async () => {
    const { browser } = await withCart();
    const cookie = browser.cookies.get("loop_cart") ?? "";
    const [words = "", signature = ""] = decodeURIComponent(cookie).split(".");
    const opened = Buffer.from(words, "base64").toString("utf8").replace('"quantity":1', '"quantity":-1');
    const forged = `${Buffer.from(opened).toString("base64")}.${signature}`;
    for (const value of [forged, `${words}.`, words, `${cookie}x`]) {
      browser.cookies.plant("loop_cart", encodeURIComponent(value));
      expect((await browser.visit("/checkout")).heading).toBe("Your Cart is Empty");
    }
  });

  it("back to an old one, which was paid for, orders nothing a second time", async () => {
    const { browser, accountId } = await withCart();
    await browser.visit("/account-settings/addresses/new?for=checkout");
    await browser.submit("Save address", {
      "Address label": "Home",
      "Address line 1": "4 Harbour Row",
      "Town or city": "Whitby",
      Postcode: "YO21 3PU",
    });
    await browser.submit("Continue to payment");
    const page = await browser.submit("Pay £75.59", {}, { follow: false });
    const old = anotherWindow(app, { browser });
    await browser.visit(backFrom(addressOf(await payWith(page.location ?? "", GOOD_CARD))));
    expect((await browser.visit("/checkout")).heading).toBe("Your Cart is Empty");
    await old.visit("/checkout?step=payment");
    await old.submit("Pay £75.59");
    expect(old.page.path).toBe("/account-settings?tab=orders");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
    expect(countOf("payments JOIN orders ON orders.id = order_id", "account_id = ?", accountId)).toBe(1);
  });
});

describe("an address that says that it was paid", () => {
  it("fulfils nothing, and reveals nothing", async () => {
    const owner = await atDelivery();
    const page = await owner.browser.submit("Pay £69.99", ADDRESS, { follow: false });
    const session = (page.location ?? "").split("/").at(-1);
    const { number } = rowOf("SELECT number FROM orders WHERE account_id = ?", owner.accountId);
    const stranger = await becomeCustomer(app);
    const claims = [
      `/payment-success?session_id=${session}&redirect_status=succeeded`,
      `/payment-success?session_id=${session}&paid=1&status=PAID`,
      `/payment-success?payment_intent=pi_1&redirect_status=succeeded`,
      `/checkout/placed?session_id=${session}`,
      `/gift-confirmation?order=${number}`,
    ];
    for (const claim of claims) {
      for (const { browser } of [owner, stranger]) {
        const response = await browser.visit(claim);
        expect(response.heading, claim).not.toBe("Payment Successful!");
        if (browser === stranger.browser) expect(response.body, claim).not.toContain(String(number));
      }
    }
    expect(countOf("fulfilments")).toBe(countOf("orders", "paid_at IS NOT NULL"));
    expect(countOf("loop_credits", "account_id IN (?, ?)", owner.accountId, stranger.accountId)).toBe(0);
  });
});

describe("somebody who tries stolen cards", () => {
  it("is stopped after ten declines of an order, with the time to wait; many buyers of one address are not", async () => {
    const browser = app.visitor();
    const words = { ...ADDRESS, "Email address": "tester@example.org", acceptedTerms: true };
    const press = async (buyer: Visitor) => {
      await buyer.visit("/payment");
      return await buyer.submit("Pay £69.99", words, { follow: false });
    };
    await chooseLoop(browser);
    const responses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const page = await press(browser);
      responses.push(page.status);
      if (page.location === null) break;
      await payWith(page.location, "4000 0000 0000 9995");
      const { checkout_id: checkout } = rowsOf("SELECT checkout_id FROM payments").at(-1) ?? {};
      await browser.visit(`/payment-success?session_id=${checkout}`);
    }
    expect(responses).toEqual([...Array(10).fill(303), 429]);
    expect(browser.page.errorSummary().join()).toMatch(/paused its payment. You can try again in .* minutes/);
    const others: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const other = app.visitor();
      await chooseLoop(other);
      others.push((await press(other)).status);
    }
    expect(others).toEqual(Array(20).fill(303));
  });
});

describe("what is typed into the provider’s fields", () => {
  it("is nowhere with us: not in the database with its emails, and on no page", async () => {
    const seen: string[] = [];
    const pay = async ({ browser }: { browser: Visitor }, card: string, intent: "pay" | "element") => {
      await browser.visit("/payment");
      const options = { extra: [["intent", intent]] as FormEntry[], without: ["intent"], follow: false };
      const page = await browser.submit("Pay £69.99", ADDRESS, options);
      seen.push(page.body);
      if (intent === "pay") await payWith(page.location ?? "", card);
      else await payInElement(cardPage.origin, secretIn(page.body), card);
      const last = rowsOf("SELECT checkout_id, payment_intent_id FROM payments").at(-1);
      const query = last?.checkout_id ? `session_id=${last.checkout_id}` : `payment_intent=${last?.payment_intent_id}`;
      seen.push((await browser.visit(`/payment-success?${query}`)).body);
    };
    const secrets: string[] = [];
    const secretIn = (body: string) => {
      const secret = /pi_\w+_secret_\w+/.exec(body)?.[0] ?? "";
      expect(secret).not.toBe("");
      secrets.push(secret);
      return secret;
    };
    for (const card of ["4000 0000 0000 9995", GOOD_CARD]) {
      await pay(await atDelivery(), card, "pay");
      await pay(await atDelivery(), card, "element");
    }
    const folder = process.env.DATA_DIR ?? "";
    const ours = readdirSync(folder).filter((name) => /^loop\.db/.test(name));
    expect(ours).toContain("loop.db");
    const kept = ours.map((name) => readFileSync(join(folder, name), "latin1")).join("");
    const numbers = TEST_CARDS.flatMap(({ number }) => [number, number.replace(/(.{4})(?=.)/g, "$1 ")]);
    for (const number of numbers) for (const text of [kept, ...seen]) expect(text.includes(number)).toBe(false);
    for (const secret of secrets) expect(kept.includes(secret)).toBe(false);
  });
});
