import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer } from "../support/customers";
import { change, rowOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();

const TODAY = new Date().toLocaleDateString("en-GB", {
  ...{ day: "numeric", month: "long", year: "numeric", timeZone: "Europe/London" },
});

let written = 0;

/** Sends a reminder to somebody. Gives the address of its unsubscribe link. */
function reminderTo(accountId: string | null, kind = "loop_waiting"): string {
  written += 1;
  const id = `email${written}`.padEnd(20, "x");
  change(
    `INSERT INTO emails (id, kind, account_id, to_name, to_email, subject, text_body, html_body, is_transactional, dedupe_key, message_id, state, next_try_at, created_at)
     VALUES (?, ?, ?, 'Ada', 'ada@example.org', 'x', 'x', 'x', 0, ?, ?, 'sent', 0, 0)`,
    ...[id, kind, accountId, `occasion-${id}`, `${id}@localhost`],
  );
  return `/unsubscribe/${id}`;
}

const wants = (accountId: string) =>
  rowOf("SELECT notify_by_email AS wants FROM accounts WHERE id = ?", accountId).wants;

describe("stopping emails", () => {
  it("asks with one button, works signed out, and can be taken back", async () => {
    const { accountId } = await becomeCustomer(app);
    const browser = app.visitor();
    const page = await browser.visit(reminderTo(accountId));
    expect(page.heading).toBe("Stop these emails?");
    await browser.submit("Stop these emails");
    expect(browser.page.heading).toBe("We’ve stopped these emails");
    expect(wants(accountId)).toBe(0);
    await browser.submit("Send them again");
    expect(wants(accountId)).toBe(1);
  });

  it("says what stops and from which day, what still comes, and how to have them again", async () => {
    const { accountId } = await becomeCustomer(app);
    const browser = app.visitor();
    const asked = (await browser.visit(reminderTo(accountId))).text("main");
    await browser.submit("Stop these emails");
    for (const said of [asked, browser.page.text("main")]) {
      expect(said).toContain(`today, ${TODAY}`);
      expect(said).toContain("the weekly question");
      expect(said).toContain("Emails about your orders, your book, the security of your account");
      expect(said).toContain("in your account settings under “What we send you”");
    }
  });

  it("speaks of a voucher alone to somebody who was given one and has no account", async () => {
    const browser = app.visitor();
    await browser.visit(reminderTo(null, "gift"));
    await browser.submit("Stop these emails");
    const said = browser.page.text("main");
    expect(said).toContain("reminders of your voucher 60 and 14 days before it runs out");
    expect(said).toContain("Your voucher still works. Until its last day we still email you");
    expect(said).not.toContain("your year");
    expect(said).not.toContain("account settings");
  });

  it("is not done by looking, however often", async () => {
    const { accountId } = await becomeCustomer(app);
    const path = reminderTo(accountId);
    for (let look = 0; look < 20; look += 1) await app.visitor().visit(path);
    await app.visitor().send(path, { method: "HEAD" });
    expect(wants(accountId)).toBe(1);
  });

  const ONE_CLICK = {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  };

  it("is done by a mailbox in one go: no cookie, no token, another origin", async () => {
    const { accountId } = await becomeCustomer(app);
    const path = reminderTo(accountId);
    const headers = { ...ONE_CLICK.headers, origin: "https://mail.example", "sec-fetch-site": "cross-site" };
    for (let press = 0; press < 2; press += 1) {
      const response = await app.visitor().send(path, { ...ONE_CLICK, headers });
      expect(response.status).toBe(200);
      expect(response.headers.get("location")).toBeNull();
      expect(wants(accountId)).toBe(0);
    }
  });

  it.each([
    ["asks for them again", "intent=again&List-Unsubscribe=One-Click"],
    ["says another word", "List-Unsubscribe=Yes"],
    ["says nothing", ""],
    ["says it twice", "List-Unsubscribe=One-Click&List-Unsubscribe=One-Click"],
  ])("is not done from elsewhere by a body that %s", async (_, body) => {
    const { accountId } = await becomeCustomer(app);
    const headers = { ...ONE_CLICK.headers, origin: "https://evil.example" };
    const response = await app.visitor().send(reminderTo(accountId), { ...ONE_CLICK, body, headers });
    expect(response.status).toBe(403);
    expect(wants(accountId)).toBe(1);
  });

  it("is kindly refused for an email there is not, and for one about an order", async () => {
    const { accountId } = await becomeCustomer(app);
    for (const path of ["/unsubscribe/nowhere", reminderTo(accountId, "order_confirmation")]) {
      expect((await app.visitor().visit(path)).status).toBe(404);
      expect((await app.visitor().send(path, ONE_CLICK)).status).toBe(404);
    }
    expect(wants(accountId)).toBe(1);
  });
});

describe("news and offers", () => {
  it("are off unless asked for, and each change is written down with the words that were shown", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await browser.visit("/account-settings");
    const label = "Send me the occasional email about new loops and offers";
    for (const wanted of [true, true, false]) {
      await browser.submit("Save preferences", { [label]: wanted });
    }
    const { yes, no, wording } = rowOf(
      "SELECT sum(given) AS yes, sum(1 - given) AS no, max(wording) AS wording FROM consents WHERE account_id = ?",
      accountId,
    );
    expect({ yes, no, wording }).toEqual({ yes: 1, no: 1, wording: label });
  });
});
