import { describe, expect, it } from "vitest";
import { listLoopTypes } from "~/domain/diary/catalogue/catalogue";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer } from "../support/customers";
import { sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { plantJourney } from "../support/journeys";
import { chooseLoop } from "../support/purchases";

const app = await openApp();
expectNothingBreaks();

async function atTypes(theme: string, browser = app.visitor()): Promise<Visitor> {
  await browser.visit("/loop-theme");
  await browser.press("theme", theme);
  return browser;
}

const namesOn = ({ page }: Visitor) => page.root.querySelectorAll(".type-row h2").map((name) => name.text);

describe("choosing a loop", () => {
  it("needs a theme first", async () => {
    const page = await app.visitor().visit("/loop-type", { follow: false });
    expect([page.status, page.location]).toEqual([302, "/years"]);
  });

  it.each([
    ["celebration", "loops for years with something to celebrate."],
    ["family", "loops for years that go by in socks and packed lunches."],
    ["education", "loops for years that start with a first day."],
    ["pet", "loops for years with fur on."],
  ] as const)(
    "%s says what it is for and shows its types in their order, each with its price",
    async (themeId, lead) => {
      const browser = await atTypes(themeId);
      const names = listLoopTypes({ themeId, journey: "purchase" }).map((type) => type.displayName);
      expect(browser.page.text("h1 + .lead").toLowerCase()).toContain(`${numberInWords(names.length)} ${lead}`);
      expect(namesOn(browser)).toEqual(names);
      const rows = browser.page.root.querySelectorAll(".type-row");
      for (const row of rows) {
        expect(row.text).toContain("£69.99");
        expect(row.text).toContain("Free P&P");
        expect(row.text).not.toContain("Loop voucher included");
        expect(row.querySelectorAll(".stitched-list li").length).toBeGreaterThan(2);
      }
      expect(browser.page.links()).toContainEqual({ words: "All themes", href: "/loop-theme" });
    },
  );

  it("sends strangers and customers to pay", async () => {
    const browser = await atTypes("pet");
    await browser.submit("Choose My Cat & Me", {}, { follow: false });
    expect([browser.page.status, browser.page.location]).toEqual([303, "/payment"]);
    const customer = await becomeCustomer(app);
    await atTypes("pet", customer.browser);
    await customer.browser.submit("Choose My Cat & Me", {}, { follow: false });
    expect([customer.browser.page.status, customer.browser.page.location]).toEqual([303, "/payment"]);
    expect((await customer.browser.visit("/payment")).text("main")).toContain("My Cat & Me");
  });

  it("in a gift says that the voucher is included", async () => {
    const browser = app.visitor();
    await plantJourney(browser, { journeyType: "gift", selectedTheme: "pet" });
    const page = await browser.visit("/loop-type");
    expect(page.title).toBe("Gift a Loop - Pet – Loop");
    expect(page.find(".type-row").text).toContain("Loop voucher included");
    expect(page.text("h1 + .lead")).toContain("they can choose another when they start");
  });

  it("can become a gift of the same theme", async () => {
    const browser = await atTypes("education");
    await browser.submit("Give an Education loop");
    expect([browser.page.path, browser.page.title]).toEqual(["/loop-type", "Gift a Loop - Education – Loop"]);
  });

  it.each(["standard", "wedding", "", "constructor"])("%j is no type of this theme", async (type) => {
    const browser = await atTypes("pet");
    browser.page.find("button[value=my-cat-and-me]").setAttribute("value", type);
    await browser.press("type", type);
    expect(browser.page.path).toBe("/loop-type");
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/begin");
  });

  it("from a page that was open since before the choice was forgotten is what it showed", async () => {
    const browser = await atTypes("pet");
    browser.cookies.forget("loop_journey");
    await browser.submit("Choose My Cat & Me", {}, { follow: false });
    expect([browser.page.status, browser.page.location]).toEqual([303, "/payment"]);
  });

  it("a theme that is not sold here begins again", async () => {
    const browser = app.visitor();
    await plantJourney(browser, { journeyType: "purchase", selectedTheme: "classic" });
    expect((await browser.visit("/loop-type", { follow: false })).location).toBe("/years");
  });

  it("twice from the same page is one choice", async () => {
    const browser = await chooseTwice(app.visitor());
    expect(browser.page.text("main")).toContain("Family Adventures");
  });
});

async function chooseTwice(browser: Visitor): Promise<Visitor> {
  await chooseLoop(browser);
  await browser.visit("/loop-type");
  await browser.submit("Choose Family Adventures");
  return browser;
}

describe("an example week", () => {
  it("can be looked at for every type, and leads back", async () => {
    for (const theme of ["celebration", "family", "education", "pet"]) {
      const browser = await atTypes(theme);
      const examples = browser.page.links().filter(({ href }) => href.startsWith("/loop-type/example/"));
      expect(examples).toHaveLength(namesOn(browser).length);
      for (const { href } of examples) {
        const page = await browser.visit(href);
        expect(page.status).toBe(200);
        expect(page.links().some((link) => link.href === "/loop-type")).toBe(true);
      }
    }
  });

  it("shows the photo and the words of the week on the type’s own page", async () => {
    const page = await app.visitor().visit("/loop-type/example/family/parent-and-child");
    expect(page.heading).toBe("Parent & Child: week 1");
    expect(page.links()).toContainEqual({ words: "All Family loops", href: "/loop-type" });
    expect(page.root.querySelectorAll("main img").map((img) => img.getAttribute("src"))).toEqual([
      "/artwork/samples/parent-and-child-week-1-left.svg",
      "/artwork/samples/parent-and-child-week-1-right.svg",
    ]);
    expect(page.find("main [role=img]").getAttribute("aria-label")).toContain("under a red umbrella");
    expect(page.text("main")).toContain("He asked whether worms have a favourite end.");
    expect(page.text("main")).toContain("a stick called Kevin");
    expect(page.text("main")).toContain("Grateful for");
    const itsOwn = (await app.visitor().visit("/years/parent-and-child")).text("main");
    const paragraphs = page.root.querySelectorAll(".sample-words p").map(({ text }) => text);
    expect(paragraphs.length).toBeGreaterThan(0);
    for (const paragraph of paragraphs) expect(itsOwn).toContain(paragraph);
  });

  it.each([
    ["purchase", "£69.99", "/payment"],
    ["gift", "£69.99", "/payment"],
    ["redeem", "Paid for", "/register"],
  ] as const)("goes on with the journey it was opened from: %s", async (journeyType, price, place) => {
    const browser = app.visitor();
    await plantJourney(browser, { journeyType, selectedTheme: "family" });
    const example = await browser.visit("/loop-type/example/family/babys-first-year");
    expect(example.text(".example-choose")).toContain(price);
    // What this page shows is what is chosen, whatever another tab has chosen since.
    await plantJourney(browser, { journeyType: "gift", selectedTheme: "pet" });
    const response = await browser.submit("Choose this loop", {}, { follow: false });
    expect([response.status, response.location]).toEqual([303, place]);
    if (place === "/payment")
      expect((await browser.visit(place)).text("main")).toContain(
        journeyType === "gift" ? "as a gift" : "for yourself",
      );
  });

  it("can be chosen by somebody who followed a link to it, and has chosen nothing before", async () => {
    const browser = app.visitor();
    await browser.visit("/loop-type/example/pet/my-cat-and-me");
    const response = await browser.submit("Choose this loop", {}, { follow: false });
    expect(response.location).toBe("/payment");
    expect((await browser.visit("/payment")).text("main")).toContain("My Cat & Me");
  });

  it("says so if there is none", async () => {
    const page = await app.visitor().visit("/loop-type/example/family/adoption-journey");
    expect(page.text("main")).toContain("No example available.");
  });

  it.each(["family/wedding", "classic/standard", "garden/roses", "family/%2F", "%00/x"])(
    "%s is not there",
    async (place) => {
      const page = await app.visitor().visit(`/loop-type/example/${place}`);
      expect(page.status).toBe(404);
      expect(page.heading).toBe("We can’t find that page");
    },
  );
});

it("whatever is sent to the types gets a clear response", async () => {
  const browser = await atTypes("pet");
  const arrive = (visitor: Visitor) => visitor.visit("/loop-type");
  const form = { arrive, button: "Choose My Cat & Me", field: "type" };
  await sendEverythingOdd(browser, form);
  await sendTwoMegabytes(browser, form);
});
