import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { payWith } from "../../../adapters/payments/buyer";
import { expectNothingBreaks } from "../../support/app-log";
import { orderLink } from "../../support/guests";
import { expectMoneyAddsUp } from "../../support/money";
import { ADDRESS, chooseLoop, makeDiscount } from "../../support/purchases";
import { change, emailsTo, rowOf, runInFile } from "../../support/records";
import { newEmail } from "../../support/registrations";
import { openSellingApp } from "../../support/selling-app";

/** Codes where delivery is charged: they take nothing off it, and all of it comes back with a cancelled order. */

const { app } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

beforeEach(() => {
  const prices = JSON.stringify({ ...OPENING_PRICES, loopDeliveryPence: 499 });
  change("INSERT INTO settings (key, value, updated_at) VALUES ('prices', ?, ?)", prices, Date.now());
});
afterEach(() => {
  vi.useRealTimers();
  runInFile("DELETE FROM settings WHERE key = 'prices'");
});

const typed = (email: string) => ({
  ...ADDRESS,
  "Email address": email,
  startsAtOnce: true,
  acceptedTerms: true,
});

async function withCode(code: string) {
  const browser = app.visitor();
  await chooseLoop(browser);
  await browser.submit("Apply", { "Discount code": code });
  return browser;
}

describe("where delivery is charged", () => {
  it("a guest’s first order has its code off the price alone, and cancelling it sends back all of it", async () => {
    const email = newEmail("charged");
    const browser = await withCode("NEW10");
    expect(browser.page.text("main")).toContain("NEW10 takes 10% off. It’s for a first order.");
    const { location } = await browser.submit("Pay £67.98", typed(email), { follow: false });
    await payWith(location ?? "", "4242 4242 4242 4242");
    await browser.visit(`/payment-success?session_id=${location?.split("/").at(-1)}`);
    expect(rowOf("SELECT * FROM orders WHERE email = ?", email)).toMatchObject({
      ...{ status: "PAID", subtotal_pence: 6999, discount_pence: 700, delivery_pence: 499 },
      total_pence: 6798,
    });
    const receipt = emailsTo(email).find(({ kind }) => kind === "order_confirmation")?.text;
    for (const words of ["UK delivery: £4.99", "Total paid: £67.98"]) expect(receipt).toContain(words);
    const link = orderLink(email);
    await browser.visit(`${link}/cancel`);
    expect(browser.page.text("main")).toContain("We’ll refund £67.98 the way you paid.");
    await browser.submit("Cancel this order");
    // Cancelled, it was an order all the same.
    const again = await withCode("NEW10");
    const refused = await again.submit("Pay £67.98", typed(email));
    expect(refused.errorSummary()[0]).toContain("This code doesn’t work with this email address.");
    await again.submit("Remove discount NEW10", typed(email));
    expect(again.page.text("main")).toContain("Pay £74.98");
  });

  it.each([
    ["all of the price", "ALLOFIT", { type: "PERCENTAGE", value: 100 }, "100%", "£4.99"],
    ["all but 20 pence", "ALMOST", { type: "FIXED_AMOUNT", value: 6979 }, "£69.79", "£5.19"],
  ])("a code for %s leaves the delivery to pay", async (_, code, terms, taken, total) => {
    makeDiscount(code, terms);
    const browser = await withCode(code);
    expect(browser.page.text("main")).toContain(`${code} takes ${taken} off.`);
    expect(browser.page.text("main")).toContain(`Pay ${total}`);
  });

  it("a code for all but 20 pence leaves 30 where delivery is free, and says what it takes", async () => {
    runInFile("DELETE FROM settings WHERE key = 'prices'");
    makeDiscount("BUT20", { type: "FIXED_AMOUNT", value: 6979 });
    const browser = await withCode("BUT20");
    expect(browser.page.text("main")).toContain("BUT20 takes £69.69 off.");
    expect(browser.page.text("main")).toContain("Pay £0.30");
  });

  it.each([
    ["winter", "2099-11-30", "30 November 2099"],
    ["summer", "2099-06-30", "30 June 2099"],
  ])("the launch offer ends with its last minute in London in %s, said and taken", async (season, day, said) => {
    const end = endOfLondonDay(day);
    change("UPDATE discounts SET expires_at = ? WHERE code = 'NEW10'", end.getTime());
    vi.useFakeTimers({ toFake: ["Date"], now: end.getTime() - 60_000 });
    const home = async (moment: string) => (await app.visitor().visit(`/?${season}-${moment}`)).text("main");
    expect(await home("before")).toContain(`10% off your first order with code NEW10 until ${said}.`);
    expect((await withCode("NEW10")).page.text("main")).toContain("NEW10 takes 10% off.");
    vi.setSystemTime(end.getTime() + 1);
    expect(await home("after")).not.toContain("NEW10");
    expect((await withCode("NEW10")).page.errorSummary()).toEqual(["This code has expired"]);
  });
});
