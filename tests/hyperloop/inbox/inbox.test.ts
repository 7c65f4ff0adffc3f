import { beforeEach, describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../../screens/support/app-log";
import { change, countOf, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const INBOX = "/hyperloop/inbox";
expectNothingBreaks();

let counted = 0;

/** An alarm that waits. */
function alarmed(message: string): string {
  counted += 1;
  const id = `waiting-alarm-${counted}`;
  change(
    `INSERT INTO alarms (id, kind, object_type, object_id, message, dedupe_key, raised_at, opened_at, last_seen_at)
     VALUES (?, 'payment_paid_twice', 'order', 'none', ?, ?, ?, ?, ?)`,
    ...[id, message, id, Date.now(), Date.now() - 3 * 86_400_000, Date.now()],
  );
  return id;
}

/** The only line there is. */
const SELECTED = { item: true };

beforeEach(() => {
  if (countOf("alarms", "resolved_at IS NULL") > 0) change("UPDATE alarms SET resolved_at = 1");
});

const ownerOf = (id: string) => rowOf("SELECT owner_staff_id AS owner FROM work_items WHERE subject_id = ?", id).owner;

describe("the inbox", () => {
  it("is sorted by its menu, within each group, and keeps that on its tabs and in a saved view", async () => {
    alarmed("The older one.");
    const younger = alarmed("The younger one.");
    change("UPDATE alarms SET opened_at = ? WHERE id = ?", Date.now() - 60_000, younger);
    const { browser } = await staffBrowser(app, "support");
    const lines = () => browser.page.root.querySelectorAll(".work-what span").map(({ text }) => text);
    await browser.visit(INBOX);
    expect(lines()).toEqual([expect.stringContaining("older"), expect.stringContaining("younger")]);
    const reverse = browser.page.root.querySelectorAll(".sort-menu a").find(({ text }) => text === "Reverse the order");
    await browser.visit(reverse?.getAttribute("href") ?? "");
    expect(lines()).toEqual([expect.stringContaining("younger"), expect.stringContaining("older")]);
    expect(browser.page.root.querySelector(".tabs a")?.getAttribute("href")).toContain("sort=-waiting");
    expect(browser.page.body).toContain("/hyperloop/views/new?list=inbox&amp;sort=-waiting");
  });

  it("is a page for every role, with a badge in the menu and links on the dashboard", async () => {
    alarmed("The first order was paid twice.");
    const waiting = 1;
    const { browser } = await staffBrowser(app, "support");
    expect(browser.page.body).toContain(`${waiting}<span class="visually-hidden"> waiting</span>`);
    expect(browser.page.body).toContain(`href="${INBOX}"`);
    const page = await browser.visit(INBOX);
    expect(page.body).toContain("The first order was paid twice.");
    expect(page.body).toContain("target: 1 day");
    for (const role of ["analyst", "marketing", "production"] as const) {
      const other = (await staffBrowser(app, role)).browser;
      expect((await other.visit(INBOX)).body).toContain("Nothing is waiting.");
    }
  });

  it("lets somebody take a line by its own button, and find it under Mine", async () => {
    const id = alarmed("Second.");
    const { browser, staffId } = await staffBrowser(app, "support", INBOX);
    await browser.submit(`Take it: ${browser.page.root.querySelector(".work-what a")?.text}`);
    expect(ownerOf(id)).toBe(staffId);
    expect((await browser.visit(`${INBOX}?show=mine`)).body).toContain("Second.");
    expect((await browser.visit(`${INBOX}?show=nobodys`)).body).not.toContain("Second.");
  });

  it("gives what is selected to somebody who can act on it, and says why not to others", async () => {
    const id = alarmed("Third.");
    const [bea, ros, hal] = [
      await staffBrowser(app, "support"),
      await staffBrowser(app, "support"),
      await staffBrowser(app, "marketing"),
    ];
    const { browser } = bea;
    await browser.visit(INBOX);
    expect((await browser.submit("Give", { "Give to": ros.staffId })).errorSummary()).toEqual([
      "Please tick at least one line",
    ]);
    const refused = await browser.submit("Give", { ...SELECTED, "Give to": hal.staffId });
    expect(refused.status).toBe(422);
    expect(refused.errorSummary().join()).toContain("They don’t have permission for everything you ticked");
    expect(refused.body).toMatch(new RegExp(`id="tick-alarm-${id}"[^>]*checked`));
    await browser.submit("Give", { "Give to": ros.staffId });
    expect(ownerOf(id)).toBe(ros.staffId);
  });

  it("snoozes what is selected until a day after today", async () => {
    alarmed("Fourth.");
    const { browser } = await staffBrowser(app, "support", INBOX);
    const refused = await browser.submit("Snooze", { ...SELECTED, "Snooze until": "2020-01-01" });
    expect(refused.errorSummary()).toEqual(["Please choose a day after today, within 60 days"]);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await browser.submit("Snooze", { "Snooze until": day })).body).not.toContain("Fourth.");
    const page = await browser.visit(`${INBOX}?show=put_off`);
    expect(page.body).toContain("Fourth.");
    await browser.submit("Take", SELECTED);
    expect((await browser.visit(INBOX)).body).toContain("Fourth.");
  });

  it("closes an email that will never arrive, with a reason", async () => {
    change(
      `INSERT INTO emails (id, kind, to_name, to_email, subject, text_body, html_body, is_transactional, dedupe_key,
         message_id, state, next_try_at, created_at, failure)
       VALUES ('lost', 'shipped', 'Aled', 'aled@exmaple.example', 'Sent', 'Hello', '<p>Hello</p>', 1, 'lost', 'lost',
         'dead', 1, ?, 'No such mailbox')`,
      Date.now(),
    );
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(INBOX)).body).toContain("aled@exmaple.example, No such mailbox");
    await browser.visit(`${INBOX}/close?item=email:lost`);
    expect((await browser.submit("Close it")).status).toBe(422);
    expect((await browser.submit("Close it", { Reason: "Aled rang" })).body).not.toContain("aled@exmaple");
    expect((await browser.visit(`${INBOX}/close?item=alarm:waiting-alarm-1`)).status).toBe(404);
    expect((await browser.visit(`${INBOX}/close?item=email:lost`)).status).toBe(404);
  });
});
