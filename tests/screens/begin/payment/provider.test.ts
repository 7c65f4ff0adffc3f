import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PaymentSandbox } from "../../../../scripts/payment-sandbox/sandbox";
import { addressOf, payWith } from "../../../adapters/payments/buyer";
import { openApp } from "../../../support/app";
import type { Visitor } from "../../../support/visitor";
import { expectNothingBreaks } from "../../support/app-log";
import { openCardPage } from "../../support/card-page";
import { becomeCustomer, type Customer } from "../../support/customers";
import { expectMoneyAddsUp } from "../../support/money";
import { ADDRESS, chooseLoop } from "../../support/purchases";
import { countOf, rowOf } from "../../support/records";

const GOOD_CARD = "4242 4242 4242 4242";

let cardPage: PaymentSandbox;
let port: number;
let app: Awaited<ReturnType<typeof openApp>>;
beforeAll(async () => {
  cardPage = await openCardPage();
  port = Number(new URL(cardPage.origin).port);
  app = await openApp();
});
afterEach(() => cardPage.close());
expectNothingBreaks();
expectMoneyAddsUp();

async function atDelivery(): Promise<Customer> {
  const customer = await becomeCustomer(app);
  await chooseLoop(customer.browser);
  await customer.browser.visit("/payment");
  return customer;
}

function expectAddressKept({ page }: Visitor): void {
  for (const [field, value] of Object.entries(ADDRESS)) expect(page.field(field).value).toBe(value);
}

describe("while the payment provider does not respond", () => {
  it("paying says so, keeps the address and the order, and works once it is back", async () => {
    await cardPage.close();
    const { browser, accountId } = await atDelivery();
    await browser.submit("Pay £69.99", ADDRESS);
    expect(browser.page.status).toBe(503);
    expect(browser.page.headers.get("retry-after")).toBe("60");
    expect(browser.page.errorSummary()).toEqual(["Payment system temporarily unavailable. Please try again later."]);
    expectAddressKept(browser);
    for (const [words, href] of [
      ["Try Again", "/payment"],
      ["Back to Packages", "/loop-type"],
      ["Contact Support", expect.stringContaining("mailto:")],
    ])
      expect(browser.page.links()).toContainEqual({ words, href });

    cardPage = await openCardPage({ port });
    await browser.submit("Pay £69.99", {}, { follow: false });
    expect(browser.page.status).toBe(303);
    expect(browser.page.location).toContain(`${cardPage.origin}/pay/`);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
  });

  it("somebody who has paid is not told otherwise, and has their loop once it is back", async () => {
    cardPage = await openCardPage({ port });
    const { browser, accountId } = await atDelivery();
    await browser.submit("Pay £69.99", ADDRESS, { follow: false });
    const back = new URL(addressOf(await payWith(browser.page.location ?? "", GOOD_CARD)));
    await cardPage.close();
    const page = await browser.visit(back.pathname + back.search);
    expect([page.status, page.heading]).toEqual([200, "We’re confirming your payment"]);
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(0);

    cardPage = await openCardPage({ port });
    expect((await browser.visit(back.pathname + back.search)).title).toBe("Payment Successful! – Loop");
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(1);
  });

  it("a response that is lost on the way does not open a second page to pay on", async () => {
    cardPage = await openCardPage({ port });
    const { browser, accountId } = await atDelivery();
    cardPage.control.setSwitches({ fault: { kind: "lose_answer", calls: 1 } });
    await browser.submit("Pay £69.99", ADDRESS, { follow: false });
    expect(browser.page.status).toBe(303);
    const payment = rowOf(
      "SELECT payments.* FROM payments JOIN orders ON orders.id = order_id WHERE account_id = ?",
      accountId,
    );
    expect(payment).toMatchObject({ attempt: 1, status: "open", checkout_url: browser.page.location });
  });
});

describe("where the payment provider does not know our key", () => {
  it("paying says that support is needed, and keeps the address", async () => {
    cardPage = await openCardPage({ port, secretKey: "sk_test_another" });
    const { browser } = await atDelivery();
    await browser.submit("Pay £69.99", ADDRESS);
    expect(browser.page.status).toBe(503);
    expect(browser.page.errorSummary()).toEqual(["Payment system configuration error. Please contact support."]);
    expectAddressKept(browser);
  });
});
