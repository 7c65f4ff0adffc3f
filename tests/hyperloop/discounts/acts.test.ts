import { describe, expect, it } from "vitest";
import { LAUNCH_RULE } from "~/domain/shop/discounts/launch-offer";
import { countOf, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const { id } = rowOf("SELECT id FROM discounts WHERE code = 'NEW10'");
const CODE = `/hyperloop/discounts/${id}`;

describe("the last day of the launch offer’s code", () => {
  it("is asked for where it is missing, and the offer is announced from then on", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    expect((await browser.visit("/hyperloop/discounts/new")).text("main")).toContain(LAUNCH_RULE);
    expect((await browser.visit(CODE)).text("main")).toContain(LAUNCH_RULE);
    expect((await app.visitor().visit("/?before")).body).not.toContain("NEW10");
    expect((await browser.visit(`${CODE}/last-day`)).text("main")).toContain(LAUNCH_RULE);
    await browser.submit("Save", { "Last day": "2099-12-01" });
    expect(browser.page.path).toBe(CODE);
    expect(browser.page.text("main")).toContain("1 December 2099");
    expect(countOf("audit_events", "action = 'discounts.last_day'")).toBe(1);
    expect((await app.visitor().visit("/?after")).text("main")).toContain("NEW10 until 1 December 2099.");
  });

  it.each([
    ["", "Please choose a last day"],
    ["2020-01-01", "Please choose a last day that isn’t in the past"],
    ["2099-12-02", "Please choose an earlier day. A last day can’t be put off"],
  ])("is never put off, nor in the past, nor left blank (%s)", async (day, sentence) => {
    const { browser } = await staffBrowser(app, "marketing", `${CODE}/last-day`);
    const page = await browser.submit("Save", { "Last day": day });
    expect([page.status, page.errorSummary()]).toEqual([422, [sentence]]);
  });

  it("is brought forward", async () => {
    const { browser } = await staffBrowser(app, "marketing", `${CODE}/last-day`);
    await browser.submit("Save", { "Last day": "2099-11-30" });
    expect(browser.page.text("main")).toContain("30 November 2099");
  });
});
