import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { findTypePage, sampleSpreads, typePagePath, typesWithPages } from "~/domain/shop/selling/type-pages";
import { openApp } from "../../support/app";
import type { TestResponse } from "../../support/test-response";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer } from "../support/customers";
import { giveLoop } from "../support/loops";

/** The public page of each type of loop. */

const app = await openApp();
expectNothingBreaks();

const TYPES = typesWithPages();
const absolute = (path: string) => new URL(path, settings.publicOrigin).href;

interface Thing {
  "@type": string;
  [name: string]: unknown;
}

function dataIn(page: TestResponse): Map<string, Thing> {
  const data = JSON.parse(page.find("script[type='application/ld+json']").text);
  return new Map((data["@graph"] as Thing[]).map((thing) => [thing["@type"], thing]));
}

describe("the pages of the types", () => {
  it("are at least fifteen, at addresses of their own", () => {
    expect(TYPES.length).toBeGreaterThanOrEqual(15);
    expect(new Set(TYPES.map(({ key }) => key)).size).toBe(TYPES.length);
  });

  it.each(TYPES.map((type) => [type.displayName, type] as const))(
    "%s says what it is, what it costs and what it asks",
    async (name, type) => {
      const page = await app.visitor().visit(typePagePath(type.key));
      expect([page.status, page.heading]).toEqual([200, name]);
      const price = formatPence(readPrices().loopPence);
      expect(page.text(".product-price")).toContain(price);
      expect(page.text(".buy-sum .big")).toBe(price);
      const pages = page.root.querySelectorAll(".week-shown img").map((img) => img.getAttribute("src"));
      expect(pages.map((src) => existsSync(`public${src}`))).toEqual(Array(6).fill(true));
      expect(page.root.querySelectorAll(".questions-six li").length).toBe(6);
      expect(page.text("#change")).toContain("14 days to change your mind");
    },
  );

  it.each(TYPES.map((type) => [type.displayName, type] as const))(
    "%s says the same to search engines",
    async (name, { key }) => {
      const page = await app.visitor().visit(typePagePath(key));
      const data = dataIn(page);
      const url = absolute(typePagePath(key));
      const product = data.get("Product") as Thing & { offers: Record<string, unknown> };
      expect(product.name).toBe(name);
      expect(product.offers).toMatchObject({
        "@type": "Offer",
        price: (readPrices().loopPence / 100).toFixed(2),
        priceCurrency: "GBP",
        url,
      });
      const faq = data.get("FAQPage") as Thing & { mainEntity: { name: string }[] };
      const asked = faq.mainEntity.map((question) => question.name);
      expect(asked).toEqual(page.root.querySelectorAll(".accordion summary").map((summary) => summary.text));
      const crumbs = data.get("BreadcrumbList") as Thing & { itemListElement: { item: string }[] };
      expect(crumbs.itemListElement.map(({ item }) => item)).toEqual([absolute("/"), absolute("/years"), url]);
      expect(page.find("link[rel=canonical]").getAttribute("href")).toBe(url);
      const picture = new URL(page.find("meta[property='og:image']").getAttribute("content") ?? "");
      expect(picture.pathname).toBe(`/artwork/share-${key}.jpg`);
      expect(product.image).toBe(picture.href);
      expect(existsSync(`public${picture.pathname}`)).toBe(true);
    },
  );

  it("have the photos that their sample weeks name", () => {
    const missing = TYPES.flatMap(({ themeId, key }) => sampleSpreads(themeId, key))
      .flatMap(({ photos }) => photos.map(({ src }) => src))
      .filter((src) => !existsSync(`public${src}`));
    expect(missing).toEqual([]);
  });

  it("show one week of two lines each, and no week without words", () => {
    for (const { themeId, key } of TYPES) {
      const spreads = sampleSpreads(themeId, key);
      expect(spreads.filter(({ answer }) => answer === null).length, key).toBe(1);
      expect(
        spreads.every(({ highlight, gratitude }) => highlight && gratitude),
        key,
      ).toBe(true);
      expect(findTypePage(key)?.type.themeId).toBe(themeId);
    }
  });

  it.each(["/years/standard", "/years/nonsense", "/years/Wedding"])("%s is not one", async (path) => {
    const page = await app.visitor().visit(path);
    expect(page.status).toBe(404);
    expect(page.find("meta[name=robots]").getAttribute("content")).toBe("noindex");
  });

  it("are all on one page, with their addresses", async () => {
    const page = await app.visitor().visit("/years");
    expect([page.status, page.heading]).toEqual([
      200,
      `${capitalise(numberInWords(TYPES.length))} kinds of year, in four themes`,
    ]);
    const hrefs = page.links().map(({ href }) => href);
    expect(TYPES.filter(({ key }) => !hrefs.includes(typePagePath(key)))).toEqual([]);
  });
});

describe("buying from a type’s page", () => {
  it.each([
    ["Start this loop", "Begin Your Loop - Pet – Loop"],
    ["Give this loop", "Gift a Loop - Pet – Loop"],
  ])("“%s” chooses theme and type, whatever was chosen before", async (button, title) => {
    const browser = app.visitor();
    await browser.visit("/years/wedding");
    await browser.submit("Start this loop");
    await browser.visit("/years/my-cat-and-me");
    const response = await browser.submit(button, {}, { follow: false });
    expect(response.status).toBe(303);
    expect(response.location).not.toMatch(/^\/(?:loop-type|years|begin)/);
    expect((await browser.visit("/loop-type")).title).toBe(title);
  });

  it("tells somebody who is already keeping one, and leaves both buttons", async () => {
    const customer = await becomeCustomer(app);
    const loop = giveLoop(customer, { theme: "family", type: "babys-first-year" });
    const page = await customer.browser.visit("/years/babys-first-year");
    expect(page.text("main .banner")).toContain("You’re already keeping one of these.");
    expect(page.links()).toContainEqual({ words: "Open it", href: `/dashboard?loop=${loop}` });
    expect(page.root.querySelectorAll(".product-buy button").map(({ text }) => text)).toEqual([
      ...["Start this loop", "Give this loop"],
    ]);
    expect((await customer.browser.visit("/years/wedding")).root.querySelector(".banner")).toBeNull();
  });

  it("says nothing about a finished one, or about somebody else’s", async () => {
    const customer = await becomeCustomer(app);
    giveLoop(customer, { theme: "family", type: "babys-first-year", status: "COMPLETED" });
    giveLoop(await becomeCustomer(app), { theme: "family", type: "babys-first-year" });
    expect((await customer.browser.visit("/years/babys-first-year")).root.querySelector(".banner")).toBeNull();
  });
});
