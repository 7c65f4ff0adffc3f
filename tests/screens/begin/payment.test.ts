import { describe, expect, it } from "vitest";
import { formatDay } from "~/domain/kernel/time/format-days";
import { addressOf, mistakeAt, openPage, pageOf, payOn, payWith } from "../../adapters/payments/buyer";
import { anAddress } from "../../support/addresses";
import type { Fillings } from "../../support/html-form";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, type Customer } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { plantJourney } from "../support/journeys";
import { expectMoneyAddsUp } from "../support/money";
import { ADDRESS, chooseLoop, makeDiscount, makeStaffGift } from "../support/purchases";
import { change, countOf, dayFromToday, rowOf, rowsOf, useUp } from "../support/records";
import { openSellingApp } from "../support/selling-app";

const { app, cardPage } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

const GOOD_CARD = "4242 4242 4242 4242";
const NO_FUNDS_CARD = "4000 0000 0000 9995";

async function buyerAtPayment(type = "Family Adventures"): Promise<Customer> {
  const customer = await becomeCustomer(app);
  await chooseLoop(customer.browser, "family", type);
  return customer;
}

async function atDelivery(): Promise<Customer> {
  const customer = await buyerAtPayment();
  await customer.browser.visit("/payment");
  return customer;
}

const pressPay = (browser: Visitor, fillings: Fillings = ADDRESS, price = "£69.99") =>
  browser.submit(`Pay ${price}`, fillings, { follow: false });

const totalOn = ({ page }: Visitor) => /Total\s*(£[\d.]+)/.exec(page.text("main"))?.[1];

describe("the payment page", () => {
  it("needs a theme and a type first", async () => {
    const browser = app.visitor();
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/begin");
    await plantJourney(browser, { journeyType: "purchase", selectedTheme: "family" });
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/begin");
  });

  it("says what is bought, what it costs and that only UK addresses are delivered to", async () => {
    const { browser } = await buyerAtPayment();
    const page = await browser.visit("/payment");
    expect(page.title).toBe("Begin Your Loop - Payment – Loop");
    expect(page.text("main")).toContain("Family Adventures");
    expect(page.text("main")).toContain("We only deliver to UK addresses");
    expect(page.text("main")).toMatch(/UK delivery\s*Free/);
    expect(totalOn(browser)).toBe("£69.99");
    expect(page.text("main")).toContain("Pay £69.99");
    expect(page.links()).toContainEqual({ words: "Back to Family Adventures", href: "/loop-type" });
    expect(page.find('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("may send its form on to the card page, and nowhere else", async () => {
    const { browser } = await atDelivery();
    const policy = browser.page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`form-action 'self' ${cardPage.origin}`);
  });

  it("may show the provider’s frame and ask the provider, which no page may that does not take payment", async () => {
    const { browser } = await atDelivery();
    const rulesOf = () =>
      (browser.page.headers.get("content-security-policy") ?? "")
        .split("; ")
        .filter((rule) => /^(?:script|frame|connect)-src/.test(rule))
        .map((rule) => rule.replace(/'nonce-[^']+'/, "'nonce'"));
    expect(rulesOf()).toEqual([
      `script-src 'nonce' 'strict-dynamic' ${cardPage.origin}`,
      `connect-src 'self' ${cardPage.origin}`,
      `frame-src ${cardPage.origin}`,
    ]);
    expect(browser.page.body).toContain(`${cardPage.origin}/v3/`);
    const wallets = () => /payment=\([^)]*\)/.exec(browser.page.headers.get("permissions-policy") ?? "")?.[0];
    expect(wallets()).toBe(`payment=(self "${cardPage.origin}")`);
    await browser.visit("/dashboard");
    expect(rulesOf()).toEqual(["script-src 'nonce' 'strict-dynamic'", "connect-src 'self'", "frame-src 'none'"]);
    expect(wallets()).toBe("payment=(self)");
    expect(browser.page.body).not.toContain(cardPage.origin);
  });

  it.each([
    ["a type that was retired", { selectedTheme: "family", selectedType: "gap-year" }],
    ["a type of another theme", { selectedTheme: "family", selectedType: "wedding" }],
  ])("with %s offers to choose again", async (_, choices) => {
    const { browser } = await becomeCustomer(app);
    await plantJourney(browser, { journeyType: "purchase", ...choices });
    const page = await browser.visit("/payment");
    expect(page.heading).toBe("Complete Your Journey");
    expect(page.links()).toContainEqual({ words: "Begin your loop", href: "/loop-theme" });
    expect(page.links()).toContainEqual({ words: "Return Home", href: "/" });
  });

  it("without knowing what kind of purchase it is says that nothing was charged", async () => {
    const { browser } = await becomeCustomer(app);
    await plantJourney(browser, { selectedTheme: "family", selectedType: "family-adventures" });
    const page = await browser.visit("/payment");
    expect(page.heading).toBe("Payment Error");
    expect(page.text("main")).toContain("You haven’t been charged.");
    expect(page.links()).toContainEqual({ words: "Return Home", href: "/" });
  });

  it.each([
    ["of an earlier version", { version: 0 }],
    ["of a month ago", { startedAt: Date.now() - 31 * 86_400_000 }],
    ["with a kind that does not exist", { journeyType: "barter" }],
  ])("forgets a choice %s", async (_, changes) => {
    const { browser } = await becomeCustomer(app);
    const choice = { journeyType: "purchase", selectedTheme: "family", selectedType: "family-adventures" };
    await plantJourney(browser, { ...choice, ...changes } as Parameters<typeof plantJourney>[1]);
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/begin");
  });
});

describe("a discount code", () => {
  it("NEW10 takes ten per cent off a first order, however it is typed, and can be taken out again", async () => {
    const { browser } = await buyerAtPayment();
    await browser.submit("Apply", { "Discount code": "  new10 ", "Address line 1": "4 Harbour Row" });
    expect(browser.page.field("Address line 1").value).toBe("4 Harbour Row");
    expect(totalOn(browser)).toBe("£62.99");
    expect(browser.page.text("form#delivery")).toContain("Pay £62.99");
    await browser.visit("/payment");
    expect(totalOn(browser)).toBe("£62.99");
    expect(browser.page.text("main")).toContain("NEW10 takes 10% off.");
    await browser.submit("Remove discount NEW10");
    expect(totalOn(browser)).toBe("£69.99");
  });

  it.each([
    ["Please enter a discount code", ""],
    ["Please enter a discount code", "   "],
    ["Code not recognised", "NEW11"],
    ["Code not recognised", MANY_SCRIPTS],
    ["Code not recognised", CONTROLS],
    ["Code not recognised", "N".repeat(101)],
    ["Code not recognised", "' OR 1=1 --"],
    ["This code isn’t active at the moment", "RETIRED"],
    ["You can’t use this code yet", "NOTYET"],
    ["This code has expired", "LASTYEAR"],
    ["This code has been used up", "FIRSTTEN"],
    ["Your order is too small for this code", "BULK"],
  ])("%s: %j", async (sentence, typed) => {
    const day = 86_400_000;
    if (countOf("discounts", "code = 'BULK'") === 0) {
      const tenth = { type: "PERCENTAGE", value: 10 };
      makeDiscount("RETIRED", { ...tenth, is_active: 0 });
      makeDiscount("NOTYET", { ...tenth, starts_at: Date.now() + day });
      makeDiscount("LASTYEAR", { ...tenth, expires_at: Date.now() - day });
      makeDiscount("FIRSTTEN", { ...tenth, max_uses: 0 });
      makeDiscount("BULK", { ...tenth, minimum_order_pence: 7000 });
    }
    const { browser } = await buyerAtPayment();
    const page = await browser.submit("Apply", { "Discount code": typed });
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Begin Your Loop - Payment – Loop");
    expect(page.errorSummary()).toEqual([sentence]);
    expect(page.field("Discount code")).toMatchObject({
      value: typed.replaceAll("\u0000", ""),
      error: sentence,
    });
    expect(totalOn(browser)).toBe("£69.99");
  });

  it("that stopped holding meanwhile is dropped with a word, before and while paying", async () => {
    makeDiscount("BRIEFLY", { type: "FIXED_AMOUNT", value: 1000 });
    const { browser } = await buyerAtPayment();
    await browser.submit("Apply", { "Discount code": "BRIEFLY" });
    expect(totalOn(browser)).toBe("£59.99");
    await browser.visit("/payment");
    change("UPDATE discounts SET is_active = 0 WHERE code = 'BRIEFLY'");
    await browser.submit("Pay £59.99", ADDRESS);
    expect(browser.page.path).toBe("/payment");
    expect(browser.page.text("main")).toContain(
      "This code isn’t active at the moment. The total is now the full price.",
    );
    expect(totalOn(browser)).toBe("£69.99");
    expect((await browser.visit("/payment")).text("main")).not.toContain("This code isn’t active at the moment");
  });

  it("that stopped holding is not charged to anybody who only looks either", async () => {
    makeDiscount("FLEETING", { type: "FIXED_AMOUNT", value: 1000 });
    const { browser } = await buyerAtPayment();
    await browser.submit("Apply", { "Discount code": "FLEETING" });
    change("UPDATE discounts SET expires_at = ? WHERE code = 'FLEETING'", Date.now());
    await browser.visit("/payment");
    expect(browser.page.text("main")).toContain("This code has expired. The total is now the full price.");
    expect(totalOn(browser)).toBe("£69.99");
  });

  it("cannot be guessed at more than twenty times in ten minutes, and the page stays as it was typed", async () => {
    const { browser, accountId } = await buyerAtPayment();
    useUp("discount_guesses", accountId, 20);
    const page = await browser.submit("Apply", { ...ADDRESS, "Discount code": "NEW10" });
    expect(page.errorSummary()).toEqual(["Too many codes were tried. Try again in ten minutes, or pay without a code"]);
    expect(page.field("Address line 1").value).toBe(ADDRESS["Address line 1"]);
  });

  it("is applied and removed by pages of their own, which Back and Reload open without a question", async () => {
    makeDiscount("ONWARD", { type: "PERCENTAGE", value: 10 });
    const { browser } = await buyerAtPayment();
    await browser.visit("/payment");
    const typed = { ...ADDRESS, "Address line 1": "5 Other Row", startsAtOnce: true };
    const presses = [
      ["Apply", { ...typed, "Discount code": "ONWARD" }, "£62.99"],
      ["Remove discount ONWARD", {}, "£69.99"],
    ] as const;
    for (const [button, fillings, total] of presses) {
      const response = await browser.submit(button, fillings, { follow: false });
      expect([response.status, response.location]).toEqual([303, "/payment"]);
      const page = await browser.visit("/payment");
      expect([totalOn(browser), page.field("Address line 1").value]).toEqual([total, "5 Other Row"]);
    }
    await pressPay(browser, {});
    expect(browser.cookies.get("loop_typed") ?? "").toBe("");
  });

  it.each([2_400, 2_700, 6_000])("keeps %i characters, which a redirect may not carry", async (length) => {
    const code = `LONGWAY${length}`;
    makeDiscount(code, { type: "PERCENTAGE", value: 10 });
    const { browser } = await buyerAtPayment();
    await browser.visit("/payment");
    const long = "ö?".repeat(length / 3);
    const page = await browser.submit("Apply", { "Address line 1": long, "Discount code": code });
    expect([page.status, page.field("Address line 1").value]).toEqual([200, long]);
    expect(totalOn(browser)).toBe("£62.99");
  });

  it("that is right is no guess, of a fair’s every buyer neither", async () => {
    makeDiscount("FAIR10", { type: "PERCENTAGE", value: 10 });
    const { browser } = await buyerAtPayment();
    const guest = app.visitor();
    await chooseLoop(guest, "family", "Family Adventures");
    await guest.visit("/payment");
    useUp("discount_guesses_address", guest.address, 59);
    for (const buyer of [guest, browser, guest]) {
      await buyer.submit("Apply", { "Discount code": "FAIR10" });
      expect(totalOn(buyer)).toBe("£62.99");
      await buyer.submit("Remove discount FAIR10");
    }
  });

  it("that takes everything off leads past the card page", async () => {
    const code = makeStaffGift();
    const { browser, accountId } = await buyerAtPayment();
    await browser.submit("Apply", { "Discount code": code });
    await browser.visit("/payment");
    await pressPay(browser, ADDRESS, "£0.00");
    expect([browser.page.status, browser.page.location]).toEqual([303, "/loop-end-date"]);
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(1);
  });
});

describe("the wish to start within the days to cancel", () => {
  it("is not there unless it is ticked, says when the year starts without it, and is kept", async () => {
    const { browser, accountId } = await atDelivery();
    const day = formatDay(dayFromToday(15));
    expect(browser.page.text("main")).toContain(`your year starts on ${day}`);
    const tick = () => browser.page.field("startsAtOnce").isSelected;
    expect(tick()).toBe(false);
    await browser.submit("Pay £69.99", { ...ADDRESS, startsAtOnce: true }, { follow: false });
    const asked = () => rowOf("SELECT start_requested_at AS at FROM orders WHERE account_id = ?", accountId).at;
    expect(asked()).not.toBeNull();
    await browser.visit("/payment");
    expect(tick()).toBe(true);
    await browser.submit("Pay £69.99", { ...ADDRESS, startsAtOnce: false }, { follow: false });
    expect(asked()).toBeNull();
  });
});

describe("the delivery address", () => {
  it("starts with the name that is known", async () => {
    const { browser } = await atDelivery();
    expect(browser.page.field("First name").value).toBe("Margaret");
    expect(browser.page.field("Last name").value).toBe("Okafor");
    expect(browser.page.text("main")).toContain("United Kingdom");
    expect(browser.page.links()).toContainEqual({ words: "Back to Family Adventures", href: "/loop-type" });
  });

  it("starts with the default of those that are kept, and can be any of them but nobody else’s", async () => {
    const keep = async ({ browser }: Customer, label: string, line1: string) => {
      await browser.visit("/account-settings/addresses/new");
      const words = { "Address label": label, "Address line 1": line1, "Town or city": "Whitby" };
      await browser.submit("Save address", { ...words, Postcode: "YO21 3PU" });
    };
    const [customer, stranger] = [await buyerAtPayment(), await buyerAtPayment()];
    await keep(customer, "Home", "4 Harbour Row");
    await keep(customer, "Mum", "7 Hill Top");
    await keep(stranger, "Elsewhere", "1 Other Street");
    const { browser, accountId } = customer;
    await browser.visit("/payment");
    expect(browser.page.field("Address line 1").value).toBe("4 Harbour Row");
    const links = browser.page.links().filter(({ href }) => href.includes("?address="));
    expect(links.map(({ words }) => words)).toEqual(["Home", "Mum"]);
    await browser.visit(links[1]?.href ?? "");
    expect(browser.page.field("Address line 1").value).toBe("7 Hill Top");
    await pressPay(browser, {});
    const { delivery_address } = rowOf("SELECT delivery_address FROM orders WHERE account_id = ?", accountId);
    expect(JSON.parse(String(delivery_address))).toMatchObject({ line1: "7 Hill Top", postcode: "YO21 3PU" });
    const { id } = rowOf("SELECT id FROM addresses WHERE account_id = ?", stranger.accountId);
    for (const input of [String(id), "nowhere", ""]) {
      await browser.visit(`/payment?address=${input}`);
      expect(browser.page.field("Address line 1").value).toBe("7 Hill Top");
      expect(browser.page.body).not.toContain("1 Other Street");
    }
  });

  it("is asked for whole, all at once", async () => {
    const { browser, accountId } = await atDelivery();
    const page = await pressPay(browser, { "First name": "", "Last name": " " });
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Begin Your Loop - Payment – Loop");
    expect(page.errorSummary()).toEqual([
      ...["First name is required", "Last name is required", "Address line 1 is required"],
      ...["City is required", "Postcode is required"],
    ]);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it.each<[string, string, string]>([
    ["Please enter a valid UK postcode (e.g., SW1A 1AA)", "Postcode", "75001"],
    ["Please enter a valid UK postcode (e.g., SW1A 1AA)", "Postcode", "SW1A 1AAA"],
    ["Please enter a valid UK postcode (e.g., SW1A 1AA)", "Postcode", MANY_SCRIPTS],
    ["Please enter a valid UK postcode (e.g., SW1A 1AA)", "Postcode", "A".repeat(201)],
    ["First name must be 60 characters or less", "First name", "M".repeat(61)],
    ["Last name must be 60 characters or less", "Last name", "M".repeat(61)],
    ["Address line 1 must be 100 characters or less", "Address line 1", "M".repeat(101)],
    ["Address line 2 must be 100 characters or less", "Address line 2", "M".repeat(101)],
    ["City must be 100 characters or less", "Town or city", "M".repeat(101)],
    ["County must be 100 characters or less", "County", "M".repeat(101)],
  ])("%s", async (sentence, field, typed) => {
    const { browser } = await atDelivery();
    const page = await pressPay(browser, { ...ADDRESS, [field]: typed });
    expect(page.status).toBe(422);
    expect(page.errorSummary()).toEqual([sentence]);
    expect(page.field(field)).toMatchObject({ value: typed, isWrong: true, error: sentence });
    for (const [other, value] of Object.entries(ADDRESS)) {
      if (other !== field) expect(page.field(other).value).toBe(value);
    }
  });

  it("can be in any script, without invisible characters, and its postcode in lower case", async () => {
    const { browser, accountId } = await atDelivery();
    const typed = { ...ADDRESS, "First name": MANY_SCRIPTS, "Address line 1": CONTROLS };
    const page = await pressPay(browser, { ...typed, Postcode: " yo21  3pu" });
    expect(page.status).toBe(303);
    const order = rowOf("SELECT delivery_address FROM orders WHERE account_id = ?", accountId);
    expect(JSON.parse(String(order.delivery_address))).toEqual(
      anAddress({ firstName: MANY_SCRIPTS, line1: "be fore and [31m after" }),
    );
  });

  it("is still there when one comes back from the card page", async () => {
    const { browser } = await atDelivery();
    await pressPay(browser);
    const page = await browser.visit("/payment?cancelled=1");
    expect(page.text("main")).toContain("Payment cancelled. You haven’t paid yet.");
    await browser.visit("/payment");
    for (const [field, value] of Object.entries(ADDRESS)) {
      expect(browser.page.field(field).value).toBe(value);
    }
  });
});

describe("paying", () => {
  it("goes to the card page, and from there to a loop that waits for its delivery date", async () => {
    const { browser, accountId } = await atDelivery();
    await pressPay(browser);
    expect(browser.page.status).toBe(303);
    const url = browser.page.location ?? "";
    expect(url.startsWith(`${cardPage.origin}/pay/`)).toBe(true);
    const back = addressOf(await payWith(url, GOOD_CARD));
    const page = await browser.visit(new URL(back).pathname + new URL(back).search);
    expect(page.title).toBe("Payment Successful! – Loop");
    expect(rowsOf("SELECT status, total_pence FROM orders WHERE account_id = ?", accountId)).toEqual([
      { status: "PAID", total_pence: 6999 },
    ]);
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(1);
  });

  it("with a card that is declined takes nothing, says so, and can be tried again", async () => {
    const { browser, accountId } = await atDelivery();
    await pressPay(browser);
    const url = browser.page.location ?? "";
    const declined = pageOf(await payWith(url, NO_FUNDS_CARD));
    expect(mistakeAt(declined, "number")).toBe("Your card has insufficient funds.");
    const checkoutId = url.split("/").at(-1);
    expect((await browser.visit(`/payment-success?session_id=${checkoutId}`)).heading).toBe(
      "Payment failed. Please try again.",
    );
    await browser.visit("/payment");
    expect(browser.page.text("main")).toContain("Your card has insufficient funds. No money has been taken.");
    await pressPay(browser, {});
    expect(browser.page.location).toBe(url);
    const back = new URL(addressOf(await payOn(await openPage(url), GOOD_CARD)));
    expect((await browser.visit(back.pathname + back.search)).title).toBe("Payment Successful! – Loop");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(1);
  });

  it("pressed twice, or from two windows, is one order and one page to pay on", async () => {
    const { browser, accountId } = await atDelivery();
    const other = anotherWindow(app, { browser });
    await other.visit("/payment");
    await pressPay(browser);
    await pressPay(other);
    expect(other.page.location).toBe(browser.page.location);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
    expect(countOf("payments JOIN orders ON orders.id = order_id", "account_id = ?", accountId)).toBe(1);
  });

  it("for another sum than before closes the older page", async () => {
    const { browser, accountId } = await atDelivery();
    await pressPay(browser);
    const older = browser.page.location ?? "";
    await browser.visit("/payment");
    await browser.submit("Apply", { "Discount code": "NEW10" });
    await browser.visit("/payment");
    await pressPay(browser, {}, "£62.99");
    const newer = browser.page.location ?? "";
    expect(newer).not.toBe(older);
    expect((await openPage(older)).status).toBe(410);
    const back = new URL(addressOf(await payWith(newer, GOOD_CARD)));
    expect((await browser.visit(back.pathname + back.search)).text("main")).toContain("£62.99");
    expect(rowsOf("SELECT status, total_pence FROM orders WHERE account_id = ?", accountId)).toEqual([
      { status: "PAID", total_pence: 6299 },
    ]);
  });

  it("again with Back, once it is paid, leads on and orders nothing", async () => {
    const { browser, accountId } = await atDelivery();
    const older = anotherWindow(app, { browser });
    await older.visit("/payment");
    await pressPay(browser);
    for (const name of browser.cookies.names()) older.cookies.plant(name, browser.cookies.get(name) ?? "");
    const back = new URL(addressOf(await payWith(browser.page.location ?? "", GOOD_CARD)));
    await browser.visit(back.pathname + back.search);
    await pressPay(older);
    expect([older.page.status, older.page.location]).toEqual([303, "/loop-end-date"]);
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/loop-end-date");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
    expect(countOf("payments JOIN orders ON orders.id = order_id", "account_id = ?", accountId)).toBe(1);
  });

  it("NEW10 is for a first order, also of somebody who used it for one", async () => {
    const { browser } = await atDelivery();
    await pressPay(browser);
    const back = new URL(addressOf(await payWith(browser.page.location ?? "", GOOD_CARD)));
    await browser.visit(back.pathname + back.search);
    await chooseLoop(browser, "pet", "My Cat & Me");
    const page = await browser.submit("Apply", { "Discount code": "NEW10" });
    expect(page.errorSummary()).toEqual(["This code is for first orders only"]);
  });

  it("a code that is for once is for once", async () => {
    makeDiscount("ONCE", { type: "PERCENTAGE", value: 100, once_per_customer: 1 });
    const { browser } = await buyerAtPayment();
    await browser.submit("Apply", { "Discount code": "ONCE" });
    await browser.visit("/payment");
    await pressPay(browser, ADDRESS, "£0.00");
    await chooseLoop(browser, "pet", "My Cat & Me");
    const page = await browser.submit("Apply", { "Discount code": "ONCE" });
    expect(page.errorSummary()).toEqual(["You’ve already used this code"]);
  });

  it("at another price than the one on the button holds no use of a code", async () => {
    makeDiscount("LOOKING", { type: "PERCENTAGE", value: 10, max_uses: 5 });
    const used = () => rowOf("SELECT used_count FROM discounts WHERE code = 'LOOKING'").used_count;
    const { browser } = await atDelivery();
    const tab = anotherWindow(app, { browser });
    await tab.visit("/payment");
    await tab.submit("Apply", { "Discount code": "LOOKING" });
    browser.cookies.plant("loop_journey", tab.cookies.get("loop_journey") ?? "");
    await browser.submit("Pay £69.99", ADDRESS);
    expect(browser.page.text("main")).toContain("The price has changed to £62.99");
    expect(used()).toBe(0);
    await pressPay(browser, {}, "£62.99");
    expect(used()).toBe(1);
  });

  it("for two loops with one code holds one use of it", async () => {
    makeDiscount("TWOLOOPS", { type: "PERCENTAGE", value: 10, max_uses: 5 });
    const { browser } = await buyerAtPayment();
    for (const type of ["Family Adventures", "Parent & Child"]) {
      await chooseLoop(browser, "family", type);
      if (type === "Family Adventures") await browser.submit("Apply", { "Discount code": "TWOLOOPS" });
      await browser.visit("/payment");
      await pressPay(browser, ADDRESS, "£62.99");
      expect(browser.page.location).toContain(cardPage.origin);
    }
    expect(countOf("orders", "discount_code = 'TWOLOOPS'")).toBe(2);
    expect(rowOf("SELECT used_count FROM discounts WHERE code = 'TWOLOOPS'").used_count).toBe(1);
  });

  it("is pressed as often as somebody likes: what is open stays open", async () => {
    const { browser } = await atDelivery();
    for (let time = 0; time < 12; time += 1) {
      expect((await pressPay(browser)).status).toBe(303);
      await browser.visit("/payment");
    }
  });

  it("after ten declined cards comes back as typed, with the minutes to wait and a way on", async () => {
    const { browser, accountId } = await atDelivery();
    await pressPay(browser);
    const orderId = String(rowOf("SELECT id FROM orders WHERE account_id = ?", accountId).id);
    useUp("declines_order", orderId, 10);
    await browser.visit("/payment");
    const page = await pressPay(browser, { ...ADDRESS, "Address line 1": "5 Other Row" });
    expect([page.status, Number(page.headers.get("retry-after")) > 3500]).toEqual([429, true]);
    expect(page.errorSummary().join()).toContain("You can try again in sixty minutes.");
    expect(page.text("main")).toContain("Contact Support");
    expect(page.field("Address line 1").value).toBe("5 Other Row");
  });

  it("of the eleventh buyer of one school is opened like that of the first", async () => {
    const { browser } = await atDelivery();
    useUp("payments_address", browser.address, 299);
    expect((await pressPay(browser)).status).toBe(303);
    await browser.visit("/payment");
    const page = await pressPay(browser, { ...ADDRESS, "Address line 1": "5 Other Row" });
    expect([page.status, page.field("Address line 1").value]).toEqual([429, "5 Other Row"]);
    expect(page.errorSummary().join()).toContain("over another connection");
  });

  it("asks somebody signed out meanwhile where the receipt goes, and orders nothing before", async () => {
    const { browser, accountId } = await atDelivery();
    browser.cookies.forget("loop_session");
    const page = await pressPay(browser);
    expect([page.status, page.errorSummary()]).toEqual([
      422,
      ["Email address is required", "Please accept both the Terms & Conditions and Privacy Policy"],
    ]);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it("with the choice forgotten meanwhile shows it again", async () => {
    const { browser, accountId } = await atDelivery();
    browser.cookies.forget("loop_journey");
    const page = await pressPay(browser);
    expect([page.status, page.location]).toEqual([303, "/payment"]);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it("somebody else’s basket is not one’s own", async () => {
    const [one, other] = [await atDelivery(), await atDelivery()];
    await pressPay(one.browser);
    other.browser.cookies.plant("loop_journey", one.browser.cookies.get("loop_journey") ?? "");
    await other.browser.visit("/payment");
    expect(other.browser.page.field("Address line 1").value).toBe("");
    await pressPay(other.browser, { ...ADDRESS, "Address line 1": "1 Other Street" });
    expect(other.browser.page.location).not.toBe(one.browser.page.location);
    const [order] = rowsOf("SELECT delivery_address FROM orders WHERE account_id = ?", one.accountId);
    expect(String(order?.delivery_address)).toContain("4 Harbour Row");
  });
});

it("whatever is sent to the payment forms gets a clear response", async () => {
  const { browser } = await buyerAtPayment();
  const arrive = (visitor: Visitor) => visitor.visit("/payment");
  await sendEverythingOdd(browser, { arrive, button: "Apply", field: "code" });
  const deliver = (visitor: Visitor) => visitor.visit("/payment");
  const form = { arrive: deliver, button: "Pay £69.99", field: "city" };
  await sendEverythingOdd(browser, form);
  await sendTwoMegabytes(browser, form);
});
