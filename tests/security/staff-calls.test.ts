import { describe, expect, it } from "vitest";
import { call, dataOf, formTokenOf, tokenFor } from "../api/support/api-clients";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer } from "../screens/support/customers";
import { countOf, rowOf } from "../screens/support/records";
import { openApp } from "../support/app";
import { staffBrowser } from "../support/staff";

/** Staff calls need a staff cookie, its form token and the permission; they run the same functions as the screens. */

const app = await openApp();
const marketing = await staffBrowser(app, "marketing");
const token = await formTokenOf(marketing.browser);
expectNothingBreaks();

const CODES = "/api/discount-codes";
const GENERATE = "/hyperloop/vouchers/generate";
const TERMS = { code: "autumn-5", type: "FIXED_AMOUNT", value: 5, description: "Autumn" };

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(marketing.browser, method, path, body, { headers: { "X-CSRF-Token": token, ...headers } });
const actions = (action: string) => countOf("audit_events", "action = ? AND staff_id = ?", action, marketing.staffId);

describe("the calls about discount codes", () => {
  it("make one, list it, switch it off and do away with it, each written down as from the screens", async () => {
    const made = await ask("POST", CODES, {
      ...TERMS,
      maxUses: 10,
      minOrderValue: 20,
      maxDiscountValue: null,
      expiresAt: "2030-06-30T12:00:00Z",
    });
    expect(made.status).toBe(201);
    const { item } = dataOf(made) as { item: Record<string, unknown> };
    expect(item).toMatchObject({
      code: "AUTUMN-5",
      value: 5,
      maxUses: 10,
      usedCount: 0,
      minOrderValue: 20,
      maxDiscountValue: null,
      isActive: true,
      expiresAt: "2030-06-30T22:59:59.999Z",
    });
    const one = `${CODES}/${item.id}`;
    const listed = dataOf(await ask("GET", `${CODES}?search=autumn&status=active&page=1&pageSize=5`));
    expect(listed).toMatchObject({ success: true, total: 1, page: 1, pageSize: 5, items: [item] });
    expect(dataOf(await ask("PATCH", one, { isActive: false }))).toMatchObject({
      item: { isActive: false },
    });
    expect(rowOf("SELECT is_active FROM discounts WHERE id = ?", item.id).is_active).toBe(0);
    expect((await ask("POST", CODES, TERMS)).status).toBe(409);
    expect(dataOf(await ask("DELETE", one))).toMatchObject({ success: true });
    expect((await ask("DELETE", one)).status).toBe(404);
    expect(["create", "switch", "delete"].map((action) => actions(`discounts.${action}`))).toEqual([1, 1, 1]);
  });

  it.each([
    [{ ...TERMS, code: "" }, "Please enter a discount code"],
    [{ ...TERMS, value: -1 }, "Please enter a value above 0"],
    [{ ...TERMS, value: 1e21 }, "Please enter a value above 0"],
    [{ ...TERMS, type: "PERCENTAGE", value: 101 }, "Please enter a whole percentage from 1 to 100"],
    [{ ...TERMS, value: "5" }, "value must be a number"],
    [{ ...TERMS, expiresAt: "soon" }, "Please choose a date from the calendar"],
    [{ ...TERMS, expiresAt: "2020-01-01" }, "Please choose a last day that isn’t in the past"],
  ])("%j is refused with the words of the screen", async (body, error) => {
    expect(await ask("POST", CODES, body)).toMatchObject({ status: 422 });
    expect(dataOf(await ask("POST", CODES, body))).toMatchObject({ success: false, error });
  });

  it("make one that a second person has to approve, and do not switch it on instead of them", async () => {
    const made = await ask("POST", CODES, { ...TERMS, code: "ALL-OFF", type: "PERCENTAGE", value: 100 });
    expect(made.status).toBe(201);
    const { item } = dataOf(made) as { item: Record<string, unknown> };
    expect(item).toMatchObject({ isActive: false, status: "waiting" });
    const one = `${CODES}/${item.id}`;
    const refused = await ask("PATCH", one, { isActive: true });
    expect([refused.status, dataOf(refused).code]).toEqual([409, "waits"]);
    await ask("PATCH", one, { isActive: false });
    expect((await ask("PATCH", one, { isActive: true })).status).toBe(409);
    expect(dataOf(await ask("GET", `${CODES}?status=waiting`))).toMatchObject({ items: [{ id: item.id }] });
    expect((await ask("DELETE", one)).status).toBe(200);
    expect((await ask("POST", CODES, { ...TERMS, code: "ALL-OFF", maxUses: 5 })).status).toBe(201);
  });
});

describe("the call that generates vouchers", () => {
  it("makes them, and returns the end of each code and where they are opened, to a super admin too", async () => {
    const wanted = { count: 2, value: 49, currency: "GBP", isTestVoucher: true, recipientName: "Jean" };
    const response = await ask("POST", GENERATE, wanted);
    expect([response.status, response.headers.get("content-type")]).toEqual([201, "application/json"]);
    const { batchId, codes, codesAt } = dataOf(response) as Record<"batchId" | "codesAt", string> & {
      codes: string[];
    };
    const masked = [1, 2].map(() => expect.stringMatching(/^····-····-[0-9A-Z]{4}$/));
    expect(codes).toEqual(masked);
    const made = "batch_id = ? AND is_test = 1 AND value_pence = 4900 AND recipient_name = 'Jean'";
    expect(countOf("vouchers", made, batchId)).toBe(2);
    expect(actions("vouchers.generate")).toBe(1);
    await marketing.browser.visit(codesAt);
    const file = await marketing.browser.submit("Open the codes and download", { Reason: "For the fair" });
    const [, ...lines] = file.body.trim().split("\r\n");
    expect(lines.map((line) => line.slice(10, 14)).sort()).toEqual(codes.map((code) => code.slice(-4)).sort());
    const superAdmin = await staffBrowser(app, "super_admin");
    const headers = { "X-CSRF-Token": await formTokenOf(superAdmin.browser) };
    const theirs = dataOf(await call(superAdmin.browser, "POST", GENERATE, wanted, { headers }));
    expect(theirs.codes).toEqual(masked);
    expect(countOf("audit_events", "action = 'vouchers.open_seal' AND object_id = ?", theirs.batchId)).toBe(0);
  });

  it.each([
    [{ count: 0 }, "Please enter a whole number from 1 to 5,000"],
    [{ currency: "JPY" }, "Please choose a currency"],
    [{ expiresAt: "2020-01-01" }, "Please choose a last day after the first"],
  ])("%j is refused and makes nothing", async (wrong, error) => {
    const before = countOf("vouchers");
    const response = await ask("POST", GENERATE, { count: 1, value: 49, isTestVoucher: true, ...wrong });
    expect(response.status).toBe(422);
    expect(dataOf(response).error).toContain(error);
    expect(countOf("vouchers")).toBe(before);
  });

  it("of anything but JSON, or too much of it, is refused with an error for API clients", async () => {
    expect((await ask("POST", GENERATE, "[1")).status).toBe(400);
    expect((await ask("POST", GENERATE, JSON.stringify({ note: "x".repeat(300_000) }))).status).toBe(413);
  });
});

describe.each([
  ["POST", CODES, TERMS],
  ["POST", GENERATE, { count: 1, value: 49 }],
] as const)("%s %s", (method, path, body) => {
  it("needs the form token beside the cookie", async () => {
    const response = await call(marketing.browser, method, path, body);
    expect([response.status, dataOf(response).code]).toEqual([403, "csrf"]);
  });

  it("is not for strangers, customers, their tokens, or a colleague without the permission", async () => {
    const { browser, email } = await becomeCustomer(app);
    const headers = { "X-CSRF-Token": await formTokenOf(browser) };
    expect((await call(browser, method, path, body, { headers })).status).toBe(401);
    expect((await call(app.visitor(), method, path, body)).status).toBe(401);
    const bearer = await tokenFor(app, email);
    expect((await call(app.visitor(), method, path, body, { token: bearer })).status).toBe(401);
    // With a token beside it, the staff cookie is ignored.
    expect((await call(marketing.browser, method, path, body, { token: bearer })).status).toBe(401);
    const moderator = await staffBrowser(app, "moderator");
    const own = { "X-CSRF-Token": await formTokenOf(moderator.browser) };
    expect((await call(moderator.browser, method, path, body, { headers: own })).status).toBe(403);
  });
});
