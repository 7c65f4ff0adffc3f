import { describe, expect, it, vi } from "vitest";
import { SHOP } from "~/domain/backoffice/staff/day-figures.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { becomeCustomer } from "../../screens/support/customers";
import { runInFile } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();

/** What each role's work needs; the other labels are on nobody else's dashboard. */
const SHOWN = {
  super_admin: [
    "Revenue",
    "Accounts",
    "Pending entries",
    "Print queue",
    "Open alarms",
    "Voucher usage rate",
    "System health",
  ],
  support: ["Accounts", "Print queue", "Open alarms", "Voucher usage rate", "System health"],
  moderator: ["Pending entries"],
  production: ["Print queue", "Open alarms", "System health"],
  marketing: ["Revenue", "Accounts", "Voucher usage rate"],
  analyst: ["Revenue", "Accounts", "System health"],
} as const;

const ALL = SHOWN.super_admin;

describe("the dashboard", () => {
  it.each(Object.entries(SHOWN))("shows %s the figures their rights allow, and no others", async (role, shown) => {
    const { browser } = await staffBrowser(app, role as keyof typeof SHOWN);
    const page = await browser.visit("/hyperloop/dashboard");
    const headings = page.text("main");
    expect([page.status, ALL.filter((words) => headings.includes(words))]).toEqual([200, [...shown]]);
    expect(headings.includes("From visit to order")).toBe((shown as readonly string[]).includes("Revenue"));
  });

  it("speaks of keys only where scripts run", async () => {
    const { browser } = await staffBrowser(app, "support");
    const page = await browser.visit("/hyperloop/dashboard");
    const keys = page.root.querySelector("#staff-keys");
    expect([keys?.text.includes("All keys"), keys?.hasAttribute("hidden")]).toEqual([true, true]);
  });

  it("says of each figure how it has changed since as long before", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    const week = await browser.visit("/hyperloop/dashboard?days=7");
    expect(week.text("main")).toContain("compared with the 7 days before");
    expect(week.root.querySelectorAll(".kpis > div")).toHaveLength(5);
    expect(week.root.querySelectorAll(".kpis > div > .kpi-change")).toHaveLength(5);
    const overview = await browser.visit("/hyperloop/analytics?period=1d");
    expect(overview.text("main")).toContain("compared with yesterday by this time");
    expect(overview.root.querySelectorAll(".kpis > div > .kpi-change")).toHaveLength(5);
  });

  it("says when accounts, years and vouchers were counted", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    const first = (await browser.visit("/hyperloop/dashboard")).text("main");
    expect(first).toContain("Accounts Figures not counted yet. Try again in a minute.");
    expect(first).toContain("Usage rate not counted yet.");
    await becomeCustomer(app);
    const now = new Date();
    await SHOP.recount(now);
    const words = (await browser.visit("/hyperloop/dashboard")).text("main");
    expect(words).toMatch(/Total users 1 .*New sign-ups today 1 .*Active loops 0/);
    expect(words).toContain(`Counted at ${formatMoment(now)}.`);
    expect(words).toContain(`Usage rate counted at ${formatMoment(now)}.`);
  });

  it("says of what waits in thousands that there is more", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    runInFile(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
      INSERT INTO alarms (id, kind, object_type, object_id, message, dedupe_key, opened_at, raised_at, last_seen_at)
      SELECT 'many' || i, 'payment_paid_twice', 'order', '1', '', 'many' || i, 0, 0, 0 FROM n`);
    expect((await browser.visit("/hyperloop/dashboard")).text("main")).toMatch(/Open alarms 1,000\+/);
    runInFile("DELETE FROM alarms WHERE id LIKE 'many%'");
  });

  it("shows every other panel, and why, where one can’t be read", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    runInFile("ALTER TABLE funnel_events RENAME TO funnel_events_away");
    const visitless = (await browser.visit("/hyperloop/dashboard")).text("main");
    runInFile("ALTER TABLE funnel_events_away RENAME TO funnel_events");
    runInFile("ALTER TABLE vouchers RENAME TO vouchers_away");
    const page = await browser.visit("/hyperloop/dashboard");
    runInFile("ALTER TABLE vouchers_away RENAME TO vouchers");
    const words = page.text("main");
    expect(ALL.filter((one) => !visitless.includes(one))).toEqual([]);
    expect(visitless).toContain("From visit to order We couldn’t read this just now.");
    expect(visitless).toContain("visits couldn’t be read");
    expect([page.status, ALL.filter((one) => !words.includes(one))]).toEqual([200, ["Revenue", "Voucher usage rate"]]);
    expect(words).toContain("Sales We couldn’t read this just now. The error is in the log. Try again");
    expect(noted).toHaveBeenCalled();
    noted.mockRestore();
    expect((await browser.visit("/hyperloop/dashboard")).text("main")).toContain("Revenue");
  });
});
