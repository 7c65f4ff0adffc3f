import { describe, expect, it } from "vitest";
import { addressOf, payWith } from "../../adapters/payments/buyer";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, type Customer } from "../support/customers";
import { expectMoneyAddsUp } from "../support/money";
import { ADDRESS, chooseLoop, makeStaffGift } from "../support/purchases";
import { change, emailsTo, rowOf } from "../support/records";
import { openSellingApp } from "../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

const ORDERS = "/account-settings?tab=orders";

/** Somebody who has paid £69.99 for a loop and has not begun it. */
async function buyerWhoPaid(): Promise<Customer> {
  const customer = await becomeCustomer(app);
  await chooseLoop(customer.browser);
  await customer.browser.visit("/payment");
  const page = await customer.browser.submit("Pay £69.99", ADDRESS, { follow: false });
  const back = new URL(addressOf(await payWith(page.location ?? "", "4242 4242 4242 4242")));
  await customer.browser.visit(`${back.pathname}${back.search}`);
  return customer;
}

const orderOf = ({ accountId }: Customer) => rowOf("SELECT * FROM orders WHERE account_id = ?", accountId);

async function askToCancel({ browser }: Customer) {
  const page = await browser.visit(ORDERS);
  const link = page.links().find(({ words }) => words.startsWith("Cancel this order"));
  return await browser.visit(link?.href ?? "/nowhere");
}

describe("cancelling an order", () => {
  it("asks first, gives the money back, and says so on the page and in an email", async () => {
    const customer = await buyerWhoPaid();
    const { browser, email } = customer;
    const page = await askToCancel(customer);
    expect(page.heading).toBe("Cancel this order?");
    expect(page.text("main")).toContain("We’ll refund £69.99 the way you paid.");
    expect(page.links()).toContainEqual({ words: "Keep it", href: ORDERS });
    await browser.submit("Cancel this order");
    expect(browser.page.path).toBe(ORDERS);
    expect(browser.page.text("main")).toContain("£69.99 is on its way back to you.");
    expect(browser.page.text("main")).toContain("Refunded £69.99");
    expect(browser.page.text("main")).not.toContain("Cancel this order");
    expect(orderOf(customer)).toMatchObject({ status: "REFUNDED", refunded_pence: 6999 });
    expect(emailsTo(email).at(-1)).toMatchObject({ kind: "refund" });
    expect((await browser.visit("/loop-end-date")).text("main")).not.toContain("Confirm");
  });

  it("that cost nothing says nothing about money", async () => {
    const customer = await becomeCustomer(app);
    const code = makeStaffGift();
    await chooseLoop(customer.browser);
    await customer.browser.submit("Apply", { "Discount code": code });
    await customer.browser.visit("/payment");
    await customer.browser.submit("Pay £0.00", ADDRESS);
    const page = await askToCancel(customer);
    expect(page.text("main")).not.toContain("goes back");
    await customer.browser.submit("Cancel this order");
    expect(customer.browser.page.text("main")).toContain("is cancelled.");
    expect(customer.browser.page.text("main")).not.toContain("on its way back");
  });

  it("is over after fourteen days, in a sentence, also for a page that was still open", async () => {
    const customer = await buyerWhoPaid();
    await askToCancel(customer);
    change("UPDATE orders SET paid_at = ? WHERE id = ?", Date.now() - 16 * 86_400_000, orderOf(customer).id);
    await customer.browser.submit("Cancel this order");
    expect(customer.browser.page.text("main")).toContain("The 14 days for cancelling this order are over.");
    expect(orderOf(customer)).toMatchObject({ status: "PAID", refunded_pence: 0 });
    const page = await customer.browser.visit(`/account-settings/orders/${orderOf(customer).id}/cancel`);
    expect(page.heading).toBe("You can’t cancel this order");
  });

  it("needs somebody signed in", async () => {
    const page = await app.visitor().visit("/account-settings/orders/nowhere/cancel", { follow: false });
    expect([page.status, page.location]).toEqual([302, "/auth"]);
  });
});
