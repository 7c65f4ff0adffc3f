import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, signIn } from "../support/customers";
import { giveEntries, giveLoop } from "../support/loops";
import { change, rowOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();

const SETTINGS = "/account-settings";

describe("the Privacy tab", () => {
  it("says that nobody has looked, or who did and why", async () => {
    const customer = await becomeCustomer(app);
    const place = `${SETTINGS}?tab=privacy`;
    expect((await customer.browser.visit(place)).text("main")).toContain("Nobody has opened your entries.");
    expect(customer.browser.page.links()).toContainEqual({ words: "privacy policy", href: "/privacy" });
    const loop = giveLoop(customer, { startedDaysAgo: 20 });
    giveEntries(loop, [2]);
    const at = Date.parse("2026-07-04T13:05:00Z");
    change(
      "INSERT INTO staff (id, email, name, role, created_at) VALUES ('ruth', 'ruth@example.org', 'Ruth Bell', 'moderator', ?)",
      at,
    );
    change(
      "INSERT INTO entry_views (id, entry_id, staff_id, reason, at) SELECT 'view', id, 'ruth', 'Checked for print', ? FROM entries WHERE loop_id = ?",
      at,
      loop,
    );
    const words = (await customer.browser.visit(place)).text("table");
    expect(words).toMatch(/Our Year by the Sea, week 2.*Ruth Bell.*Checked for print.*4 July 2026, 14:05/);
    const other = await becomeCustomer(app);
    expect((await other.browser.visit(place)).text("main")).toContain("Nobody has opened your entries.");
  });

  it("lists signed-in browsers, this one marked, and ends another at once", async () => {
    const { browser, email, accountId } = await becomeCustomer(app);
    const other = app.visitor();
    await signIn(other, email);
    change(
      "UPDATE sessions SET user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0' WHERE rowid = (SELECT max(rowid) FROM sessions WHERE account_id = ?)",
      accountId,
    );
    const page = await browser.visit(`${SETTINGS}?tab=privacy`);
    expect(page.root.querySelectorAll("main .settings-list li")).toHaveLength(2);
    expect(page.text("main")).toContain("An unknown browser This browser");
    await browser.submit("Sign it out: Firefox on Linux");
    expect(browser.page.text("main")).toContain("Signed out.");
    expect(browser.page.root.querySelectorAll("main .settings-list li")).toHaveLength(1);
    expect((await other.visit(SETTINGS)).path).toBe("/auth");
  });

  it("does not end a browser of somebody else’s", async () => {
    const [hers, his] = [await becomeCustomer(app), await becomeCustomer(app)];
    await signIn(app.visitor(), his.email);
    await his.browser.visit(`${SETTINGS}?tab=privacy`);
    const session = String(rowOf("SELECT id FROM sessions WHERE account_id = ?", hers.accountId).id);
    for (const id of [session, "nothing", ""]) {
      await his.browser.visit(`${SETTINGS}?tab=privacy`);
      const options = { without: ["session"], extra: [["session", id] as const] };
      const page = await his.browser.submit("Sign it out: An unknown browser", {}, options);
      expect([page.status, page.heading]).toEqual([404, "We can’t find that page"]);
    }
    expect((await hers.browser.visit(SETTINGS)).heading).toBe("Account settings");
  });
});
