import { beforeAll, describe, expect, it } from "vitest";
import { becomeCustomer, type Customer } from "../../screens/support/customers";
import { buildFixtures, everyRow, type Fixtures } from "../../screens/support/fixtures";
import { giveGift } from "../../screens/support/gifts";
import { giveEntries, giveLoop } from "../../screens/support/loops";
import { change, countOf, rowOf } from "../../screens/support/records";
import { fillIn, placesOf, requestFor, requestUrlsOf } from "../../screens/support/requests";
import { makeVoucher } from "../../screens/support/vouchers";
import { staffBrowser } from "../../support/staff";
import type { Visitor } from "../../support/visitor";

process.env.REQUESTS_PER_MINUTE = "100000";
const { openApp } = await import("../../support/app");
const app = await openApp();
const SHOP = placesOf(app).filter(({ isSigned, pattern }) => !isSigned && !pattern.startsWith("/hyperloop"));
const WHY = "Cannot find the receipt";

async function look(role: "support" | "super_admin", { accountId }: Pick<Customer, "accountId">) {
  const staff = await staffBrowser(app, role, `/hyperloop/people/${accountId}/impersonate`);
  await staff.browser.submit("Start", { Reason: WHY });
  return staff;
}

const bannerOf = (browser: Visitor) => browser.page.root.querySelector(".impersonation-banner")?.textContent ?? "";

// First, while everything in the database is the owner's.
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await buildFixtures(app);
});

describe("looking as a customer", () => {
  it("changes nothing, shows no private word, message, document or code, and breaks nowhere", async () => {
    const { owner, names } = fixtures;
    const WORDS = ["title", "highlight", "gratitude", "learned", "content", "prompt"];
    for (const name of WORDS) change(`UPDATE entries SET ${name} = 'Pelican'`);
    change("UPDATE photos SET caption = 'Pelican', file_name = 'Pelican.jpg'");
    change("UPDATE vouchers SET gift_message = 'Pelican'");
    change("UPDATE loops SET dedication = 'Pelican'");
    const gift = (await owner.browser.visit("/account-settings?tab=orders")).body;
    const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(gift)?.[0] ?? "no code";
    expect(code).not.toBe("no code");
    const { browser } = await look("support", owner);
    const csrf = (await browser.visit("/hyperloop/people")).field("csrf").value;
    const before = everyRow();
    const wrong: string[] = [];
    let refused = 0;
    for (const place of SHOP) {
      // A page's data includes all that it could show.
      const [page = "", data = ""] = requestUrlsOf(place, fillIn(place.input, names));
      const path = place.isPage ? data : page;
      const seen = await browser.send(path);
      const isPrivate = [code, code.replaceAll("-", ""), "Pelican"].some((word) => seen.body.includes(word));
      if (seen.status >= 500 || isPrivate) wrong.push(`${seen.status} ${isPrivate} GET ${path}`);
      const sent = await browser.send(path, requestFor(place, "POST", { ...names, csrf }));
      const isShut = sent.status === 403 || ["/csp-reports", "/*"].includes(place.pattern);
      if (!isShut) wrong.push(`${sent.status} POST ${path}`);
      refused += Number(sent.status === 403);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(50);
    expect(everyRow()).toEqual(before);
    for (const path of [
      "/dashboard",
      "/account-settings",
      "/account-settings?tab=orders",
      "/account-settings?tab=privacy",
    ]) {
      await browser.visit(path);
      expect([path, browser.page.status, bannerOf(browser).includes(owner.email)]).toEqual([path, 200, true]);
    }
  });

  it("shows a super admin neither a code nor what a giver wrote, which both have a button of their own", async () => {
    const { owner } = fixtures;
    change("UPDATE vouchers SET gift_message = 'Pelican'");
    const orders = "/account-settings?tab=orders";
    const own = (await owner.browser.visit(orders)).body;
    const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(own)?.[0] ?? "no code";
    const gift = /\/account-settings\/gifts\/\w+/.exec(own)?.[0] ?? "no gift";
    expect((await owner.browser.visit(gift)).body).toContain("Pelican");
    const { browser } = await look("super_admin", owner);
    for (const path of [orders, "/account-settings.data?tab=orders", gift, `${gift}.data`]) {
      const { status, body } = await browser.visit(path);
      expect([path, status, body.includes(code), body.includes("Pelican")]).toEqual([path, 200, false, false]);
    }
  });

  it.each(["support", "super_admin"] as const)("shows %s no dedication of a book", async (role) => {
    const customer = await becomeCustomer(app);
    const settings = `/loop-settings/${giveLoop(customer)}`;
    giveLoop(customer, { title: null });
    change("UPDATE loops SET dedication = 'For Aunt Heron' WHERE account_id = ?", customer.accountId);
    const untitled = rowOf("SELECT id FROM loops WHERE account_id = ? AND title IS NULL", customer.accountId);
    const { browser } = await look(role, customer);
    for (const path of [settings, `/dashboard?loop=${untitled.id}`]) {
      expect((await customer.browser.visit(path)).body).toContain("For Aunt Heron");
      expect((await browser.visit(path)).body).toContain("Hidden during an impersonation");
      expect(browser.page.body).not.toContain("For Aunt Heron");
    }
  });

  it("asks why, is written down with both ids, is shown to the customer, and ends", async () => {
    const customer = await becomeCustomer(app);
    const support = await staffBrowser(app, "support");
    const { browser, staffId } = support;
    await browser.visit(`/hyperloop/people/${customer.accountId}/impersonate`);
    expect((await browser.submit("Start", { Reason: " " })).status).toBe(422);
    await browser.submit("Start", { Reason: WHY });
    expect(browser.page.path).toBe("/account-settings");
    for (const path of ["/", "/hyperloop/people", "/exports/everything", "/nowhere"]) {
      await browser.visit(path);
      expect([path, bannerOf(browser).includes(customer.email)]).toEqual([path, path !== "/exports/everything"]);
    }
    await browser.visit("/account-settings");
    await browser.submit("End");
    expect(browser.page.path).toBe(`/hyperloop/people/${customer.accountId}`);
    expect(bannerOf(browser)).toBe("");
    expect((await browser.visit("/account-settings")).path).toBe("/auth");
    expect(
      countOf(
        "audit_events",
        "staff_id = ? AND object_id = ? AND action LIKE 'accounts.%imperson%'",
        staffId,
        customer.accountId,
      ),
    ).toBe(2);
    const own = await customer.browser.visit("/account-settings?tab=privacy");
    expect([own.body.includes(WHY), own.body.includes("Who has seen your account")]).toEqual([true, true]);
    const superAdmin = await staffBrowser(app, "super_admin");
    const log = async (query: string) =>
      (await superAdmin.browser.visit(`/hyperloop/impersonations?${query}`)).body.includes(customer.email);
    const begins = customer.email.slice(0, -3).toUpperCase();
    expect([await log(`q=${begins}`), await log(`by=${staffId}`), await log("q=%25")]).toEqual([true, true, false]);
    expect([await log(`by=${superAdmin.staffId}`), await log(`by=${staffId}&page=9`)]).toEqual([false, false]);
  });

  it("is of customers in use only, and never of a colleague", async () => {
    const customer = await becomeCustomer(app);
    const { browser, email } = await staffBrowser(app, "support");
    const begin = async () => {
      await browser.visit(`/hyperloop/people/${customer.accountId}/impersonate`);
      return await browser.submit("Start", { Reason: WHY });
    };
    change("UPDATE accounts SET status = 'suspended' WHERE id = ?", customer.accountId);
    expect((await begin()).status).toBe(422);
    change("UPDATE accounts SET status = 'active', email = ? WHERE id = ?", email.toUpperCase(), customer.accountId);
    const page = await begin();
    expect([page.status, page.body.includes("You can’t impersonate staff")]).toEqual([422, true]);
    expect((await browser.visit("/hyperloop/people/nobody/impersonate")).status).toBe(404);
  });

  it.each<[string, (ids: { staffId: string; accountId: string }) => void]>([
    [
      "after half an hour",
      ({ accountId }) =>
        change("UPDATE impersonations SET expires_at = expires_at - 1800000 WHERE account_id = ?", accountId),
    ],
    ["with the right to it", ({ staffId }) => change("UPDATE staff SET role = 'analyst' WHERE id = ?", staffId)],
    ["with the sign-in", ({ staffId }) => change("DELETE FROM staff_sessions WHERE staff_id = ?", staffId)],
    ["with the account", ({ accountId }) => change("UPDATE accounts SET status = 'suspended' WHERE id = ?", accountId)],
  ])("ends %s", async (_, passes) => {
    const customer = await becomeCustomer(app);
    const { browser, staffId } = await look("support", customer);
    expect((await browser.visit("/account-settings")).path).toBe("/account-settings");
    passes({ staffId, accountId: customer.accountId });
    expect((await browser.visit("/account-settings")).path).toBe("/auth");
    expect(bannerOf(browser)).toBe("");
  });

  it("ends with signing out, and its key is worth nothing to anybody else", async () => {
    const customer = await becomeCustomer(app);
    const { browser } = await look("support", customer);
    const key = browser.cookies.get("loop_impersonation") ?? "";
    const other = await staffBrowser(app, "super_admin");
    for (const thief of [app.visitor(), other.browser]) {
      thief.cookies.plant("loop_impersonation", key);
      expect((await thief.visit("/account-settings")).path).toBe("/auth");
    }
    await browser.visit("/hyperloop/people");
    await browser.submit("Sign out");
    expect(countOf("impersonations", "account_id = ? AND ended_at IS NOT NULL", customer.accountId)).toBe(1);
  });

  it.each(["support", "super_admin"] as const)(
    "shows %s neither code nor message of a gift: both are read elsewhere, and recorded",
    async (role) => {
      const customer = await becomeCustomer(app);
      const orderId = giveGift(customer);
      const { voucherId, code } = await makeVoucher({ orderId, purchasedByAccountId: customer.accountId });
      const gift = `/account-settings/gifts/${voucherId}`;
      const pages = async (browser: Visitor) =>
        (await browser.visit(gift)).body + (await browser.visit("/account-settings?tab=orders")).body;
      const own = await pages(customer.browser);
      for (const word of [code, "For you and the cat."]) expect(own).toContain(word);
      const { browser } = await look(role, customer);
      const seen = await pages(browser);
      expect(seen).toContain("Callum");
      for (const word of [code, "For you and the cat."]) expect(seen).not.toContain(word);
    },
  );

  it("opens an entry with the permission to open entries only, and that is written down once", async () => {
    const customer = await becomeCustomer(app);
    const loopId = giveLoop(customer, { startedDaysAgo: 30 });
    giveEntries(loopId, [2]);
    const entryId = String(rowOf("SELECT id FROM entries WHERE loop_id = ?", loopId).id);
    const path = `/entry?loop=${loopId}&week=2`;
    const support = await look("support", customer);
    const shut = await support.browser.visit(path);
    expect([shut.status, shut.body.includes("This is private")]).toEqual([403, true]);
    const superAdmin = await look("super_admin", customer);
    await superAdmin.browser.visit("/hyperloop/moderation/words");
    const why = { "Why do you need to read it?": "Complaint", Reason: "Somebody wrote to us" };
    await superAdmin.browser.submit("Search in words", { Words: "wrote week 2", ...why });
    expect(countOf("entry_views", "entry_id = ?", entryId)).toBe(1);
    for (let time = 0; time < 2; time += 1)
      expect((await superAdmin.browser.visit(path)).body).toContain("We wrote week 2.");
    expect(
      countOf("entry_views", "entry_id = ? AND staff_id = ? AND reason = ?", entryId, superAdmin.staffId, WHY),
    ).toBe(1);
    expect(countOf("audit_events", "action = 'entries.open' AND object_id = ?", entryId)).toBe(1);
    expect((await customer.browser.visit("/account-settings?tab=privacy")).body).toContain("week 2");
  });

  it("writes down a photo that is opened by its own address, as its entry", async () => {
    const { owner, names, loopId } = fixtures;
    const path = `/photos/${names.photo}/screen`;
    const entryId = String(rowOf("SELECT id FROM entries WHERE loop_id = ? AND week = 2", loopId).id);
    const { browser, staffId } = await look("super_admin", owner);
    change("UPDATE photos SET week = 4 WHERE id = ?", names.photo);
    expect((await browser.visit(path)).status).toBe(404);
    expect((await owner.browser.visit(path)).status).toBe(200);
    change("UPDATE photos SET week = 2 WHERE id = ?", names.photo);
    expect((await browser.visit(path)).status).toBe(200);
    expect(countOf("entry_views", "entry_id = ? AND staff_id = ?", entryId, staffId)).toBe(1);
  });
});
