import { describe, expect, it } from "vitest";
import { LANE_NAMES } from "~/domain/mail/kinds/email-kinds";
import { change, countOf, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const PAGE = "/hyperloop/system";

describe("the lanes of emails on the System page", () => {
  it("are paused with a reason and sent again by a super admin", async () => {
    const { browser } = await staffBrowser(app, "super_admin", `${PAGE}/lanes/weekly/pause`);
    expect((await browser.submit("Pause them")).status).toBe(422);
    await browser.submit("Pause them", { Reason: "Wrong question in it" });
    const main = (await browser.visit(PAGE)).text("main");
    expect(main).toContain("Paused");
    expect(main).toContain("Wrong question in it");
    expect(rowOf("SELECT pause_reason AS reason FROM email_lanes WHERE lane = 'weekly'").reason).toBe(
      "Wrong question in it",
    );
    await browser.visit(`${PAGE}/lanes/weekly/resume`);
    await browser.submit("Send them again", { Reason: "It’s right now" });
    expect((await browser.visit(PAGE)).text("main")).not.toContain("Wrong question in it");
    expect(countOf("audit_events", "action LIKE 'lanes.%' AND object_id = 'weekly'")).toBe(2);
    expect((await browser.visit(`${PAGE}/lanes/other/pause`)).status).toBe(404);
  });

  it("are seen by everybody who may read the page, with the forecast, and changed by nobody else", async () => {
    change(
      `INSERT INTO emails (id, kind, lane, to_name, to_email, subject, text_body, html_body, dedupe_key, message_id, next_try_at, created_at)
       WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1500)
       SELECT 'many-' || n, 'weekly', 'weekly', '', 'a@example.com', '', '', '', 'many-' || n, '', 9e12, 1 FROM counted`,
    );
    const { browser } = await staffBrowser(app, "analyst");
    const page = await browser.visit(PAGE);
    expect(page.text("main")).toMatch(/1,500 at this rate: until /);
    expect(page.body).not.toContain("/lanes/weekly/pause");
    expect((await browser.visit(`${PAGE}/lanes/weekly/pause`)).status).toBe(403);
    change("DELETE FROM emails WHERE id LIKE 'many-%'");
  });

  it("say that one is stopped or slowed down, with what the relay says, and that the others send", async () => {
    change(
      `INSERT OR REPLACE INTO service_checks (name, failed_at, failure, failures)
       VALUES ('mail-sending-orders', ${Date.now()}, '550 5.7.1 Blocked', 3)`,
    );
    change(
      `INSERT OR REPLACE INTO email_lanes (lane, halvings, slowed_at, reply)
       VALUES ('weekly', 2, ${Date.now()}, '421 4.7.0 Too fast')`,
    );
    const { browser } = await staffBrowser(app, "analyst");
    const rows = (await browser.visit(PAGE)).body.split("<tr").slice(1);
    const badgeIn = (lane: string) => {
      const row = rows.find((one) => one.includes(`<b>${lane}</b>`)) ?? "";
      const [, tone, badge] = /class="badge badge-(\w+)">([^<]+)</.exec(row) ?? [];
      const [said] = /The relay says: (?:<!-- -->)?[^<]+/.exec(row) ?? [""];
      return [tone, badge, said.replace("<!-- -->", "")];
    };
    expect(badgeIn(LANE_NAMES.orders)).toEqual(["bad", "Stopped", "The relay says: 550 5.7.1 Blocked"]);
    expect(badgeIn(LANE_NAMES.weekly)).toEqual(["pending", "Slowed down", "The relay says: 421 4.7.0 Too fast"]);
    expect(badgeIn(LANE_NAMES.codes)).toEqual(["good", "Sending", ""]);
    change("DELETE FROM service_checks WHERE name = 'mail-sending-orders'");
    change("DELETE FROM email_lanes");
  });
});

describe("email rates", () => {
  it("are whole numbers of a super admin's", async () => {
    const { browser } = await staffBrowser(app, "super_admin", "/hyperloop/settings/emailRates");
    for (const rate of ["59", "1000001", "many"])
      expect((await browser.submit("Change", { "Weekly emails": rate, Reason: "A try" })).status).toBe(422);
    await browser.submit("Change", { "Weekly emails": "12000", Reason: "The relay’s contract" });
    expect((await browser.visit("/hyperloop/settings")).text("main")).toContain("12,000 an hour");
    expect((await browser.visit(PAGE)).text("main")).toContain("12,000");
  });
});
