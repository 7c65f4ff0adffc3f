import { describe, expect, it } from "vitest";
import { payWith } from "../../../adapters/payments/buyer";
import { expectNothingBreaks } from "../../support/app-log";
import { becomeCustomer, signIn } from "../../support/customers";
import { expectMoneyAddsUp } from "../../support/money";
import { ADDRESS, chooseLoop } from "../../support/purchases";
import { rowsOf } from "../../support/records";
import { newEmail } from "../../support/registrations";
import { openSellingApp } from "../../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

const REFUSED =
  "This code doesn’t work with this email address. It may have been used for an order before, as a guest or with an account. You can also remove the code and pay the full price";
const SIGN_IN = "Sign in or create an account to use this code";

/** A visitor who has applied NEW10 to a loop and typed nothing yet. */
async function withCode(browser = app.visitor()) {
  await chooseLoop(browser);
  await browser.visit("/payment");
  await browser.submit("Apply", { "Discount code": "NEW10" });
  return browser;
}

const typed = (email: string) => ({
  ...ADDRESS,
  "Email address": email,
  startsAtOnce: true,
  acceptedTerms: true,
});
const payOf = async (email: string, browser: Awaited<ReturnType<typeof withCode>>, follow = true) =>
  await browser.submit("Pay £62.99", typed(email), { follow });

async function buy(email: string) {
  const browser = await withCode();
  const { location } = await payOf(email, browser, false);
  await payWith(location ?? "", "4242 4242 4242 4242");
  await browser.visit(`/payment-success?session_id=${location?.split("/").at(-1)}`);
}

describe("NEW10 without an account", () => {
  it("says what it takes and what is asked, and takes it off the first order of that email", async () => {
    const browser = await withCode();
    expect(browser.page.text("main")).toContain(
      "NEW10 takes 10% off. It’s for a first order. We check your email address when you pay.",
    );
    const email = newEmail("guest");
    await buy(email);
    expect(rowsOf("SELECT total_pence, status FROM orders WHERE email = ?", email)).toEqual([
      { total_pence: 6299, status: "PAID" },
    ]);
  });

  it("is refused to an email that has ordered, beside it and with all that was typed; another email gets it", async () => {
    const email = newEmail("guest");
    await buy(email);
    const browser = await withCode();
    const page = await payOf(email.toUpperCase(), browser);
    expect(page.errorSummary()).toEqual([REFUSED]);
    expect(page.field("Address line 1").value).toBe(ADDRESS["Address line 1"]);
    expect(page.text("main")).toContain("£62.99");
    const other = await payOf(newEmail("guest"), browser, false);
    expect(other.location).toContain("http");
  });

  it("can be taken out, and the email then pays the full price", async () => {
    const email = newEmail("guest");
    await buy(email);
    const browser = await withCode();
    await payOf(email, browser);
    await browser.submit("Remove discount NEW10", typed(email));
    const paid = await browser.submit("Pay £69.99", typed(email), { follow: false });
    expect(paid.location).toContain("http");
  });

  it("asks to sign in after three emails were refused, whether the fourth has ordered or not", async () => {
    const email = newEmail("guest");
    await buy(email);
    const browser = await withCode();
    for (let times = 0; times < 3; times += 1) {
      expect((await payOf(email, browser)).errorSummary()).toEqual([REFUSED]);
    }
    const fresh = await payOf(newEmail("guest"), browser);
    expect(fresh.errorSummary()[0]).toContain(SIGN_IN);
    await browser.submit("Remove discount NEW10", typed(email));
    const again = await browser.submit("Apply", { "Discount code": "NEW10" });
    expect(again.errorSummary()).toEqual([SIGN_IN]);
    const customer = await becomeCustomer(app);
    await signIn(browser, customer.email);
    await browser.visit("/payment");
    await browser.submit("Apply", { "Discount code": "NEW10" });
    expect(browser.page.text("main")).toContain("£62.99");
  });

  it("lets one email press Pay as often as anybody may: only refused ones are counted", async () => {
    const [email, browser] = [newEmail("guest"), await withCode()];
    for (let times = 0; times < 4; times += 1) {
      await browser.visit("/payment");
      expect((await payOf(email, browser, false)).location).toContain("http");
    }
  });

  it("asks to sign in after five were refused from one address, however often its cookies are deleted", async () => {
    const email = newEmail("guest");
    await buy(email);
    const browser = app.visitor();
    for (let times = 0; times < 5; times += 1) {
      expect((await payOf(email, await withCode(browser))).errorSummary()).toEqual([REFUSED]);
      for (const name of browser.cookies.names()) browser.cookies.forget(name);
    }
    expect((await withCode(browser)).page.errorSummary()).toEqual([SIGN_IN]);
  });
});
