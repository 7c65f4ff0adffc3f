import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import type { PaymentSandbox } from "../../scripts/payment-sandbox/sandbox";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";
import { expectNothingBreaks } from "./support/app-log";
import { openCardPage } from "./support/card-page";
import { becomeCustomer, type Customer } from "./support/customers";
import { plantJourney } from "./support/journeys";

/** The title of each page of the journeys, and whether search engines may index it. */

let cardPage: PaymentSandbox;
let app: Awaited<ReturnType<typeof openApp>>;
let customer: Customer;
beforeAll(async () => {
  cardPage = await openCardPage();
  app = await openApp();
  customer = await becomeCustomer(app);
});
afterAll(() => cardPage.close());
expectNothingBreaks();

const headOf = ({ page }: Visitor) => {
  const content = (selector: string) => page.root.querySelector(selector)?.getAttribute("content");
  return {
    title: page.title.replace(/ – Loop$/, ""),
    isHidden: content("meta[name=robots]") === "noindex",
    description: content("meta[name=description]") ?? "",
    canonical: page.root.querySelector("link[rel=canonical]")?.getAttribute("href"),
    picture: content("meta[property='og:image']"),
    shared: content("meta[property='og:title']"),
  };
};

const wedding = { selectedTheme: "celebration", selectedType: "wedding" };

describe("a page that may be found", () => {
  it.each([
    ["/", "One small stitch a week, one book for life", null],
    ["/about", "About us", null],
    ["/gift", "Gift a Loop", null],
    ["/redeem", "Redeem a Loop", null],
    ["/begin", "Begin Your Loop", null],
    ["/voucher-redeem", "Redeem Your Voucher", null],
    ["/loop-theme", "Begin Your Loop - Choose a Theme", { journeyType: "purchase" }],
    ["/years", "All loops", null],
  ] as const)("%s is called “%s” and has one address and a picture to be shared with", async (path, title, journey) => {
    const browser = app.visitor();
    if (journey) await plantJourney(browser, journey);
    await browser.visit(`${path}?utm_source=email`);
    const head = headOf(browser);
    expect(head).toMatchObject({ title, isHidden: false, shared: title });
    expect(head.canonical).toBe(new URL(path, settings.publicOrigin).href);
    expect(head.picture).toBe(new URL("/artwork/share.png", settings.publicOrigin).href);
    expect(head.description).toMatch(/^[A-Z].{20,180}\.$/);
  });

  it("has the picture it names", () => {
    expect(existsSync("public/artwork/share.png")).toBe(true);
  });
});

describe("a page of one person or of a payment", () => {
  const hidden = { isHidden: true, canonical: undefined, picture: undefined };

  it.each([
    ["Begin Your Loop - Celebration", "purchase"],
    ["Gift a Loop - Celebration", "gift"],
  ] as const)("the list of types is kept out, because it follows a choice: “%s”", async (title, journeyType) => {
    const browser = app.visitor();
    await plantJourney(browser, { journeyType, ...wedding });
    await browser.visit("/loop-type");
    expect(headOf(browser)).toMatchObject({ title, ...hidden });
  });

  it.each([
    ["/payment", "Begin Your Loop - Payment", { journeyType: "purchase", ...wedding }],
    ["/payment", "Gift a Loop - Payment", { journeyType: "gift", ...wedding }],
    ["/checkout", "Checkout", null],
    ["/dashboard", "My loop", null],
    ["/account-settings", "Account settings", null],
  ] as const)("%s is called “%s” and is kept out of searches", async (path, title, journey) => {
    const { browser } = customer;
    if (journey) await plantJourney(browser, journey);
    await browser.visit(path);
    expect(headOf(browser)).toMatchObject({ title, ...hidden });
    expect(headOf(browser).description).toMatch(/^[A-Z].{20,180}\.$/);
  });

  it("the sign-in page is kept out too", async () => {
    const browser = app.visitor();
    await browser.visit("/auth");
    expect(headOf(browser)).toMatchObject({ title: "Sign in", ...hidden });
  });
});
