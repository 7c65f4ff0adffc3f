import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { type LoopData, loopOwner } from "../support/loops";
import { takePhoto } from "../support/photographs";
import { makeStaffGift, ownLoopToBegin } from "../support/purchases";
import { change, dayFromToday } from "../support/records";

const app = await openApp();
const gift = makeStaffGift();
expectNothingBreaks();

const ownerOf = (data: LoopData = { startedDaysAgo: 65 }, weeks?: readonly number[]) => loopOwner(app, data, weeks);

const form = (loopId: string, week: number) => `/dashboard?loop=${loopId}&week=${week}`;

/** What comes first on the page: the form of the week, or the picture. */
const firstOf = ({ page }: Visitor) =>
  page.find("main").querySelector("#week-form, .dashboard-picture")?.tagName === "FORM" ? "week" : "picture";

const saved = ({ page }: Visitor) => page.text("[data-save-state]");
const banners = ({ page }: Visitor) => page.root.querySelectorAll("main .banner").length;

describe("the week that is open", () => {
  it("is named by the title, the heading and the button", async () => {
    const { browser, loopId } = await ownerOf();
    for (const [address, week] of [
      ["/dashboard", 10],
      [form(loopId, 8), 8],
    ] as const) {
      const page = await browser.visit(address);
      expect(page.title).toBe(`Our Year by the Sea: week ${week} – Loop`);
      expect(page.heading).toBe(`Week ${week} of 52`);
      expect(page.field("week").value).toBe(`${week}`);
      expect(page.text(".week-dock")).toContain(`Save week ${week}`);
    }
  });

  it("comes before the picture, and its question before its photos", async () => {
    const { browser, loopId } = await ownerOf();
    await browser.visit("/dashboard");
    expect(firstOf(browser)).toBe("week");
    const fields = browser.page.root.querySelectorAll("#week-form [name=content], #week-form [name=photos]");
    expect(fields.map((field) => field.getAttribute("name"))).toEqual(["content", "photos"]);
    await browser.visit(form(loopId, 3));
    expect(firstOf(browser)).toBe("week");
  });

  it("gives way to the picture once a week is saved, and until another one waits", async () => {
    const { browser, loopId } = await ownerOf();
    const response = { content: "It looked at us.", photos: await takePhoto() };
    await browser.visit(form(loopId, 3));
    await browser.submit("Save week 3", response);
    expect([firstOf(browser), browser.page.heading]).toEqual(["picture", "Week 10 of 52"]);
    await browser.visit("/dashboard");
    expect(firstOf(browser)).toBe("week");
    await browser.submit("Save week 10", response);
    await browser.visit("/dashboard");
    expect(firstOf(browser)).toBe("picture");
    expect(browser.page.text("main")).toMatch(/Week 11 opens on \d+ \w+ \d+\./);
    expect(browser.page.text("#week h2")).toBe("Week 10");
  });
});

describe("what is saved is said beside the buttons, without a script", () => {
  it("of a week, its draft, and its changes", async () => {
    const { browser, loopId } = await ownerOf();
    await browser.visit("/dashboard");
    expect(saved(browser)).toBe("Not saved yet");
    await browser.submit("Keep as a draft", { content: "It looked at us." });
    expect(saved(browser)).toMatch(/^Draft saved at \d\d:\d\d$/);
    await browser.submit("Save week 10", { photos: await takePhoto() });
    expect(saved(browser)).toMatch(/^Saved at \d\d:\d\d$/);
    change("UPDATE entries SET updated_at = updated_at - 172800000 WHERE loop_id = ?", loopId);
    await browser.visit("/dashboard");
    expect(saved(browser)).toMatch(/^Saved on \d+ \w+ \d{4}$/);
  });

  it("also where a week was refused", async () => {
    const { browser } = await ownerOf();
    await browser.visit("/dashboard");
    await browser.submit("Save week 10", { content: "No photo yet." });
    expect(saved(browser)).toMatch(/^Draft saved at/);
    await browser.submit("Save week 10", { content: "x".repeat(40_000) });
    expect(saved(browser)).toBe("Not saved yet");
  });
});

describe("one message at most", () => {
  it("where a draft of a missed week was kept in a paused year, beside another loop that waits", async () => {
    const owner = await ownerOf();
    const { browser, loopId } = owner;
    await ownLoopToBegin(owner, gift);
    change("UPDATE accounts SET deletion_due_at = ? WHERE id = ?", Date.now() + 864e5, owner.accountId);
    const pauses = JSON.stringify([{ fromDay: dayFromToday(-3), weeks: 2 }]);
    change("UPDATE loops SET pauses = ?, paused_weeks = 2 WHERE id = ?", pauses, loopId);
    await browser.visit(form(loopId, 8));
    await browser.submit("Keep as a draft", { content: "It looked at us." });
    expect(banners(browser)).toBe(1);
    const said = browser.page.text("main");
    for (const words of [
      "Your draft of week 8 is saved.",
      "You’re catching up on week 8.",
      "Your year is paused.",
      "so it won’t print.",
      "You have another loop ready to start.",
    ])
      expect(said).toContain(words);
    await browser.visit("/dashboard");
    expect(banners(browser)).toBe(1);
    expect(browser.page.text(".banner")).toContain("Your account will be deleted");
  });
});
