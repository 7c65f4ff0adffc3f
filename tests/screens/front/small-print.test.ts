import { describe, expect, it } from "vitest";
import { addressOf, payWith } from "../../adapters/payments/buyer";
import { becomeCustomer } from "../support/customers";
import { ADDRESS, chooseLoop } from "../support/purchases";
import { openSellingApp } from "../support/selling-app";

const { app } = await openSellingApp();

describe("the terms somebody ordered under", () => {
  it("are one press away from their order", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseLoop(browser);
    await browser.visit("/payment");
    const page = await browser.submit("Pay £69.99", ADDRESS, { follow: false });
    const back = new URL(addressOf(await payWith(page.location ?? "", "4242 4242 4242 4242")));
    await browser.visit(`${back.pathname}${back.search}`);
    const orders = await browser.visit("/account-settings?tab=orders");
    const link = orders.links().find(({ words }) => words.startsWith("The terms you ordered under"));
    const terms = await browser.visit(link?.href ?? "/nowhere");
    expect(terms.heading).toBe("Terms & Conditions");
    expect(terms.text("main")).toContain("This is the version we first took an order under on");
    expect(terms.text("main")).toContain("Changing your mind");
  });

  it("that nobody ordered under are not found", async () => {
    const { browser } = await becomeCustomer(app);
    expect((await browser.visit(`/small-print/${"0".repeat(64)}`)).status).toBe(404);
  });
});
