import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import { expectNothingBreaks } from "../support/app-log";
import { MANY_SCRIPTS } from "../support/hostile-forms";
import { type LoopData, loopOwner } from "../support/loops";
import { takePhoto } from "../support/photographs";
import { change, dayFromToday } from "../support/records";

const app = await openApp();
expectNothingBreaks();

const readerOf = (weeks: readonly number[], data: LoopData = {}) =>
  loopOwner(app, { startedDaysAgo: 65, ...data }, weeks);

describe("reading a week", () => {
  it("shows its photo and its words on two pages, as they were written", async () => {
    const { browser, loopId } = await readerOf([]);
    await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    const words = { highlight: MANY_SCRIPTS, content: `<b>Bold</b> & ${MANY_SCRIPTS}`, learned: "To wait." };
    await browser.submit("Save week 3", { ...words, gratitude: "Soup.", photos: await takePhoto() });
    const page = await browser.visit(`/entry?loop=${loopId}&week=3`);
    expect(page.title).toBe("Our Year by the Sea: week 3 – Loop");
    for (const part of [words.highlight, words.content, "Soup.", "Something I learned: To wait."]) {
      expect(page.text("main")).toContain(part);
    }
    expect(page.root.querySelectorAll("main b").map((bold) => bold.text)).not.toContain("Bold");
    const source = page.find("main img").getAttribute("src") ?? "";
    expect(source).toMatch(/^\/photos\/\w{20}\/screen$/);
    expect((await browser.send(source)).headers.get("content-type")).toBe("image/jpeg");
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("that will not print as it looks is saved all the same, and says so where it is read and where it is written", async () => {
    const { browser, loopId } = await readerOf([]);
    await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    const saved = await browser.submit("Save week 3", {
      content: "So \u{12000} it was.",
      photos: await takePhoto("beach.jpg", "#4477aa", 320),
    });
    expect(saved.text("main")).toContain(
      "Week 3 entry submitted successfully! It was worth the wait. Two things to check before it prints.",
    );
    const href = `/entry?loop=${loopId}&week=3#print`;
    expect(saved.links()).toContainEqual({ words: "See week 3", href });
    const told = [
      "The photo may look soft: it’s small for its size on the page. Use the original from your phone, not a copy that was sent to you.",
      "We can’t print “\u{12000}”, so it’s left out. Write it another way if it matters.",
    ];
    const page = await browser.visit(href);
    expect(page.root.querySelectorAll("#print li").map(wordsOf)).toEqual(told);
    await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    expect(browser.page.root.querySelectorAll(".book-remark").map(wordsOf)).toEqual(
      told.toReversed().map((sentence) => `In the book: ${sentence}`),
    );
  });

  it("of which a whole part cannot be printed names the script when it is saved, instead of its characters", async () => {
    const { browser, loopId } = await readerOf([]);
    await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    await browser.submit("Save week 3", {
      content: "We walked home.",
      gratitude: "ཁང་པ་དང་ཆུ་བོ།",
      photos: await takePhoto("beach.jpg", "#4477aa", 1200),
    });
    const page = await browser.visit(`/entry?loop=${loopId}&week=3#print`);
    expect(page.root.querySelectorAll("#print li").map(wordsOf)).toContain(
      "We can’t print Tibetan yet, so write those words another way before your book goes to print.",
    );
  });

  it("leads to the weeks that are written before and after it, back, and to its form", async () => {
    const { browser, loopId } = await readerOf([1, 4, 9]);
    const page = await browser.visit(`/entry?loop=${loopId}&week=4`);
    expect(page.links()).toEqual(
      expect.arrayContaining([
        { words: "Week 1", href: `/entry?loop=${loopId}&week=1` },
        { words: "Week 9", href: `/entry?loop=${loopId}&week=9` },
        { words: "Back to my loop", href: `/dashboard?loop=${loopId}` },
        { words: "Edit entry", href: `/dashboard?loop=${loopId}&week=4#week` },
      ]),
    );
    await browser.visit(`/entry?loop=${loopId}&week=1`);
    expect(browser.page.links().filter(({ words }) => /^Week \d/.test(words))).toEqual([
      { words: "Week 4", href: `/entry?loop=${loopId}&week=4` },
    ]);
  });

  it("of a finished loop offers no change", async () => {
    const { browser, loopId } = await readerOf([4], { status: "DELIVERED" });
    const page = await browser.visit(`/entry?loop=${loopId}&week=4`);
    expect(page.text("main")).toContain("We wrote week 4.");
    expect(page.links().map(({ words }) => words)).not.toContain("Edit entry");
  });

  it("is for somebody signed in", async () => {
    const { loopId } = await readerOf([1]);
    const page = await app.visitor().visit(`/entry?loop=${loopId}&week=1`, { follow: false });
    expect([page.status, page.location]).toEqual([302, "/auth"]);
  });
});

describe("a week that is not there", () => {
  it.each(["2", "0", "-1", "53", "1.5", "x", "", "1e0x", "999999999999999999999", MANY_SCRIPTS])(
    "number %j",
    async (week) => {
      const { browser, loopId } = await readerOf([1]);
      const page = await browser.visit(`/entry?loop=${loopId}&week=${encodeURIComponent(week)}`);
      expect([page.status, page.heading, page.title]).toEqual([...[404, "Entry Not Found", "Entry Not Found – Loop"]]);
      expect(page.links()).toContainEqual({
        words: "Back to my loop",
        href: `/dashboard?loop=${loopId}`,
      });
    },
  );

  it("offers to write it, once it may be written", async () => {
    const { browser, loopId } = await readerOf([1]);
    change("UPDATE loops SET start_day = ? WHERE id = ?", dayFromToday(-20), loopId);
    const missed = await browser.visit(`/entry?loop=${loopId}&week=2`);
    expect(missed.text("main")).toContain("You haven’t written week 2 yet.");
    expect(missed.links()).toContainEqual({
      words: "Write week 2",
      href: `/dashboard?loop=${loopId}&week=2#week`,
    });
    const ahead = await browser.visit(`/entry?loop=${loopId}&week=30`);
    expect(ahead.links().map(({ words }) => words)).not.toContain("Write week 30");
  });

  it("in somebody else’s loop, or in none", async () => {
    const [owner, stranger] = [await readerOf([1]), await readerOf([1])];
    for (const query of [`?loop=${owner.loopId}&week=1`, "?loop=nobodysloop&week=1", "?loop="]) {
      const page = await stranger.browser.visit(`/entry${query}`);
      expect([page.status, page.heading]).toEqual([404, "Entry Not Found"]);
      expect(page.body).not.toContain("We wrote week 1.");
    }
  });
});

describe("the sample year", () => {
  it("is open to anybody, four weeks to leaf through", async () => {
    const browser = app.visitor();
    const page = await browser.visit("/entry");
    expect([page.status, page.title]).toEqual([200, "Nell’s First Year: week 1 – Loop"]);
    expect(page.links()).toContainEqual({ words: "Back to my loop", href: "/dashboard" });
    const seen = [page.title];
    for (const week of [9, 10, 11]) {
      expect(browser.page.links()).toContainEqual({ words: `Week ${week}`, href: `/entry?week=${week}` });
      await browser.visit(`/entry?week=${week}`);
      seen.push(browser.page.title);
      const picture = browser.page.find("main .book-page img").getAttribute("src") ?? "";
      expect(picture).toBe(`/artwork/sample-week-${week}.webp`);
    }
    expect(new Set(seen).size).toBe(4);
    expect(browser.page.links()).toContainEqual({ words: "Begin your loop", href: "/loop-theme" });
  });

  it.each(["2", "12", "0", "x", "", "9.5"])("has no week %j", async (week) => {
    const page = await app.visitor().visit(`/entry?week=${week}`);
    expect([page.status, page.heading]).toEqual([404, "Entry Not Found"]);
  });
});
