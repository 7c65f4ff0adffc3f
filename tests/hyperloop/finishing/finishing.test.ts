import { describe, expect, it, vi } from "vitest";
import { ASLEEP_DAYS, BEHIND_WEEKS, REMINDED_DAYS } from "~/domain/backoffice/analytics/finishing";
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

describe("finishing", () => {
  it("is a page under Sales for those who read figures, with what each word means", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    expect((await browser.visit(PATH)).text("main")).toContain("No year has a delivery date yet");
    await sleeper();
    const page = await browser.visit(PATH);
    const words = page.text("main");
    for (const said of [
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
    const { browser } = await staffBrowser(app, "analyst", PATH);
    const file = await browser.submit("Export CSV");
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.body).toContain("\r\nMonth of the first day,February 2024,Gone quiet,2\r\n");
    expect(file.body).toContain("\r\nLast week written,None,Gone quiet,2\r\n");
    expect(countOf("audit_events", "action = 'analytics.export_finishing'")).toBe(1);
  });

  it("shows each panel that can be read beside one that can’t, with the reason", async () => {
    await sleeper();
    const { browser } = await staffBrowser(app, "analyst");
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    runInFile("ALTER TABLE drafts RENAME TO drafts_away");
    const page = await browser.visit(PATH);
    runInFile("ALTER TABLE drafts_away RENAME TO drafts");
    noted.mockRestore();
    const words = page.text("main");
    expect(words).toContain("Years We couldn’t read this just now. The error is in the log. Try again");
    expect(words).toContain("days of a weekly email");
    expect(words.match(/The error is in the log/g)).toHaveLength(1);
    expect((await browser.visit(PATH)).text("main")).toContain("Month of the first day");
  });
});
