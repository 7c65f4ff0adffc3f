import { beforeAll, describe, expect, it } from "vitest";
import { PRODUCTION } from "../support/production-settings";
import type { Visitor } from "../support/visitor";

/** A production app with nothing but its required settings: no test tools, and no services that respond. */
Object.assign(process.env, PRODUCTION, {
  SMTP_URL: "smtp://127.0.0.1:9",
  S3_ENDPOINT: "http://127.0.0.1:9",
  ALLOW_TEST_PAYMENTS: "1",
  STRIPE_API_ORIGIN: "http://127.0.0.1:9",
});
const { openApp } = await import("../support/app");
const { staffBrowser } = await import("../support/staff");
const { becomeCustomer } = await import("../screens/support/customers");
const { countOf, rowOf } = await import("../screens/support/records");
const { makeVoucher } = await import("../screens/support/vouchers");
const { everyPlaceOf, METHODS, requestFor, tokenOf, requestUrlsOf } = await import("../screens/support/requests");
const { call, tokenFor, wholeOf } = await import("../api/support/api-clients");

const app = await openApp();
const TOOLS = ["/debug-test", "/test-voucher"];
const TESTING = "/hyperloop/testing";

let superAdmin: Visitor;
beforeAll(async () => {
  superAdmin = (await staffBrowser(app, "super_admin")).browser;
});

describe("the tools that make things to try the system with", () => {
  it.each(TOOLS)("%s responds with 404 to everybody, by any method and kind of request", async (path) => {
    const place = everyPlaceOf(app).find(({ pattern }) => pattern === path);
    if (!place) throw new Error(`${path} is not in the route table.`);
    const others: string[] = [];
    for (const browser of [superAdmin, app.visitor()]) {
      const fields = { csrf: await tokenOf(browser), value: "49.00", amount: "49.00", recipientName: "Jean" };
      for (const method of METHODS)
        for (const way of requestUrlsOf(place, path)) {
          const { status, body } = await browser.send(way, requestFor(place, method, fields));
          if (status !== 404 || /<form|Generate test voucher|Try a payment/.test(body))
            others.push(`${status}: ${method} ${way}`);
        }
    }
    expect(others).toEqual([]);
    expect([countOf("vouchers"), countOf("check_runs")]).toEqual([0, 0]);
  });

  it("are on no page: nothing leads to them and no form is theirs", async () => {
    for (const path of ["/hyperloop/dashboard", TESTING]) {
      const page = await superAdmin.visit(path);
      expect(page.links().filter(({ href }) => TOOLS.includes(href))).toEqual([]);
      expect(page.body).not.toMatch(/Make test|Try a payment|Test voucher generator/);
    }
    const fields = {
      csrf: superAdmin.page.field("csrf").value,
      intent: "vouchers",
      count: "1",
      value: "49.00",
    };
    const place = everyPlaceOf(app).find(({ pattern }) => pattern === TESTING);
    if (!place) throw new Error("There are no testing tools in the route table.");
    expect((await superAdmin.send(TESTING, requestFor(place, "POST", fields))).status).toBe(404);
    expect(countOf("vouchers")).toBe(0);
  });
});

describe("a test voucher", () => {
  it("is refused like an unknown code, to the byte, wherever it is typed, and stays unused", async () => {
    const { browser, email } = await becomeCustomer(app);
    const [{ voucherId, code }, real] = [await makeVoucher({ isTest: true }), await makeVoucher()];
    const bearer = await tokenFor(app, email);
    const said = async (typed: string) => {
      await browser.visit("/redeem");
      const page = await browser.submit("Redeem voucher", { "Voucher code": typed, acceptedTerms: true });
      const body = { voucherCode: typed, theme: "pet", type: "my-cat-and-me" };
      const checked = await call(app.visitor(), "POST", "/api/vouchers/validate", { code: typed });
      const redeemed = await call(app.visitor(), "POST", "/voucher/redeem", body, { token: bearer });
      return [page.status, page.errorSummary(), wholeOf(checked), wholeOf(redeemed)];
    };
    const refused = await said(code);
    expect(refused).toEqual(await said("K7QM-4XPD-92HR"));
    expect(refused[1]).toEqual(["Invalid voucher code. Please check and try again."]);
    await superAdmin.visit(`/hyperloop/vouchers/${voucherId}/redeem`);
    const byStaff = { "Customer’s email": email, Reason: "By telephone" };
    expect((await superAdmin.submit("Redeem", byStaff)).body).toContain("This voucher can’t be redeemed");
    expect(rowOf("SELECT status, redeemed_at FROM vouchers WHERE id = ?", voucherId)).toEqual({
      status: "ACTIVE",
      redeemed_at: null,
    });
    expect(countOf("loops")).toBe(0);
    await browser.visit("/redeem");
    await browser.submit("Redeem voucher", { "Voucher code": real.code, acceptedTerms: true });
    expect(browser.page.path).toBe("/voucher-info");
  });
});
