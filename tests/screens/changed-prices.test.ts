import { afterEach, describe, expect, it } from "vitest";
import { listThemes } from "~/domain/diary/catalogue/catalogue";
import { payWith } from "../adapters/payments/buyer";
import { expectNothingBreaks } from "./support/app-log";
import { becomeCustomer } from "./support/customers";
import { pagesOf } from "./support/everywhere";
import { plantJourney } from "./support/journeys";
import { giveLoop } from "./support/loops";
import { ADDRESS, chooseLoop, makeDiscount } from "./support/purchases";
import { change, emailsTo, type Row, rowOf, runInFile } from "./support/records";
import { newEmail } from "./support/registrations";
import { openSellingApp } from "./support/selling-app";

/** Prices, delivery and tax that staff have changed, and an offer that they have ended: what any page still says of the old ones. */

const { app } = await openSellingApp();
expectNothingBreaks();

const NEW_PRICES = {
  loopPence: 5999,
  loopDeliveryPence: 499,
  bookCopyStandardPence: 5499,
  bookCopyLuxuryPence: 6499,
  bookCopyDeliveryPence: 799,
  bookCopyFreeDeliveryAbovePence: 15000,
  bookCopyTaxPercent: 0,
};
/** Figures and texts of the opening prices and of the offer. */
const OLD =
  /£(?:69\.99|75\.59|62\.99|8\.99|50\.00|5\.60)|\b8 ?%|10%|NEW10|Free P|UK delivery Free|with the book and UK delivery(?! paid)|delivery is free|a loop free of charge/;

function changePrices(): void {
  change(
    "INSERT INTO settings (key, value, updated_at) VALUES ('prices', ?, ?)",
    ...[JSON.stringify(NEW_PRICES), Date.now()],
  );
  change("UPDATE discounts SET is_active = 0 WHERE code = 'NEW10'");
}

afterEach(() => {
  runInFile("DELETE FROM settings WHERE key = 'prices'; UPDATE discounts SET is_active = 1 WHERE code = 'NEW10'");
});

/** The text of a page, with what search engines read. */
const wordsOf = (body: string) => body.replace(/<style.*?<\/style>/gs, "").replace(/&amp;/g, "&");

const oldIn = (body: string) => OLD.exec(wordsOf(body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")))?.[0];

const WEDDING = { selectedTheme: "celebration", selectedType: "wedding" };

describe("after the prices have changed and the offer has ended", () => {
  it("no page that a visitor can open has an old figure", async () => {
    changePrices();
    const found: Record<string, string> = {};
    const paths = [...pagesOf(app), "/years/wedding", "/years/university-year", "/loop-theme?journey=gift"];
    for (const journeyType of ["purchase", "gift"] as const) {
      const browser = app.visitor();
      await plantJourney(browser, { journeyType, ...WEDDING });
      for (const path of paths.filter((one) => !one.startsWith("/hyperloop"))) {
        const old = oldIn((await browser.visit(path)).body);
        if (old) found[path] = old;
      }
      for (const { id } of listThemes()) {
        await plantJourney(browser, { journeyType, selectedTheme: id });
        const old = oldIn((await browser.visit("/loop-type")).body);
        if (old) found[`/loop-type ${id}`] = old;
      }
    }
    expect(found).toEqual({});
  });

  it.each(["/", "/years", "/years/wedding", "/begin", "/gift", "/loop-theme", "/terms"])(
    "%s names the price, the delivery and the sum of both",
    async (path) => {
      changePrices();
      // Past the pages in memory, which are some seconds behind.
      const page = await app.visitor().visit(`${path}?changed`);
      for (const sum of ["£59.99", "£4.99", "£64.98"]) expect(page.text("main")).toContain(sum);
    },
  );

  it.each(["/loop-type", "/payment", "/streamlined-signup"])("%s says the delivery beside the price", async (path) => {
    changePrices();
    const browser = app.visitor();
    await plantJourney(browser, { journeyType: "purchase", ...WEDDING });
    const words = (await browser.visit(path)).text("main");
    expect(words).toContain("£59.99");
    expect(words).toContain("£4.99");
  });

  it("search engines read the same numbers", async () => {
    changePrices();
    const page = await app.visitor().visit("/years/wedding?changed");
    const data = JSON.parse(page.find("script[type='application/ld+json']").text);
    const product = (data["@graph"] as Row[]).find((thing) => thing["@type"] === "Product");
    expect(product?.offers).toMatchObject({
      price: "59.99",
      shippingDetails: { shippingRate: { value: "4.99", currency: "GBP" } },
    });
  });

  it("an order, its email and its page have the new sums alone", async () => {
    changePrices();
    const [browser, email] = [app.visitor(), newEmail("changed")];
    await chooseLoop(browser);
    const typed = { "Email address": email, ...ADDRESS, startsAtOnce: true, acceptedTerms: true };
    const asked = await browser.submit("Pay £64.98", typed, { follow: false });
    const url = asked.location ?? "";
    await payWith(url, "4242 4242 4242 4242");
    const bought = await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
    expect(bought.text("main")).toContain("£64.98");
    expect(oldIn(bought.body)).toBeUndefined();
    const text = emailsTo(email).find(({ kind }) => kind === "order_confirmation")?.text ?? "";
    expect(text).toContain("UK delivery: £4.99");
    expect(text).toContain("Total paid: £64.98");
    expect(oldIn(text)).toBeUndefined();
    expect(rowOf("SELECT total_pence FROM orders WHERE email = ?", email).total_pence).toBe(6498);
  });

  it("copies cost what they say, in the account, in the cart and in the terms", async () => {
    changePrices();
    const customer = await becomeCustomer(app);
    const loop = giveLoop(customer);
    const { browser } = customer;
    const books = await browser.visit(`/account-settings?tab=books&loop=${loop}`);
    expect(books.text("main")).toContain("£54.99");
    expect(books.text("main")).toContain("£64.99");
    expect(books.text("main")).toContain("UK delivery is £7.99 an order, and free above £150.00.");
    expect(oldIn(books.body)).toBeUndefined();
    const cart = await browser.submit("Add to Cart", { item: `book-copy-${loop}-luxury` });
    expect(cart.text("main")).toContain("Luxury hardback, leather cover, £64.99 each");
    expect(cart.text(".price-summary")).toMatch(/UK delivery £7\.99.*Total £72\.98/);
    expect(oldIn(cart.body)).toBeUndefined();
    expect((await app.visitor().visit("/terms?changed")).text("main")).toContain(
      "£54.99 with a printed cover or £64.99 with a leather cover",
    );
  });
});

describe("copies with tax", () => {
  it("are priced with it before anything is in the cart", async () => {
    const customer = await becomeCustomer(app);
    const loop = giveLoop(customer);
    const books = await customer.browser.visit(`/account-settings?tab=books&loop=${loop}`);
    expect(books.text("main")).toContain("£75.59");
    expect(books.text("main")).toContain("Tax of 8% is included.");
    expect(books.text("main")).not.toContain("£69.99");
  });
});

describe("the launch offer on pages", () => {
  it("is for visitors and for those who have not ordered, and for nobody else", async () => {
    // The home page is cached for visitors for a moment: another address is another page.
    expect((await app.visitor().visit("/?no-last-day")).body).not.toContain("NEW10");
    change("UPDATE discounts SET expires_at = ? WHERE code = 'NEW10'", Date.parse("2099-12-01T00:00:00Z"));
    const said = "10% off your first order with code NEW10 until 30 November 2099.";
    expect((await app.visitor().visit("/?offered")).text("main")).toContain(`Launch offer: ${said}`);
    const { browser, accountId } = await becomeCustomer(app);
    const before = await browser.visit("/");
    expect(before.text("main")).toContain(said);
    expect(before.text(".ticker")).toContain(
      "Launch Offer: 10% off new orders until 30 November 2099 — Use code NEW10",
    );
    makeDiscount("ALLOFIT", { type: "PERCENTAGE", value: 100 });
    await chooseLoop(browser);
    await browser.submit("Apply", { "Discount code": "ALLOFIT" });
    await browser.submit("Pay £0.00", { ...ADDRESS, startsAtOnce: true });
    expect(rowOf("SELECT status FROM orders WHERE account_id = ?", accountId).status).toBe("PAID");
    expect((await browser.visit("/")).body).not.toContain("NEW10");
  });

  it("and any code says at the till what it takes off this basket", async () => {
    makeDiscount("CAP3", { type: "PERCENTAGE", value: 20, maximum_discount_pence: 300 });
    const browser = app.visitor();
    await chooseLoop(browser);
    await browser.submit("Apply", { "Discount code": "CAP3" });
    expect(browser.page.text("main")).toContain("CAP3 takes £3.00 off.");
    expect(browser.page.text("main")).not.toContain("20%");
  });
});
