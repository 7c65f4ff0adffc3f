import { describe, expect, it, vi } from "vitest";
import { PEOPLE } from "~/domain/backoffice/analytics/people.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { countOf, rowsOf, runInFile } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const PATH = "/hyperloop/analytics";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

describe("sales analytics", () => {
  it("see how far a visitor comes, once, without a cookie for it", async () => {
    const visitor = app.visitor();
    const headers = { "User-Agent": FIREFOX };
    await visitor.visit("/", { headers });
    await visitor.visit("/begin", { headers });
    await visitor.submit("Choose a theme", {}, { headers });
    const stages = () => rowsOf("SELECT stage FROM funnel_events ORDER BY id").map(({ stage }) => stage);
    expect(stages()).toEqual(["visit", "product"]);
    await visitor.visit("/loop-theme", { headers });
    await app.visitor().visit("/about", { headers: { "User-Agent": "Googlebot/2.1" } });
    expect(stages()).toEqual(["visit", "product"]);
    const { browser } = await staffBrowser(app, "analyst");
    const page = await browser.visit(`${PATH}?view=funnel&period=1d`);
    expect(page.body).toContain("Product page views");
    expect(page.body).not.toContain("Failed to load sales data");
    const before = "compared with yesterday by this time";
    expect(page.text("main")).toContain(before);
    expect(page.text("main")).toContain("Up from 0");
    const trends = await browser.visit(`${PATH}?view=trends&period=1d`);
    expect(trends.text("main")).toContain(before);
    expect(trends.text("main")).toContain("1 in all. Up from 0");
  });

  it("show every view of every period", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    for (const [period, view, words] of [
      ["1d", "overview", "Average order value"],
      ["7d", "trends", "Website visitors"],
      ["90d", "comparison", "Voucher redemption value"],
      ["nonsense", "'; DROP TABLE orders --", "Show as a table"],
    ] as const) {
      const page = await browser.visit(`${PATH}?${new URLSearchParams({ period, view })}`);
      expect([page.status, page.body.includes(words)]).toEqual([200, true]);
    }
    expect(browser.page.body).not.toContain("Export CSV");
  });

  it("set active users beside those that were counted at the time", async () => {
    const { browser } = await staffBrowser(app, "analyst");
    const PERIOD = `${PATH}?period=7d&view=comparison`;
    expect((await browser.visit(PERIOD)).text("main")).toContain("There’s no count yet for the period before");
    expect(browser.page.text("main")).toContain("Customers and active users not counted yet.");
    const now = new Date();
    await PEOPLE.recount(now);
    runInFile(
      `UPDATE active_counts SET at = at - ${7 * 86_400_000}, days_7 = 4123 WHERE at = (SELECT max(at) FROM active_counts)`,
    );
    const words = (await browser.visit(PERIOD)).text("main");
    expect(words).toContain("4,123");
    expect(words).toContain(`Customers and active users counted at ${formatMoment(now)}.`);
    expect((await browser.visit(`${PATH}?period=7d`)).text("main")).toContain(`Counted at ${formatMoment(now)}.`);
  });

  it("go out as a file, and who took them is written down", async () => {
    const { browser } = await staffBrowser(app, "analyst", `${PATH}?period=7d`);
    const file = await browser.submit("Export CSV");
    expect(file.headers.get("content-type")).toContain("text/csv");
    const lines = file.body.trim().split("\r\n");
    expect([lines.length, lines.at(-1)?.startsWith("Total,")]).toEqual([9, true]);
    expect(countOf("audit_events", "action = 'analytics.export'")).toBe(1);
  });

  it.each([
    ["funnel_events", "overview", ["Average order value", "New customers"], "Conversion rates We couldn’t read"],
    ["funnel_events", "trends", ["Revenue"], "Website visitors We couldn’t read"],
    ["funnel_events", "funnel", [], "Failed to load sales data. The error is in the log. Retry"],
    ["funnel_events", "comparison", [], "Failed to load sales data. The error is in the log. Retry"],
    ["vouchers", "overview", ["New customers"], "Failed to load sales data. The error is in the log. Retry"],
    ["vouchers", "trends", ["Website visitors"], "Failed to load sales data."],
    ["counted_figures", "overview", ["Average order value", "Conversion rates"], "People We couldn’t read"],
    ["active_counts", "overview", ["Average order value", "Conversion rates"], "People We couldn’t read"],
  ])("say so in their panel where %s cannot be read, in %s", async (table, view, others, said) => {
    const { browser } = await staffBrowser(app, "analyst");
    await PEOPLE.recount(new Date());
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    runInFile(`ALTER TABLE ${table} RENAME TO away`);
    const page = await browser.visit(`${PATH}?period=7d&view=${view}`);
    runInFile(`ALTER TABLE away RENAME TO ${table}`);
    expect(noted).toHaveBeenCalled();
    noted.mockRestore();
    const words = page.text("main");
    expect([page.status, others.filter((one) => !words.includes(one))]).toEqual([200, []]);
    expect(words).toContain(said);
    expect(words.match(/The error is in the log/g)).toHaveLength(1);
    expect(page.links()).toContainEqual({
      words: said.includes("Failed") ? "Retry" : "Try again",
      href: `${PATH}?period=7d&view=${view}`,
    });
    expect((await browser.visit(`${PATH}?period=7d&view=${view}`)).body).not.toContain("is in the log");
  });
});
