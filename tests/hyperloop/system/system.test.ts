import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { change, countOf, rowOf, runInFile } from "../../screens/support/records";
import { newEmail, register } from "../../screens/support/registrations";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();

const retries = (kind: string, id: string) =>
  countOf("audit_events", "action = 'system.retry' AND object_type = ? AND object_id = ?", kind, id);

describe("the System page", () => {
  it("tries a job, an email and a message again, each once", async () => {
    const now = Date.now();
    change(
      `INSERT INTO jobs (id, kind, subject_id, state, tries, run_after, failure, created_at, finished_at)
       VALUES ('deadjob', 'render-book', 'nothing', 'dead', 5, ?, 'The disk was full', ?, ?)`,
      ...[now, now, now],
    );
    await register(app.visitor(), newEmail("post"));
    const { id: emailId } = rowOf("SELECT id FROM emails WHERE kind = 'verification_code'");
    change("UPDATE emails SET kind = 'shipped', state = 'dead', failure = 'No such box' WHERE id = ?", emailId);
    change(
      `INSERT INTO webhook_events (id, type, object_id, payload, received_at, tries, next_try_at, failure)
       VALUES ('evt_1', 'charge.updated', 'ch_1', '{}', ?, 3, ?, 'Nobody answered')`,
      ...[now, now + 3_600_000],
    );
    const { browser } = await staffBrowser(app, "super_admin");
    const page = await browser.visit("/hyperloop/system");
    for (const failure of ["The disk was full", "No such box", "Nobody answered"]) {
      expect(page.body).toContain(failure);
    }
    for (let time = 0; time < 3; time += 1) await browser.submit("Try again");
    expect(rowOf("SELECT state, tries FROM jobs WHERE id = 'deadjob'")).toEqual({
      state: "waiting",
      tries: 0,
    });
    expect(rowOf("SELECT state FROM emails WHERE id = ?", emailId).state).toBe("waiting");
    expect(Number(rowOf("SELECT next_try_at AS due FROM webhook_events").due)).toBeLessThan(now + 600_000);
    const tried = [retries("job", "deadjob"), retries("email", String(emailId)), retries("webhook", "evt_1")];
    expect(tried).toEqual([1, 1, 1]);
  });

  it("sends all emails that the relay refused again at one press, and shows its words without an address", async () => {
    change("DELETE FROM emails");
    const due = Date.now() + 3_600_000;
    for (let number = 0; number < 2; number += 1) await register(app.visitor(), newEmail("refused"));
    change(
      "UPDATE emails SET tries = 3, next_try_at = ?, failure = '550 5.7.1 <ada@example.com> Sender not verified' WHERE to_email LIKE 'refused%'",
      due,
    );
    const { browser } = await staffBrowser(app, "super_admin");
    const main = (await browser.visit("/hyperloop/system")).text("main");
    expect(main).toContain("2 emails were refused and wait. Nothing is lost.");
    expect(main).toContain("550 5.7.1 <…> Sender not verified");
    await browser.submit("Send them all again");
    expect(countOf("emails", "failure LIKE '550 5.7.1%' AND next_try_at < ?", due)).toBe(2);
    expect(retries("refused-emails", "")).toBe(1);
  });

  it("says of each backup whether it is well, and that a shop for trying out needs none", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    const main = (await browser.visit("/hyperloop/system")).text("main");
    for (const name of ["Last copy", "Nightly copy", "Last drill"])
      expect(main).toMatch(new RegExp(`${name}\\s*OK\\s*No backups are made here, and none are needed`));
  });

  it("shows and tries nothing again without the permission, and nothing that is not there", async () => {
    const before = countOf("audit_events", "action = 'system.retry'");
    const analyst = await staffBrowser(app, "analyst");
    const { body } = await analyst.browser.visit("/hyperloop/system");
    for (const button of ["Try again", "Send them all again"]) expect(body).not.toContain(button);
    const { browser } = await staffBrowser(app, "super_admin");
    const { value: csrf } = (await browser.visit("/hyperloop/system")).field("csrf");
    for (const [intent, id] of [
      ["job", "nothing"],
      ["email", ""],
      ["constructor", "x"],
      ["", "\u0000"],
    ] as const) {
      const response = await browser.post("/hyperloop/system", { csrf, intent, id });
      expect(response.status).toBe(303);
    }
    expect(countOf("audit_events", "action = 'system.retry'")).toBe(before);
  });
});

describe("alarms", () => {
  it("wait until somebody says why they are resolved", async () => {
    const now = Date.now();
    change(
      `INSERT INTO alarms (id, kind, object_type, object_id, message, dedupe_key, raised_at, last_seen_at)
       VALUES ('alarm1', 'paid_twice', 'order', 'none', 'An order was paid twice.', 'test:1', ?, ?)`,
      ...[now, now],
    );
    const production = await staffBrowser(app, "production");
    expect((await production.browser.visit("/hyperloop/alarms")).body).not.toContain("/hyperloop/alarms/alarm1");
    const { browser, staffId } = await staffBrowser(app, "support", "/hyperloop/alarms/alarm1");
    expect((await browser.submit("Resolve", { Reason: " " })).status).toBe(422);
    const page = await browser.submit("Resolve", { Reason: "One of them was given back" });
    expect(page.body).toContain("One of them was given back");
    expect(rowOf("SELECT resolved_by_staff_id AS who FROM alarms").who).toBe(staffId);
    expect(countOf("audit_events", "action = 'alarms.resolve' AND object_id = 'alarm1'")).toBe(1);
    expect((await browser.visit("/hyperloop/alarms/alarm1")).status).toBe(404);
  });
});

describe("an alarm’s page", () => {
  it("is reached from the list, and says what it means and what to do", async () => {
    const now = Date.now();
    change(
      `INSERT INTO alarms (id, kind, object_type, object_id, message, dedupe_key, raised_at, last_seen_at)
       VALUES ('alarm2', 'emails_waiting', 'system', 'emails', 'Three wait.', 'watch:emails', ?, ?)`,
      ...[now, now],
    );
    const { browser } = await staffBrowser(app, "production");
    expect((await browser.visit("/hyperloop/alarms")).body).toContain("/alarms/what-to-do/emails_waiting");
    const page = await browser.visit("/hyperloop/alarms/what-to-do/emails_waiting");
    expect(page.text("main")).toMatch(
      /Emails are waiting.*codes.*relay.*npm run doctor.*closes automatically when its check passes/s,
    );
    for (const kind of ["nothing", "constructor"])
      expect((await browser.visit(`/hyperloop/alarms/what-to-do/${kind}`)).status).toBe(404);
  });
});

describe("readiness", () => {
  it("is one word for anybody, and each check by name for staff who may read the system", async () => {
    const good = await app.visitor().send("/ready");
    expect([good.status, good.json()]).toEqual([200, { status: "ready" }]);
    rmSync(join(process.env.DATA_DIR ?? "", "run"), { recursive: true });
    // One result is reused for five seconds.
    await expect.poll(async () => (await app.visitor().send("/ready")).status, { timeout: 20_000 }).toBe(503);
    const signedOut = await app.visitor().send("/ready");
    expect([signedOut.status, signedOut.json()]).toEqual([503, { status: "failing" }]);
    const support = await staffBrowser(app, "support");
    expect((await support.browser.send("/ready")).json()).toEqual({ status: "failing" });
    const { browser } = await staffBrowser(app, "analyst");
    const { checks } = (await browser.send("/ready")).json() as { checks: { name: string; ok: boolean }[] };
    expect(checks.find(({ name }) => name === "database")?.ok).toBe(true);
    expect((await browser.visit("/hyperloop/system")).text("main")).toMatch(/Not ready: .*Database.*OK/s);
  });

  it("shows each panel that can be read beside one that can’t, with the reason", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    runInFile("ALTER TABLE schedule_runs RENAME TO schedule_runs_away");
    const page = await browser.visit("/hyperloop/system");
    runInFile("ALTER TABLE schedule_runs_away RENAME TO schedule_runs");
    noted.mockRestore();
    const words = page.text("main");
    expect(words).toContain("Scheduled jobs We couldn’t read this just now. The error is in the log. Try again");
    for (const title of ["Backups", "Failed jobs", "Failed emails", "Failed provider messages"])
      expect(words).toContain(title);
  });
});
