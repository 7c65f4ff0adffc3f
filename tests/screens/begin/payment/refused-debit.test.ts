import { expect, it } from "vitest";
import { addressOf, openPage, payWith, pressButton } from "../../../adapters/payments/buyer";
import { openApp } from "../../../support/app";
import type { Visitor } from "../../../support/visitor";
import { expectNothingBreaks } from "../../support/app-log";
import { openCardPage } from "../../support/card-page";
import { expectMoneyAddsUp } from "../../support/money";
import { ADDRESS } from "../../support/purchases";
import { newEmail } from "../../support/registrations";

let bankTime = () => new Date();
const cardPage = await openCardPage({ now: () => bankTime() });
const app = await openApp();
expectNothingBreaks();
expectMoneyAddsUp();

const PAY = "Pay £69.99";
const EMPTY_ACCOUNT = "22222227";

/** Buys a loop without an account by a bank debit, and comes back from the provider's page. */
async function debitAsGuest(browser: Visitor): Promise<string> {
  await browser.visit("/loop-theme");
  await browser.press("theme", "family");
  await browser.submit("Choose Family Adventures");
  const words = { ...ADDRESS, "Email address": newEmail("debit"), acceptedTerms: true };
  await browser.submit(PAY, words, { follow: false });
  const page = browser.page.location ?? "";
  const paid = await pressButton(await openPage(page), `${PAY} by bank debit`, { account: EMPTY_ACCOUNT });
  const back = new URL(addressOf(paid));
  await browser.visit(`${back.pathname}${back.search}`);
  return page;
}

/** Days later the bank refuses; its message to us is still on its way. */
async function bankRefuses(): Promise<void> {
  bankTime = () => new Date(Date.now() + 4 * 86_400_000);
  await cardPage.control.deliverDue();
  bankTime = () => new Date();
}

it("a guest’s refused bank debit is said on its page, and leads to a page that can be paid", async () => {
  const browser = app.visitor();
  const first = await debitAsGuest(browser);
  expect(browser.page.heading).toBe("Your payment is being processed");
  await browser.visit("/payment");
  await browser.submit(PAY, { acceptedTerms: true });
  expect(browser.page.heading).toBe("Your payment is being processed");
  await bankRefuses();
  const told = await browser.visit(browser.page.links().find(({ words }) => words === "Check now")?.href ?? "");
  expect(told.heading).toBe("Payment failed. Please try again.");
  expect(told.text("main")).toContain("does not have enough money");
  await browser.visit(told.links().find(({ words }) => words === "Try Again")?.href ?? "");
  await browser.submit(PAY, { acceptedTerms: true }, { follow: false });
  const second = browser.page.location ?? "";
  expect(second).not.toBe(first);
  const back = new URL(addressOf(await payWith(second, "4242 4242 4242 4242")));
  await browser.visit(`${back.pathname}${back.search}`);
  expect(browser.page.text("main")).toContain("Payment Successful!");
});
