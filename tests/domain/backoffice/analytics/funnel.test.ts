import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { funnelEvents } from "#db/schema";
import { recordStep } from "~/domain/backoffice/analytics/funnel.server";
import { isRobot, STAGES } from "~/domain/backoffice/analytics/stages";

const NOW = new Date("2026-11-20T10:00:00Z");
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const visitor = { address: "203.0.113.7", userAgent: FIREFOX, isTest: false };
const rows = () => db.select().from(funnelEvents).all();
const stages = () => rows().map(({ stage }) => stage);

beforeEach(() => {
  db.delete(funnelEvents).run();
});

describe("a visit", () => {
  it("is counted once a step and a day", () => {
    const someoneElse = { ...visitor, address: "203.0.113.8" };
    for (const step of ["visit", "product", "visit", "product"] as const) {
      recordStep(someoneElse, { stage: step }, NOW);
    }
    expect(stages()).toEqual(["visit", "product"]);
    recordStep(someoneElse, { stage: "visit" }, new Date("2026-11-21T00:00:00Z"));
    expect(stages()).toEqual(["visit", "product", "visit"]);
    // Nothing links a day to the day before, or a row to a network address or a browser.
    expect(new Set(rows().map(({ visit }) => visit)).size).toBe(2);
    expect(JSON.stringify(rows())).not.toMatch(/203\.0\.113|Firefox/);
  });

  it("that begins in the middle has taken the steps before", () => {
    recordStep(visitor, { stage: "payment", journey: "gift", theme: "pet" }, NOW);
    expect(stages()).toEqual([...STAGES]);
    expect(rows().every(({ journey, theme }) => journey === "gift" && theme === "pet")).toBe(true);
  });

  it("is taken back once somebody with a test account signs in, and stays away", () => {
    const tester = { ...visitor, address: "203.0.113.9" };
    recordStep(tester, { stage: "type" }, NOW);
    recordStep({ ...visitor, address: "203.0.113.12" }, { stage: "visit" }, NOW);
    recordStep({ ...tester, isTest: true }, { stage: "address" }, NOW);
    recordStep(tester, { stage: "payment" }, NOW);
    expect(stages()).toEqual(["visit"]);
  });

  it.each([
    "",
    "curl/8.5.0",
    "Googlebot/2.1 (+http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0 Safari/537.36",
    "python-requests/2.32",
    "x".repeat(5000),
  ])("of a robot is not counted: %s", (userAgent) => {
    recordStep({ ...visitor, address: "203.0.113.10", userAgent }, { stage: "visit" }, NOW);
    expect(rows()).toEqual([]);
  });

  it.each([
    FIREFOX,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 15; Cubot X90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  ])("of a person counts: %s", (userAgent) => {
    expect(isRobot(userAgent)).toBe(false);
  });
});
