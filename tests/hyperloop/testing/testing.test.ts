import { describe, expect, it } from "vitest";
import { countOf, rowsOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const PATH = "/hyperloop/testing";

describe("testing tools", () => {
  it("run suites over the running system, keep what they found, and leave nothing behind", async () => {
    const { browser } = await staffBrowser(app, "super_admin");
    const before = [countOf("accounts"), countOf("vouchers"), countOf("loops"), countOf("settings")];
    for (const suite of ["Accounts", "Vouchers", "Content"]) {
      await browser.visit(PATH);
      await browser.submit(`Run ${suite}`);
      expect(browser.page.text("main")).toMatch(/(\d) of \1 checks passed/);
    }
    expect(rowsOf("SELECT name, message FROM check_runs WHERE status = 'failed'")).toEqual([]);
    expect([countOf("accounts"), countOf("vouchers"), countOf("loops"), countOf("settings")]).toEqual(before);
    expect(countOf("audit_events", "action = 'checks.run'")).toBe(3);
    // No payment provider runs in this test, and the check reports it.
    await browser.visit(PATH);
    await browser.submit("Run Payments");
    expect(countOf("check_runs", "status = 'failed' AND kind = 'payment'")).toBe(1);
  });

  it("make test users and vouchers that no figure counts", async () => {
    const { browser } = await staffBrowser(app, "super_admin", PATH);
    await browser.submit("Make test users", { "How many users": "3", password: "Two-feet-at-4am" });
    expect(countOf("accounts", "is_test = 1 AND email LIKE 'test-user.%'")).toBe(3);
    await browser.visit(PATH);
    await browser.submit("Make test vouchers", {
      "How many vouchers": "50",
      "Valid for (days)": "soon",
    });
    expect(countOf("vouchers", "is_test = 1 AND status = 'ACTIVE'")).toBe(50);
    const links = browser.page.links().map(({ href }) => href);
    expect(links).toEqual(expect.arrayContaining(["/debug-test", "/test-voucher"]));
    await browser.visit("/test-voucher");
    await browser.submit("Generate test voucher");
    expect(browser.page.text("main")).toMatch(/Test voucher \w{4}-\w{4}-\w{4}/);
  });

  it.each([
    ["Make test users", { "How many users": "0", password: "Two-feet-at-4am" }, "from 1 to 100"],
    ["Make test users", { "How many users": "101", password: "Two-feet-at-4am" }, "from 1 to 100"],
    ["Make test users", { Prefix: "=cmd|' /C", password: "Two-feet-at-4am" }, "small letters"],
    ["Make test vouchers", { "How many vouchers": "NaN" }, "from 1 to 50"],
    ["Make test vouchers", { Value: "-1" }, "above 0"],
    ["Try a payment", { Amount: "٣".repeat(40) }, "above 0"],
  ])("refuse: %s with %j", async (button, fields, sentence) => {
    const { browser } = await staffBrowser(app, "super_admin", PATH);
    await browser.submit(button, fields);
    expect([browser.page.status, browser.page.body.includes(sentence)]).toEqual([422, true]);
    expect(browser.page.body).not.toContain("Two-feet-at-4am");
  });

  it("compare the sum of a test order with its price", async () => {
    const { browser } = await staffBrowser(app, "super_admin", "/debug-test");
    await browser.submit("Try a payment", { Amount: "12.34" });
    expect(browser.page.text("main")).toContain("The order comes to £69.99, not £12.34.");
    expect(countOf("orders", "is_test = 1 AND status = 'PENDING'")).toBe(1);
  });

  it("stay shut without the permission to run checks", async () => {
    const { browser } = await staffBrowser(app, "support");
    for (const path of [PATH, "/debug-test", "/test-voucher"]) {
      expect((await browser.visit(path)).status).toBe(403);
      expect((await app.visitor().visit(path)).path).toBe("/hyperloop");
    }
  });
});
