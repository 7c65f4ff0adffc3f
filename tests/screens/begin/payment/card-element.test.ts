import { describe, expect, it } from "vitest";
import type { Fillings, FormEntry } from "../../../support/html-form";
import type { Visitor } from "../../../support/visitor";
import { expectNothingBreaks } from "../../support/app-log";
import { anotherWindow, becomeCustomer, type Customer } from "../../support/customers";
import { expectMoneyAddsUp } from "../../support/money";
import { ADDRESS, chooseLoop, makeDiscount } from "../../support/purchases";
import { countOf, rowOf, useUp } from "../../support/records";
import { openSellingApp } from "../../support/selling-app";

/** What the card element's script gets in response to the form of the page. */

const { app } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

async function atDelivery(): Promise<Customer> {
  const customer = await becomeCustomer(app);
  await chooseLoop(customer.browser);
  await customer.browser.visit("/payment");
  return customer;
}

/** Sends the form as the script does. */
const sendForm = (browser: Visitor, fillings: Fillings = ADDRESS, without: readonly string[] = []) =>
  browser.submit("Pay £69.99", fillings, {
    extra: [["intent", "element"]] as FormEntry[],
    without: ["intent", ...without],
    headers: { Accept: "application/json", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" },
    follow: false,
  });

describe("the card element’s script", () => {
  it("is told what the element needs, and no cache keeps it", async () => {
    const { browser } = await atDelivery();
    const response = await sendForm(browser);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.json()).toMatchObject({
      clientSecret: expect.stringContaining("_secret_"),
      totalPence: 6999,
      shipping: { name: "Margaret Okafor" },
    });
    const again = await anotherWindow(app, { browser }).visit("/payment");
    expect(again.field("Address line 1").value).toBe("4 Harbour Row");
  });

  it("is sent the page with its problems, as without scripts", async () => {
    const { browser } = await atDelivery();
    const page = await sendForm(browser, { ...ADDRESS, Postcode: "HX7 8" });
    expect([page.status, page.title.startsWith("Error: ")]).toEqual([422, true]);
    const sentence = "Please enter a valid UK postcode (e.g., SW1A 1AA)";
    expect(page.find("[data-payment-news]").textContent).toContain(sentence);
    expect(page.field("Postcode").error).toBe(sentence);
  });

  it("has the card validated with the form: own fields first, one summary, and nothing is ordered", async () => {
    const { browser, accountId } = await atDelivery();
    const mistake = "Your card number is incomplete.";
    const check = (fillings: Fillings) =>
      browser.submit("Pay £69.99", fillings, {
        extra: [
          ["intent", "element"],
          ["cardProblem", mistake],
        ] as FormEntry[],
        without: ["intent"],
        headers: { Accept: "application/json", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" },
        follow: false,
      });
    const both = await check({ ...ADDRESS, Postcode: "HX7 8" });
    expect([both.status, both.errorSummary()]).toEqual([
      422,
      ["Please enter a valid UK postcode (e.g., SW1A 1AA)", mistake],
    ]);
    await browser.visit("/payment");
    const alone = await check(ADDRESS);
    expect([alone.status, alone.errorSummary()]).toEqual([422, [mistake]]);
    expect(alone.find(`.error-summary a`).getAttribute("href")).toBe("#delivery-card");
    expect(alone.find("#delivery-card").hasAttribute("data-card")).toBe(true);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it("has a field validated as it is left, in the sentence of the page, and nothing is ordered", async () => {
    const { browser, accountId } = await atDelivery();
    const leave = (fillings: Fillings) =>
      browser.submit("Pay £69.99", fillings, {
        extra: [["intent", "check"]],
        without: ["intent"],
        follow: false,
      });
    const page = await leave({ ...ADDRESS, Postcode: "HX7 8" });
    expect(page.field("Postcode").error).toBe("Please enter a valid UK postcode (e.g., SW1A 1AA)");
    await browser.visit("/payment");
    const right = await leave(ADDRESS);
    expect([right.errorSummary(), right.field("Postcode").error]).toEqual([[], null]);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it("is told where else to go, where the buyer still reads why", async () => {
    makeDiscount("MEANWHILE", { type: "PERCENTAGE", value: 10 });
    const { browser } = await atDelivery();
    const tab = anotherWindow(app, { browser });
    await tab.visit("/payment");
    await tab.submit("Apply", { "Discount code": "MEANWHILE" });
    browser.cookies.plant("loop_journey", tab.cookies.get("loop_journey") ?? "");
    const response = await sendForm(browser);
    expect([response.status, response.json()]).toEqual([200, { intent: "element", location: "/payment" }]);
    const page = await browser.visit("/payment");
    expect(page.text("main")).toContain("The price has changed to £62.99");
  });

  it("is told why it is refused, in the sentence of the page", async () => {
    const { browser, accountId } = await atDelivery();
    await sendForm(browser);
    await browser.visit("/payment");
    const orderId = String(rowOf("SELECT id FROM orders WHERE account_id = ?", accountId).id);
    useUp("declines_spent_card", orderId, 1);
    const page = await sendForm(browser);
    expect([page.status, page.headers.has("retry-after")]).toEqual([429, true]);
    const news = page.find("[data-payment-news]").textContent;
    expect(news).toContain("A card has been declined five times. You can try it again in sixty minutes.");
    expect(news).toContain("with another card now: press “Pay on our payment provider’s page instead”");
    await browser.visit("/payment");
    const stale = await sendForm(browser, ADDRESS, ["csrf"]);
    expect([stale.status, stale.json()]).toEqual([403, { failure: expect.stringMatching(/\w/), resend: true }]);
  });
});
