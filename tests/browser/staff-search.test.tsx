import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { PageScript } from "~/ui/page-script";
import { openPage } from "./support/open-page";

const hits = (
  total: number,
  names: readonly string[],
) => `<div class="staff-head"><h1>Nothing found</h1><p>Try a postcode</p></div>
  <div class="hits" data-total="${total}">${
    names.length === 0
      ? ""
      : `<section><h2>People</h2><ul class="rows">${names
          .map(
            (name) =>
              `<li><span class="row-text"><a href="/person/${name}">${name}</a></span><span class="row-actions"><a href="/refund/${name}">Refund</a></span></li>`,
          )
          .join("")}</ul></section>`
  }</div>`;

const office = (
  <div className="staff">
    <form className="staff-search" method="get" action="/hyperloop/search">
      <svg />
      <input id="staff-search" name="q" aria-label="Field" placeholder="Name, email" />
    </form>
    <PageScript name="staff-search" />
  </div>
);

describe("the search over a page", () => {
  let page: Page;
  const asked: string[] = [];
  beforeEach(async () => {
    asked.length = 0;
    page = await openPage(office, {
      hasClock: true,
      responses: {
        "GET /hyperloop/search": (request) => {
          const { searchParams } = new URL(request.url());
          const words = searchParams.get("q") ?? "";
          if (searchParams.has("brief")) asked.push(words);
          if (words === "broken") return { status: 500 };
          return { body: words === "nobody" ? hits(0, []) : hits(12, ["Ann", "Ben"]) };
        },
      },
    });
    await page.keyboard.press("Control+k");
  });
  const field = () => page.getByRole("combobox", { name: "Search" });
  const search = async (words: string) => {
    await field().fill(words);
    await page.clock.runFor(80);
  };
  const chosen = () => page.locator("[aria-selected=true] a").first();

  it("asks once somebody pauses, and shows what its page found", async () => {
    await field().fill("a");
    await page.clock.runFor(70);
    expect(asked).toEqual([]);
    await search("an");
    await page.getByRole("link", { name: "All 12 results" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
    expect(await chosen().textContent()).toBe("Ann");
    expect(asked).toEqual(["an"]);
    expect(await field().getAttribute("aria-expanded")).toBe("true");
  });

  it("moves by arrows and opens by Enter; Tab goes to a row’s actions", async () => {
    await search("an");
    await page.getByRole("row").first().waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await chosen().textContent()).toBe("Ben");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/refund/Ben");
    await field().focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/person/Ann");
  });

  it("above the first row Enter leads to its own page", async () => {
    await search("an");
    await page.getByRole("row").first().waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/hyperloop/search?q=an");
  });

  it.each([
    ["nobody", "Nothing found. Try a postcode"],
    ["broken", "The search didn’t answer. Press Enter to try its own page."],
  ])("for “%s” says: %s", async (words, sentence) => {
    await search(words);
    await page.getByText(sentence).waitFor();
    expect(await page.getByRole("row").count()).toBe(0);
  });

  it("Escape closes it and keeps the words", async () => {
    await field().fill("an");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
