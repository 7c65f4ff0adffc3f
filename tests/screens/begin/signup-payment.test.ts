import { describe, expect, it } from "vitest";
import { mistakeAt, pageOf, payWith } from "../../adapters/payments/buyer";
import type { FormEntry } from "../../support/html-form";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow } from "../support/customers";
import { sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { expectMoneyAddsUp } from "../support/money";
import { ADDRESS, makeDiscount, makeStaffGift } from "../support/purchases";
import { change, countOf, dayFromToday, emailsTo, rowOf, useUp } from "../support/records";
import { openSellingApp } from "../support/selling-app";
import {
  type AtCardPage,
  atAddress,
  atCardPage,
  atPayment,
  payAndReturn,
  pressPay,
  SIGNUP,
  stepOf,
} from "../support/signup";

const { app, cardPage } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

const GOOD_CARD = "4242 4242 4242 4242";
const NO_FUNDS_CARD = "4000 0000 0000 9995";

const loopsToBegin = (accountId: string) => countOf("loop_credits", "account_id = ?", accountId);

it("a visitor signs up, pays, and begins the plain loop", async () => {
  const { browser, accountId, email, url } = await atCardPage(app);
  expect(url).toContain(`${cardPage.origin}/`);
  await payAndReturn(browser, url);
  expect(stepOf(browser)).toBe("Complete");
  expect(browser.page.heading).toBe("Welcome to Loop, Nora");
  const { number } = rowOf("SELECT number FROM orders WHERE account_id = ?", accountId);
  expect(browser.page.text("main")).toContain(`Order ${number}, £69.99`);
  const credit = rowOf("SELECT theme, type, spent_at FROM loop_credits WHERE account_id = ?", accountId);
  expect(credit).toEqual({ theme: "classic", type: "standard", spent_at: null });
  expect(emailsTo(email).map(({ kind }) => kind)).toEqual(["verification_code", "order_confirmation"]);
  const way = browser.page.links().find(({ words }) => words === "Choose your delivery date");
  await browser.visit(way?.href ?? "");
  await browser.submit("Confirm");
  expect(browser.page.path).toMatch(/^\/dashboard/);
  const loop = rowOf("SELECT theme, type, status, start_day FROM loops WHERE account_id = ?", accountId);
  expect(loop).toEqual({ theme: "classic", type: "standard", status: "ACTIVE", start_day: dayFromToday(0) });
});

describe("the fourth step", () => {
  it("shows what is bought, what it comes to, and where it goes; the button names the sum", async () => {
    const { browser } = await atPayment(app);
    const words = browser.page.text("main");
    for (const part of ["Free P&P", "£69.99", "4 Harbour Row", "YO21 3PU", "United Kingdom"]) {
      expect(words).toContain(part);
    }
    expect(words).toMatch(/UK delivery\s*Free/);
    expect(browser.page.links().map(({ href }) => href)).toContain(`${SIGNUP}?step=address`);
    expect(browser.page.find('button[value="pay"]').text).toContain("Pay £69.99");
    expect(browser.page.headers.get("content-security-policy")).toContain(cardPage.origin);
  });

  it("takes a discount code and gives it back", async () => {
    const { browser, accountId } = await atPayment(app);
    await browser.submit("Apply", { "Discount code": " new10 " });
    expect(browser.page.text("main")).toContain("NEW10 takes 10% off.");
    await browser.submit("Remove discount NEW10");
    expect(browser.page.find('button[value="pay"]').text).toContain("Pay £69.99");
    await browser.submit("Apply", { "Discount code": "NEW10" });
    await pressPay(browser, "£62.99");
    const order = rowOf("SELECT total_pence, discount_code FROM orders WHERE account_id = ?", accountId);
    expect(order).toEqual({ total_pence: 6299, discount_code: "NEW10" });
  });

  it("holds no use of a code while the address and the sum are only looked at", async () => {
    makeDiscount("NOTYET", { type: "FIXED_AMOUNT", value: 1000, max_uses: 1 });
    const used = () => rowOf("SELECT used_count FROM discounts WHERE code = 'NOTYET'").used_count;
    const { browser } = await atPayment(app);
    await browser.submit("Apply", { "Discount code": "NOTYET" });
    await browser.visit(`${SIGNUP}?step=address`);
    await browser.submit("Continue to payment", ADDRESS);
    expect([browser.page.text("main"), used()]).toEqual([expect.stringContaining("Pay £59.99"), 0]);
    await pressPay(browser, "£59.99");
    expect(used()).toBe(1);
  });

  it("takes a code again whose last use this very order holds", async () => {
    makeDiscount("LASTONE", { type: "FIXED_AMOUNT", value: 1000, max_uses: 1 });
    const { browser } = await atPayment(app);
    await browser.submit("Apply", { "Discount code": "LASTONE" });
    await pressPay(browser, "£59.99");
    await browser.visit(SIGNUP);
    await browser.submit("Remove discount LASTONE");
    const page = await browser.submit("Apply", { "Discount code": "LASTONE" });
    expect(page.text("main")).toContain("Pay £59.99");
  });

  it.each([
    ["Please enter a discount code", " "],
    ["Code not recognised", "NEW11"],
    ["Code not recognised", "N".repeat(101)],
  ])("%s: %j", async (sentence, typed) => {
    const { browser } = await atPayment(app);
    const page = await browser.submit("Apply", { "Discount code": typed });
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Begin a Classic Loop - Payment – Loop");
    expect(page.errorSummary()).toEqual([sentence]);
    expect(page.field("Discount code")).toMatchObject({ value: typed, error: sentence });
  });

  it("drops a code that stopped holding, with a word, and charges nothing meanwhile", async () => {
    makeDiscount("BRIEFLY", { type: "FIXED_AMOUNT", value: 1000 });
    const { browser, accountId } = await atPayment(app);
    await browser.submit("Apply", { "Discount code": "BRIEFLY" });
    change("UPDATE discounts SET is_active = 0 WHERE code = 'BRIEFLY'");
    await browser.submit("Pay £59.99");
    expect(browser.page.text("main")).toContain(
      "This code isn’t active at the moment. The total is now the full price.",
    );
    expect(browser.page.find('button[value="pay"]').text).toContain("Pay £69.99");
    expect(countOf("payments JOIN orders ON orders.id = order_id", "account_id = ?", accountId)).toBe(0);
  });

  it("asks once more where the sum on the button is no longer the sum of the order", async () => {
    const { browser } = await atPayment(app);
    await browser.submit("Apply", { "Discount code": "NEW10" });
    const tab = anotherWindow(app, { browser });
    await tab.visit(SIGNUP);
    await tab.submit("Remove discount NEW10");
    browser.cookies.plant("loop_signup", tab.cookies.get("loop_signup") ?? "");
    await browser.submit("Pay £62.99");
    expect(browser.page.text("main")).toContain("The price has changed to £69.99");
    expect(browser.page.find('button[value="pay"]').text).toContain("Pay £69.99");
  });

  it("with nothing to pay leads past the card page", async () => {
    const code = makeStaffGift();
    const { browser, accountId } = await atPayment(app);
    await browser.submit("Apply", { "Discount code": code });
    await browser.submit("Pay £0.00");
    expect(stepOf(browser)).toBe("Complete");
    expect(loopsToBegin(accountId)).toBe(1);
  });

  it("where nothing waits to be paid any more is the address again", async () => {
    const { browser, accountId } = await atAddress(app);
    const page = await browser.send(SIGNUP, { method: "POST", body: "intent=pay" });
    expect(page.status).toBeLessThan(500);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });
});

describe("at the card page", () => {
  it("pressing twice leads to the same page, and one order is paid once", async () => {
    const { browser, accountId, url } = await atCardPage(app);
    const tab = anotherWindow(app, { browser });
    await tab.visit(SIGNUP);
    expect(await pressPay(tab)).toBe(url);
    await payAndReturn(browser, url);
    expect(loopsToBegin(accountId)).toBe(1);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
    await tab.visit(SIGNUP);
    expect(stepOf(tab)).toBe("Complete");
    expect(loopsToBegin(accountId)).toBe(1);
  });

  it("turning round comes back to the same step, where it can be paid after all", async () => {
    const { browser, accountId, url } = await atCardPage(app);
    const cancel = await fetchCancel(url);
    expect(cancel).toBe(`${SIGNUP}?cancelled=1`);
    await browser.visit(cancel);
    expect(stepOf(browser)).toBe("Payment");
    expect(browser.page.text("main")).toContain("Payment cancelled. You haven’t paid yet.");
    expect(await pressPay(browser)).toBe(url);
    await payAndReturn(browser, url);
    expect(stepOf(browser)).toBe("Complete");
    expect(loopsToBegin(accountId)).toBe(1);
  });

  it("a card that is declined takes nothing, says so, and another one can be tried", async () => {
    const { browser, accountId, url, back } = await atCardPage(app);
    expect(mistakeAt(pageOf(await payWith(url, NO_FUNDS_CARD)), "number")).toBe("Your card has insufficient funds.");
    await browser.visit(back);
    expect(browser.page.heading).toBe("Payment failed. Please try again.");
    const again = browser.page.links().find(({ words }) => words === "Try Again");
    await browser.visit(again?.href ?? "");
    expect(stepOf(browser)).toBe("Payment");
    expect(browser.page.text("main")).toContain("Your card has insufficient funds. No money has been taken.");
    await pressPay(browser);
    await payAndReturn(browser, url);
    expect(loopsToBegin(accountId)).toBe(1);
  });

  it("before having paid, the page that waits leads back to this step", async () => {
    const { browser, back, accountId } = await atCardPage(app);
    const page = await browser.visit(back);
    expect(page.heading).toBe("We’re confirming your payment");
    expect(page.links()).toContainEqual({ words: "Back to payment", href: SIGNUP });
    expect(loopsToBegin(accountId)).toBe(0);
  });

  it("paid, closed, and fulfilled meanwhile, shows the last step on return", async () => {
    const { browser, accountId, url, back } = await atCardPage(app);
    await payWith(url, GOOD_CARD);
    await anotherWindow(app, { browser }).visit(back);
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Complete");
    expect(loopsToBegin(accountId)).toBe(1);
  });

  it("paid without a webhook yet, another submit, another address or starting again never pays twice", async () => {
    const pressAgain: Record<string, (browser: Visitor) => Promise<unknown>> = {
      "the button": (browser) => browser.submit("Pay £69.99"),
      "the address": async (browser) => {
        await browser.visit(`${SIGNUP}?step=address`);
        await browser.submit("Continue to payment");
      },
      "beginning again": async (browser) => {
        await browser.visit(`${SIGNUP}?reset=true`);
        await browser.submit("Continue to payment", ADDRESS);
      },
    };
    for (const [what, again] of Object.entries(pressAgain)) {
      const { browser, accountId, url } = await atCardPage(app);
      await browser.visit(SIGNUP);
      await payWith(url, GOOD_CARD);
      await again(browser);
      expect([what, stepOf(browser)]).toEqual([what, "Complete"]);
      expect(loopsToBegin(accountId)).toBe(1);
      expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
    }
  });

  it("has the card validated like a field, with the summary, and opens no payment before it is right", async () => {
    const { browser, accountId } = await atPayment(app);
    const extra = [
      ["intent", "element"],
      ["cardProblem", "Your card number is incomplete."],
    ] as FormEntry[];
    const page = await browser.submit("Pay £69.99", {}, { extra, without: ["intent"], follow: false });
    expect([page.status, page.errorSummary()]).toEqual([422, ["Your card number is incomplete."]]);
    const target = page.find(".error-summary a").getAttribute("href") ?? "";
    expect(page.find(target).hasAttribute("data-card")).toBe(true);
    expect(countOf("payments JOIN orders ON orders.id = order_id", "account_id = ?", accountId)).toBe(0);
  });

  it("with too many declined cards says how long to wait and whom to ask", async () => {
    const { browser, accountId } = await atPayment(app);
    useUp("declines_account", accountId, 20);
    await pressPay(browser);
    expect(browser.page.status).toBe(429);
    expect(browser.page.errorSummary().join()).toContain("You can try again in sixty minutes.");
    expect(browser.page.text("main")).toContain("Contact Support");
  });
});

/** The path of the payment page's own return link. */
async function fetchCancel(url: string): Promise<string> {
  const words = await (await fetch(url)).text();
  const address = /href="([^"]*cancelled=1[^"]*)"/.exec(words)?.[1] ?? "";
  const { pathname, search } = new URL(address.replaceAll("&amp;", "&"));
  return pathname + search;
}

describe("the last step", () => {
  async function complete(): Promise<AtCardPage> {
    const paid = await atCardPage(app);
    await payAndReturn(paid.browser, paid.url);
    return paid;
  }

  it("is shown once: a reload leads on to the delivery date, and to the dashboard once the loop has begun", async () => {
    const { browser } = await complete();
    await browser.visit(`${SIGNUP}?step=complete`);
    expect(browser.page.path).toBe("/loop-end-date");
    await browser.submit("Confirm");
    await browser.visit(`${SIGNUP}?step=complete`);
    expect(browser.page.path).toMatch(/^\/dashboard/);
  });

  it("cannot be gone back from into a payment that is done", async () => {
    const { browser, back, accountId } = await atCardPage(app);
    await payWith(rowUrl(accountId), GOOD_CARD);
    const tab = anotherWindow(app, { browser });
    await tab.visit(back);
    for (const step of ["payment", "address", "verify", "account"]) {
      const page = await browser.visit(`${SIGNUP}?step=${step}`, { follow: false });
      expect(page.location).toBe(`${SIGNUP}?step=complete`);
    }
  });

  it("over, a further sign-up begins at the address, reminds of the loop that waits, and makes an order of its own", async () => {
    const { browser, accountId } = await complete();
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Address");
    expect(browser.page.text("main")).toContain("You’ve paid for a loop and haven’t started it.");
    await browser.submit("Continue to payment");
    await payAndReturn(browser, await pressPay(browser));
    expect(stepOf(browser)).toBe("Complete");
    expect(loopsToBegin(accountId)).toBe(2);
  });

  it("once the loop was begun from the email, the sign-up leads to the dashboard", async () => {
    const { browser, url, back } = await atCardPage(app);
    await payWith(url, GOOD_CARD);
    const tab = anotherWindow(app, { browser });
    await tab.visit(back);
    tab.cookies.plant("loop_signup", "");
    await tab.visit("/loop-end-date");
    await tab.submit("Confirm");
    await browser.visit(SIGNUP);
    expect(browser.page.path).toMatch(/^\/dashboard/);
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Address");
  });
});

function rowUrl(accountId: string): string {
  const query = "SELECT checkout_url AS url FROM payments JOIN orders ON orders.id = order_id WHERE account_id = ?";
  return String(rowOf(query, accountId).url);
}

it("whatever is sent to the payment gets a clear response", async () => {
  const { browser } = await atPayment(app);
  const arrive = (visitor: Visitor) => visitor.visit(SIGNUP);
  await sendEverythingOdd(browser, { arrive, button: "Apply", field: "code" });
  change("DELETE FROM attempts");
  await sendEverythingOdd(browser, { arrive, button: "Pay £69.99", field: "shownPence" });
  await sendTwoMegabytes(browser, { arrive, button: "Apply", field: "code" });
});
