import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { INSIDE, INSIDE_ADDRESSES } from "~/domain/shop/selling/look-inside";
import { openApp } from "../../support/app";
import type { TestResponse } from "../../support/test-response";
import { expectNothingBreaks } from "../support/app-log";

/** The sample book on the home page, turned by links alone. */

const app = await openApp();
expectNothingBreaks();

const openAt = (page: TestResponse) => page.text(".turner-dots [aria-current]");
const linkOf = (page: TestResponse, selector: string) => page.find(selector).getAttribute("href") ?? "";

/** Every page from here on, by the link to the next one. */
async function turnOn(from: string, selector: string): Promise<TestResponse[]> {
  const pages = [await app.visitor().visit(from)];
  // More than there are pages, so that a circle ends.
  while (pages.length < 30) {
    const next = pages.at(-1)?.root.querySelector(selector)?.getAttribute("href");
    if (!next) return pages;
    pages.push(await app.visitor().visit(next.replace(/#.*/, "")));
  }
  return pages;
}

describe("looking inside a loop", () => {
  it("opens on a week, with its words as text", async () => {
    const page = await app.visitor().visit("/");
    expect(openAt(page)).toBe("Week 9");
    expect(page.text(".turner .sample-words")).toContain("The dog has learnt the noises.");
    expect(page.find(".turner [role=img]").getAttribute("aria-label")).toContain("puppy");
  });

  it("has every spread at an address of its own, named in the links", async () => {
    const home = await app.visitor().visit("/");
    const dots = home.root.querySelectorAll(".turner-dots a").map((dot) => dot.getAttribute("href") ?? "");
    expect(dots).toEqual(INSIDE.map(({ id }) => `/?inside=${id}#look-inside`));
    for (const [place, { name }] of INSIDE.entries()) {
      const page = await app.visitor().visit((dots[place] ?? "").replace(/#.*/, ""));
      expect([page.status, openAt(page)]).toEqual([200, name]);
      const pages = page.root.querySelectorAll(".spread-pages img").map((img) => img.getAttribute("src"));
      expect(pages.map((src) => existsSync(`public${src}`))).toEqual([true, true]);
      expect(page.find("link[rel=canonical]").getAttribute("href")).toMatch(/\/$/);
    }
  });

  it("is turned spread by spread on a wide screen, to the end", async () => {
    const pages = await turnOn("/?inside=opening", "a.turn-next.turn-wide");
    expect(pages.map(openAt)).toEqual(INSIDE.map(({ name }) => name));
    expect(pages.slice(0, -1).map((page) => page.text("a.turn-next.turn-wide"))).toEqual(
      INSIDE.slice(1).map(({ name }) => name),
    );
    expect(pages[0]?.root.querySelector("a.turn[rel=prev]")).toBeNull();
    expect(linkOf(pages[1] as TestResponse, "a.turn-wide[rel=prev]")).toBe("/?inside=opening#look-inside");
  });

  it("is turned page by page on a narrow one", async () => {
    const pages = await turnOn("/?inside=opening", "a.turn-next.turn-narrow");
    expect(pages.length).toBe(2 * INSIDE.length);
    const sides = pages.map((page) => page.find(".turner").getAttribute("data-page"));
    expect(sides).toEqual(INSIDE.flatMap(() => ["left", "right"]));
    expect(pages[7]?.text(".turner-where")).toBe("Week 9 right page");
  });

  it.each(["/?inside=week-99", "/?inside=", "/?page=right", "/?inside=week-9%22%3E"])(
    "%s opens where the book falls open",
    async (path) => {
      const page = await app.visitor().visit(path);
      expect([page.status, openAt(page), page.find(".turner").getAttribute("data-page")]).toEqual([
        ...[200, "Week 9", "left"],
      ]);
    },
  );

  it("has no address for a page that is not there", () => {
    expect(new Set(INSIDE_ADDRESSES).size).toBe(2 * INSIDE.length);
  });
});

describe("what the home page says of the book and of us", () => {
  it("is its size, its pages, the days to cancel and how to reach us", async () => {
    const facts = (await app.visitor().visit("/")).text(".trust");
    expect(facts).toContain("21 × 28 cm");
    expect(facts).toContain("About 120 pages");
    expect(facts).toContain("14 days to change your mind");
    expect(facts).toContain("hello@loop.example");
  });
});
