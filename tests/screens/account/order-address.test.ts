import { describe, expect, it } from "vitest";
import { addressOf, payWith } from "../../adapters/payments/buyer";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, type Customer } from "../support/customers";
import { ADDRESS, chooseLoop } from "../support/purchases";
import { emailsTo, rowOf } from "../support/records";
import { openSellingApp } from "../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();

const ORDERS = "/account-settings?tab=orders";

async function buyerWhoPaid(): Promise<Customer> {
  const customer = await becomeCustomer(app);
  await chooseLoop(customer.browser);
  await customer.browser.visit("/payment");
  const page = await customer.browser.submit("Pay £69.99", ADDRESS, { follow: false });
  const back = new URL(addressOf(await payWith(page.location ?? "", "4242 4242 4242 4242")));
  await customer.browser.visit(`${back.pathname}${back.search}`);
  return customer;
}

describe("the address of an order under Orders", () => {
  it("is shown, changed by its form, and emailed", async () => {
    const { browser, email } = await buyerWhoPaid();
    const page = await browser.visit(ORDERS);
    expect(page.text("main")).toContain("4 Harbour Row, Whitby, YO21 3PU");
    const link = page.links().find(({ words }) => words.startsWith("Change the address"));
    const change = await browser.visit(link?.href ?? "/nowhere");
    expect(change.text("aside")).toMatch(/What goes there.*1 × .*Arrives by the day you choose/s);
    await browser.submit("Save address", { "Address line 1": "9 Quay Street" });
    expect(browser.page.path).toBe(ORDERS);
    expect(browser.page.text("main")).toContain("9 Quay Street, Whitby, YO21 3PU");
    expect(emailsTo(email).at(-1)).toMatchObject({ kind: "address_changed" });
  });

  it("does not exist for another customer", async () => {
    const { accountId } = await buyerWhoPaid();
    const { id } = rowOf("SELECT id FROM orders WHERE account_id = ?", accountId);
    const { browser } = await becomeCustomer(app);
    expect((await browser.visit(`/account-settings/orders/${id}/address`)).status).toBe(404);
  });
});
