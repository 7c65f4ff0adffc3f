import { describe, expect, it, vi } from "vitest";
import { ASLEEP_DAYS, BEHIND_WEEKS, REMINDED_DAYS } from "~/domain/backoffice/analytics/finishing";
import { FINISHING } from "~/domain/backoffice/analytics/finishing.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { becomeCustomer } from "../../screens/support/customers";
import { change, countOf, runInFile } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const PATH = "/hyperloop/finishing";

/** A year of a new customer that started and was last saved in 2024. */
async function sleeper(): Promise<void> {
  const { accountId } = await becomeCustomer(app);
  change(
    `INSERT INTO loops (id, account_id, theme, type, start_day, delivery_day, created_at, updated_at)
     VALUES (?, ?, 'pet', 'puppys-first-year', '2024-02-29', '2025-03-13', 1709200000000, 1709200000000)`,
    ...[`loop-of-${accountId}`, accountId],
  );
}

let hours = 0;

/** Counts the figures as the worker does, an hour later each time, and gives the moment. */
async function countAgain(): Promise<Date> {
  hours += 1;
  const now = new Date(Date.now() + hours * 3_600_000);
  await FINISHING.recount(now);
  return now;
}

describe("finishing", () => {
  it("is a page under Sales for those who read figures, with what each word means", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    expect((await browser.visit(PATH)).text("main")).toContain("Figures not counted yet. Try again in a minute.");
    await countAgain();
    expect((await browser.visit(PATH)).text("main")).toContain("No year has a delivery date yet");
    await sleeper();
    const now = await countAgain();
    const page = await browser.visit(PATH);
    const words = page.text("main");
    for (const said of [
      `Counted at ${formatMoment(now)}.`,
      "1 year",
      `${BEHIND_WEEKS} weeks or more missed so far`,
      `Nothing written for ${ASLEEP_DAYS} days`,
      `within ${REMINDED_DAYS} days of a weekly email`,
      "February 2024",
    ])
      expect(words).toContain(said);
    expect(page.links()).toContainEqual({ words: "Finishing", href: PATH });
    expect(page.body).not.toContain("Export CSV");
  });

  it("goes out as a file, and who took it is written down", async () => {
    await sleeper();
    const now = await countAgain();
    const { browser } = await staffBrowser(app, "analyst", PATH);
    const file = await browser.submit("Export CSV");
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.body).toContain(`\r\nAll,Counted at,"${formatMoment(now)}",\r\n`);
    expect(file.body).toContain("\r\nMonth of the first day,February 2024,Gone quiet,2\r\n");
    expect(file.body).toContain("\r\nLast week written,None,Gone quiet,2\r\n");
    expect(countOf("audit_events", "action = 'analytics.export_finishing'")).toBe(1);
  });

  it("says why where its figures can’t be read, and shows them as they were while they can’t be counted", async () => {
    await countAgain();
    const { browser } = await staffBrowser(app, "analyst");
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    runInFile("ALTER TABLE counted_figures RENAME TO counted_figures_away");
    const words = (await browser.visit(PATH)).text("main");
    runInFile("ALTER TABLE counted_figures_away RENAME TO counted_figures");
    noted.mockRestore();
    expect(words).toContain("Years We couldn’t read this just now. The error is in the log. Try again");
    expect(words.match(/The error is in the log/g)).toHaveLength(1);
    runInFile("ALTER TABLE drafts RENAME TO drafts_away");
    await expect(countAgain()).rejects.toThrow("drafts");
    const shown = (await browser.visit(PATH)).text("main");
    runInFile("ALTER TABLE drafts_away RENAME TO drafts");
    expect(shown).toContain("Month of the first day");
  });
});
