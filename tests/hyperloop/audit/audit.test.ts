import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OBJECT_TYPES } from "~/domain/backoffice/inbox/assignment.server";
import { isNamed } from "~/domain/people/staff/audit-objects.server";
import { auditSentence } from "~/domain/people/staff/audit-sentences";
import { RETRIED } from "~/domain/system/status/system-status.server";
import { PLACES, WORDS } from "~/hyperloop/audit/audit-places";
import { becomeCustomer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { change, countOf, dayFromToday, rowOf, rowsOf } from "../../screens/support/records";
import { makeVoucher } from "../../screens/support/vouchers";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/audit";
/** Marks the account of a guest. */
const GUEST_PASSWORD_DIGEST =
  "$argon2id$v=19$m=19456,t=2,p=1$soHIRP4rxLdbTUBqbIv/3A$m1INfUfF27Tbfjzkvh3vq99jmWLwuVo/uWXD/TCiWO4";

describe("the audit log", () => {
  it("says who did what to what and why, found by reason, id, area, person and day", async () => {
    const { voucherId } = await makeVoucher();
    const support = await staffBrowser(app, "support", `/hyperloop/vouchers/${voucherId}/cancel`);
    await support.browser.submit("Cancel Voucher", { Reason: "=1+1, lost “in” the post 100%" });
    const { browser } = await staffBrowser(app, "super_admin");
    const today = dayFromToday(0);
    for (const query of [
      ...["q=100%25", `q=${voucherId}`, "area=vouchers", `by=${support.staffId}`],
      `from=${today}&until=${today}&q=vouchers.cancel`,
    ]) {
      const page = await browser.visit(`${LIST}?${query}`);
      expect([query, page.body.includes("100%"), page.body.includes(voucherId)]).toEqual([query, true, true]);
    }
    for (const query of ["q=100_", "area=orders", "by=nobody", "until=2020-01-01"]) {
      expect((await browser.visit(`${LIST}?${query}`)).body).toContain("No activity found");
    }
  });

  it("reads as sentences with names that lead to what they are about, and is found by a customer’s name", async () => {
    const gwen = await becomeCustomer(app);
    change("UPDATE accounts SET first_name = 'Gwendolen', last_name = 'Quill' WHERE id = ?", gwen.accountId);
    const support = await staffBrowser(app, "support", `/hyperloop/people/${gwen.accountId}`);
    await support.browser.submit("Save note", { "Add a note": "Rang about her parcel" });
    const { browser } = await staffBrowser(app, "super_admin");
    const page = await browser.visit(`${LIST}?q=gwendolen`);
    expect(page.text("main")).toMatch(/support \d+ left a note: Gwendolen Quill/);
    expect(page.links()).toContainEqual({
      words: "Gwendolen Quill",
      href: `/hyperloop/people/${gwen.accountId}`,
    });
  });

  it("says whose order, voucher and week an act was about, and leads to them, a guest too", async () => {
    const gwen = await becomeCustomer(app);
    change("UPDATE accounts SET first_name = 'Nerys', last_name = 'Vaughan' WHERE id = ?", gwen.accountId);
    const { voucherId } = await makeVoucher({ purchasedByAccountId: gwen.accountId });
    const support = await staffBrowser(app, "support", `/hyperloop/vouchers/${voucherId}/cancel`);
    await support.browser.submit("Cancel Voucher", { Reason: "Lost in the post" });
    const { browser } = await staffBrowser(app, "super_admin");
    const page = await browser.visit(`${LIST}?q=${voucherId}`);
    expect(page.text("main")).toMatch(/support \d+ cancelled vouchers: voucher ···· \w{4} of Nerys Vaughan/);
    expect(page.links()).toContainEqual({
      words: "Nerys Vaughan",
      href: `/hyperloop/people/${gwen.accountId}`,
    });
    change(
      "UPDATE accounts SET email_verified_at = NULL, password_hash = ? WHERE id = ?",
      GUEST_PASSWORD_DIGEST,
      gwen.accountId,
    );
    expect((await browser.visit(`${LIST}?q=${voucherId}`)).links()).toContainEqual({
      words: "Nerys Vaughan",
      href: `/hyperloop/people/guest/${gwen.accountId}`,
    });
  });

  it("names whatever an act was about, and leads there", async () => {
    const gwen = await becomeCustomer(app);
    change("UPDATE accounts SET first_name = 'Olwen', last_name = 'Price' WHERE id = ?", gwen.accountId);
    const order = giveGift(gwen);
    const now = Date.now();
    const { browser, staffId } = await staffBrowser(app, "super_admin");
    change(
      `INSERT INTO disputes (id, order_id, stage, amount_pence, opened_at, updated_at)
       VALUES ('du_1', ?, 'open', 6999, ?, ?)`,
      ...[order, now, now],
    );
    change(
      "INSERT INTO account_notes (id, account_id, staff_id, note, at) VALUES ('note1', ?, ?, '!', ?)",
      ...[gwen.accountId, staffId, now],
    );
    change(
      `INSERT INTO alarms (id, kind, object_type, object_id, message, dedupe_key, raised_at, last_seen_at)
       VALUES ('alarm1', 'fraud_warning', 'order', ?, '!', 'x', ?, ?)`,
      ...[order, now, now],
    );
    const number = String(rowOf("SELECT number FROM orders WHERE id = ?", order).number);
    const acts = [
      ["inbox.take", "dispute", "du_1", `dispute about ${number} of Olwen Price`, `/hyperloop/orders/${order}`],
      ["inbox.give", "note", "note1", "note of Olwen Price", "/hyperloop/notes/note1"],
      ["alarms.resolve", "alarm", "alarm1", "fraud warning of Olwen Price", `/hyperloop/orders/${order}`],
      ["vouchers.export", "vouchers", "all", "the whole list", "/hyperloop/vouchers?status=all"],
      ["audit.export", "audit", "all", "all areas", "/hyperloop/audit?area=all"],
      ["analytics.export", "analytics", "30d", "30 days", "/hyperloop/analytics?period=30d"],
      [
        ...["ledger.export", "ledger", "2026-11-01..2026-11-30", "1 November 2026 to 30 November 2026"],
        "/hyperloop/ledger?from=2026-11-01&until=2026-11-30",
      ],
      ["emails.resend", "letter", "gone", "email gone, deleted since", null],
      ["accounts.end_impersonation", "account", "deleted", "account, deleted since", null],
    ] as const;
    for (const [action, type, id] of acts) {
      change(
        `INSERT INTO audit_events (staff_id, action, object_type, object_id, before, after, at, previous_hash, hash)
         VALUES (?, ?, ?, ?, ?, '{"refundId":"a1b2","amountPence":6999,"taken":[{"lineId":"c3","quantity":1}]}', ?, '', ?)`,
        ...[staffId, action, type, id, '{"isHeld":true,"expiresAt":null}', now, action],
      );
    }
    const page = await browser.visit(LIST);
    for (const [action, , , words, href] of acts) {
      expect(page.text("main")).toContain(`${auditSentence(action)}: ${words}`);
      if (href) expect(page.links().map((link) => link.href)).toContain(href);
      if (href) expect([href, (await browser.visit(href)).status]).toEqual([href, 200]);
    }
    expect(page.text("main")).toContain("amount: £69.99, taken: quantity: 1, is held: yes before");
    expect(page.body).not.toContain("a1b2");
    expect(page.text("main")).toMatch(/super_admin \d+ signed in(?!:)/);
  });

  it("knows the name of everything that the code writes down", () => {
    const files = readdirSync("app/domain", { recursive: true, encoding: "utf8" });
    const types = files
      .filter((path) => path.endsWith(".server.ts"))
      .map((path) => readFileSync(join("app/domain", path), "utf8"))
      .filter((text) => text.includes("recordAuditEvent("))
      .flatMap((text) => [...text.matchAll(/\{ type: "([a-z_-]+)", id/g)])
      .flatMap(([, type]) => type ?? []);
    expect(types.length).toBeGreaterThan(50);
    expect(types.filter((type) => !isNamed(type) && !WORDS[type])).toEqual([]);
    // An account is led to by its person's name, and a saved view is in its list.
    expect([...new Set(types.filter((type) => !PLACES[type]))].sort()).toEqual(["account", "saved_view"]);
    for (const kind of [...Object.values(OBJECT_TYPES), ...RETRIED])
      expect([kind, isNamed(kind) || kind in WORDS]).toEqual([kind, true]);
  });

  it("is shown for every query", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    for (const query of ["from=2027-02-31&until=soon&area=x&page=-1", `q=${"%25_'".repeat(2000)}`, "q=%00&by=%F0"]) {
      expect((await browser.visit(`${LIST}?${query}`)).status).toBe(200);
    }
    expect((await browser.visit(`${LIST}?from=2027-02-31`)).body).toContain("Please choose a date from the calendar");
  });

  it("is a file for spreadsheets without formulas, and taking it is an audit event", async () => {
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}?area=vouchers`);
    const file = await browser.submit("Export CSV");
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.body).toContain(`"'=1+1, lost “in” the post 100%"`);
    expect(file.body).not.toContain("staff.sign_in");
    expect(countOf("audit_events", "action = 'audit.export' AND object_id = 'vouchers'")).toBe(1);
    expect(
      rowsOf("SELECT after FROM audit_events WHERE action = 'audit.export' ORDER BY sequence DESC")[0]?.after,
    ).toContain('"rows":');
  });
});
