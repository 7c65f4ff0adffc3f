import { describe, expect, it } from "vitest";
import { formatDay } from "~/domain/kernel/time/format-days";
import { change, countOf, dayFromToday, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/discounts";

async function create(browser: Awaited<ReturnType<typeof staffBrowser>>["browser"], fields: object) {
  await browser.visit(`${LIST}/new`);
  const usual = { Code: "SPRING-5", Type: "PERCENTAGE", Value: "5", "Maximum uses": "10" };
  return await browser.submit("Create", { ...usual, ...fields });
}

describe("discounts", () => {
  it("are made by marketing, in capitals, and written down", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    const page = await create(browser, { Code: " autumn10 ", Value: "10", "Minimum order": "20" });
    expect(page.body).toContain("AUTUMN10 was created.");
    expect(rowOf("SELECT type, value, minimum_order_pence AS least FROM discounts WHERE code = 'AUTUMN10'")).toEqual({
      type: "PERCENTAGE",
      value: 10,
      least: 2000,
    });
    expect(countOf("audit_events", "action = 'discounts.create'")).toBe(1);
    const again = await create(browser, { Code: "AUTUMN10" });
    expect([again.status, again.body.includes("has been used before")]).toEqual([422, true]);
  });

  it.each([
    [{ Code: "" }, "Please enter a discount code"],
    [{ Code: "=A1" }, "Please enter a code of 3 to 20"],
    [{ Code: "x".repeat(300) }, "The code must be 200 characters or less"],
    [{ Value: "0" }, "Please enter a value above 0"],
    [{ Value: "101" }, "Please enter a whole percentage from 1 to 100"],
    [{ Value: "2.5" }, "Please enter a whole percentage from 1 to 100"],
    [{ Type: "FIXED_AMOUNT", Value: "1001" }, "up to £1,000.00"],
    [{ "Maximum uses": "0" }, "Please enter a whole number above 0"],
    [{ "Maximum uses": "1.5" }, "Please enter a whole number above 0"],
    [{ "Minimum order": "NaN" }, "Please enter an amount above 0"],
    [{ "Last day": "2026-02-30" }, "Please choose a date from the calendar"],
    [{ "Last day": "2020-01-01" }, "Please choose a last day that isn’t in the past"],
    [{ "First day": "2027-02-02", "Last day": "2027-02-01" }, "on or after the first day"],
  ])("are not made of %j", async (fields, sentence) => {
    const { browser } = await staffBrowser(app, "marketing");
    const page = await create(browser, fields);
    expect([page.status, page.body.includes(sentence)]).toEqual([422, true]);
  });

  it("say so where their first day is still to come, when they are made, listed and switched on", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    const said = `It works from ${formatDay(dayFromToday(1))}.`;
    const made = await create(browser, { Code: "TOMORROW", "First day": dayFromToday(1) });
    expect(made.text("main")).toContain(`TOMORROW was created. ${said}`);
    expect(made.text("main")).toContain("Starts later");
    expect((await browser.visit(`${LIST}?q=tomorrow&status=active`)).body).toContain("No discount codes found");
    await browser.visit(`${LIST}?q=tomorrow&status=not_yet`);
    expect(browser.page.text("main")).toContain(formatDay(dayFromToday(1)));
    await browser.submit("Switch off TOMORROW");
    expect((await browser.visit(`${LIST}?q=tomorrow`)).text("main")).toContain(said);
    expect((await browser.submit("Switch on TOMORROW")).text("main")).toContain(`The code is on. ${said}`);
  });

  it("are switched off and on, and shown by the state they are in", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    await create(browser, { Code: "SWITCH" });
    await browser.visit(`${LIST}?q=switch`);
    await browser.submit("Switch off SWITCH");
    expect((await browser.visit(`${LIST}?q=switch&status=inactive`)).body).toContain("Inactive");
    await browser.submit("Switch on SWITCH");
    expect(browser.page.path).toBe(`${LIST}?q=switch&status=inactive`);
    change("UPDATE discounts SET max_uses = 1, used_count = 1 WHERE code = 'SWITCH'");
    expect((await browser.visit(`${LIST}?q=switch`)).body).toContain("Used Up");
    change("UPDATE discounts SET expires_at = 1 WHERE code = 'SWITCH'");
    expect((await browser.visit(`${LIST}?q=switch&status=expired`)).body).toContain("badge-off");
    expect((await browser.visit(`${LIST}?q=nothing-like-it`)).body).toContain("No discount codes found");
    const { id } = rowOf("SELECT id FROM discounts WHERE code = 'SWITCH'");
    expect(countOf("audit_events", "action = 'discounts.switch' AND object_id = ?", id)).toBe(2);
  });

  it("are deleted after asking, for good where nobody used them", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    await create(browser, { Code: "GONE" });
    const { id } = rowOf("SELECT id FROM discounts WHERE code = 'GONE'");
    const page = await browser.visit(`${LIST}/${id}/delete`);
    expect(page.body).toContain("Are you sure you want to delete this discount code?");
    await browser.submit("Delete");
    expect(browser.page.body).toContain("The discount code is deleted.");
    expect(countOf("discounts", "code = 'GONE'")).toBe(0);
    expect((await browser.visit(`${LIST}/${id}`)).status).toBe(404);
  });

  it.each([
    ["WIDE", { Value: "51" }],
    ["ENDLESS", { "Maximum uses": "" }],
  ])("%s waits until somebody else approves it, and nothing else switches it on", async (code, fields) => {
    const maker = await staffBrowser(app, "super_admin");
    const isOn = () => rowOf("SELECT is_active FROM discounts WHERE code = ?", code).is_active === 1;
    const made = await create(maker.browser, { Code: code, ...fields });
    expect(made.body).toContain("It works once a second person approves it.");
    expect([made.body.includes("Waiting"), isOn()]).toEqual([true, false]);
    expect(made.body).toContain("You asked for this discount, so somebody else must decide.");
    const page = made.path;
    const press = async (path: string, fields: Record<string, string>) =>
      await maker.browser.post(path, { csrf: made.field("csrf").value, ...fields });
    await press(page, { intent: "approve" });
    await press(LIST, { intent: "activate", discount: page.split("/").at(-1) ?? "" });
    expect(isOn()).toBe(false);
    expect((await maker.browser.visit(LIST)).body).toContain("A second person must approve this discount");
    const marketing = await staffBrowser(app, "marketing");
    expect((await marketing.browser.visit(page)).body).not.toContain("Approve the discount");
    const second = await staffBrowser(app, "super_admin");
    expect((await second.browser.visit(LIST)).body).toContain("for a second person’s approval");
    await second.browser.visit(page);
    expect((await second.browser.submit("Decline the discount", { Reason: " " })).status).toBe(422);
    await second.browser.visit(page);
    await second.browser.submit("Approve the discount");
    expect([isOn(), countOf("audit_events", "action = 'discounts.approve' AND staff_id = ?", second.staffId)]).toEqual([
      true,
      1,
    ]);
  });

  it("stay switched off where a second person declines them", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    const made = await create(browser, { Code: "TOO-MUCH", Value: "99" });
    const second = await staffBrowser(app, "super_admin", made.path);
    await second.browser.submit("Decline the discount", { Reason: "Half is plenty" });
    expect(second.browser.page.body).toContain("Half is plenty");
    await browser.visit(`${LIST}?q=too-much`);
    await browser.submit("Switch on TOO-MUCH");
    expect(browser.page.body).toContain("The code works once a second person approves it.");
    expect(rowOf("SELECT is_active FROM discounts WHERE code = 'TOO-MUCH'").is_active).toBe(0);
  });

  it("are looked at by support and analysts, who change nothing", async () => {
    const { browser } = await staffBrowser(app, "analyst");
    expect((await browser.visit(LIST)).status).toBe(200);
    expect(browser.page.body).not.toContain("Create discount code");
    const refused = await browser.visit(`${LIST}/new`);
    expect([refused.status, refused.text("h1")]).toEqual([403, "Access denied"]);
    expect(refused.links()).toContainEqual({ words: "To the dashboard", href: "/hyperloop/dashboard" });
    expect(refused.body).not.toContain("Begin your loop");
  });
});
