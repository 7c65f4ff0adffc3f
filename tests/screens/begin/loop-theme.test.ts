import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { chooseLoop } from "../support/purchases";

const app = await openApp();
expectNothingBreaks();

describe("the first page of buying", () => {
  it("says what a loop costs and leads to the themes", async () => {
    const browser = app.visitor();
    const page = await browser.visit("/begin");
    expect(page.text()).toContain("£69.99 with the book and UK delivery. No subscription.");
    await browser.submit("Choose a theme", {}, { follow: false });
    expect([browser.page.status, browser.page.location]).toEqual([303, "/loop-theme"]);
  });

  it("offers to carry on where something was chosen before", async () => {
    const browser = app.visitor();
    await chooseLoop(browser);
    const page = await browser.visit("/begin");
    expect(page.links()).toContainEqual({ words: "Carry on with Family Adventures", href: "/payment" });
  });
});

describe("choosing a theme", () => {
  it("offers the four themes with what is in them", async () => {
    const page = await app.visitor().visit("/loop-theme");
    expect(page.title).toBe("Begin Your Loop - Choose a Theme – Loop");
    const themes = page.root.querySelectorAll("button[name=theme]").map((one) => one.getAttribute("value"));
    expect(themes).toEqual(["celebration", "family", "education", "pet"]);
    for (const words of ["Wedding", "Baby’s First Year", "First Year at School", "My Cat & Me"]) {
      expect(page.text("main")).toContain(words);
    }
  });

  it.each(["celebration", "family", "education", "pet"])("%s leads on to its types", async (theme) => {
    const browser = app.visitor();
    await browser.visit("/loop-theme");
    const page = await browser.press("theme", theme);
    expect(page.redirects).toEqual([{ status: 303, location: "/loop-type" }]);
    expect(page.find("main").getAttribute("data-theme")).toBe(theme);
  });

  it("can be done again, and another theme asks for another type", async () => {
    const browser = app.visitor();
    await chooseLoop(browser);
    await browser.visit("/loop-theme");
    await browser.press("theme", "pet");
    expect(browser.page.text("main")).toContain("My Cat & Me");
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/begin");
  });

  it.each(["classic", "garden", "", "../payment", "__proto__"])("%j is no theme", async (theme) => {
    const browser = app.visitor();
    const page = await browser.visit("/loop-theme");
    const button = page.find("button[value=family]");
    button.setAttribute("value", theme);
    await browser.press("theme", theme);
    expect(browser.page.path).toBe("/loop-theme");
    expect((await browser.visit("/loop-type", { follow: false })).location).toBe("/years");
  });
});

it.each([
  ["/begin", "Choose a theme"],
  ["/loop-theme", ""],
])("whatever is sent to %s gets a clear response", async (place, button) => {
  const browser = app.visitor();
  const arrive = (visitor: Visitor) => visitor.visit(place);
  const words = button || wordsOf((await arrive(browser)).find("button[value=family]"));
  await sendEverythingOdd(browser, { arrive, button: words, field: "theme" });
  await sendTwoMegabytes(browser, { arrive, button: words, field: "theme" });
});
