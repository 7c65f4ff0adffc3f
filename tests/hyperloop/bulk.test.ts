import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { giveGift } from "../screens/support/gifts";
import { makeDiscount } from "../screens/support/purchases";
import { change, countOf, rowOf } from "../screens/support/records";
import { makeVoucher } from "../screens/support/vouchers";
import { openApp } from "../support/app";
import { staffBrowser } from "../support/staff";

const app = await openApp();

const acts = (action: string, ...ids: string[]) =>
  ids.map((id) => countOf("audit_events", "action = ? AND object_id = ?", action, id));
const statusOf = (id: string) => rowOf("SELECT status FROM vouchers WHERE id = ?", id).status;

describe("selected vouchers", () => {
  it("are cancelled together for a reason, one act each, and a used one is left out with its reason", async () => {
    const [first, second, used] = [await makeVoucher(), await makeVoucher(), await makeVoucher()];
    change("UPDATE vouchers SET status = 'REDEEMED', redeemed_at = 1 WHERE id = ?", used.voucherId);
    const { browser } = await staffBrowser(app, "support", "/hyperloop/vouchers");
    const made = [first, second, used];
    const ids = made.map(({ voucherId }) => voucherId);
    await browser.submit("Cancel", Object.fromEntries(made.map(({ code }) => [`····-····-${code.slice(-4)}`, true])));
    expect(browser.page.text("main")).toContain("It can no longer be cancelled.");
    const again = await browser.submit("Cancel 2 vouchers", { Reason: "" });
    expect([again.status, acts("vouchers.cancel", ...ids)]).toEqual([422, [0, 0, 0]]);
    await browser.submit("Cancel 2 vouchers", { Reason: "Printed twice" });
    expect(browser.page.body).toContain("Two vouchers are cancelled.");
    expect(ids.map(statusOf)).toEqual(["CANCELLED", "CANCELLED", "REDEEMED"]);
    expect(acts("vouchers.cancel", ...ids)).toEqual([1, 1, 0]);
  });

  it("are all selected by a link", async () => {
    await makeVoucher();
    const { browser } = await staffBrowser(app, "support", "/hyperloop/vouchers?status=ACTIVE");
    const all = browser.page.root.querySelector(".selection-bar a")?.getAttribute("href") ?? "";
    await browser.visit(all);
    const ticks = browser.page.root.querySelectorAll("input[form=selection]");
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.every((tick) => tick.hasAttribute("checked"))).toBe(true);
    expect(all).toContain("status=ACTIVE");
  });

  it("that changed meanwhile are left as they are, and the others are done", async () => {
    const [kept, gone] = [await makeVoucher(), await makeVoucher()];
    const { browser } = await staffBrowser(
      app,
      "support",
      `/hyperloop/vouchers/ticked/cancel?id=${kept.voucherId}&id=${gone.voucherId}`,
    );
    change("UPDATE vouchers SET status = 'CANCELLED' WHERE id = ?", gone.voucherId);
    await browser.submit("Cancel 2 vouchers", { Reason: "Printed twice" });
    expect(browser.page.body).toContain("One voucher is cancelled.");
    expect(browser.page.body).toContain("Left out: 1. It can no longer be cancelled.");
  });

  it("have no bar for somebody who may only read them", async () => {
    await makeVoucher();
    const { browser } = await staffBrowser(app, "marketing", "/hyperloop/vouchers");
    expect(browser.page.root.querySelectorAll("input[form=selection], .selection-bar")).toEqual([]);
  });
});

describe("selected orders", () => {
  it("all get the same note, and nothing is done to nothing", async () => {
    const ids = [giveGift(await becomeCustomer(app)), giveGift(await becomeCustomer(app))];
    const { browser } = await staffBrowser(
      app,
      "production",
      `/hyperloop/orders/ticked/note?${ids.map((id) => `id=${id}`).join("&")}`,
    );
    await browser.submit("Add the note to 2 orders", { Note: "Waiting for the carrier" });
    expect(browser.page.body).toContain("Two notes are saved.");
    expect(ids.map((id) => countOf("account_notes", "order_id = ?", id))).toEqual([1, 1]);
    expect(acts("orders.note", ...ids)).toEqual([1, 1]);
    expect((await browser.visit("/hyperloop/orders/ticked/note")).body).toContain("Nothing is ticked.");
  });
});

describe("selected discount codes", () => {
  it("are switched off together, one act each, and one that is off already is left out", async () => {
    const made = ["FAIR-10", "FAIR-20", "FAIR-30"].map((code) => {
      makeDiscount(code, { type: "PERCENTAGE", value: 5 });
      return String(rowOf("SELECT id FROM discounts WHERE code = ?", code).id);
    });
    change("UPDATE discounts SET is_active = 0 WHERE code = 'FAIR-30'");
    const { browser } = await staffBrowser(app, "marketing");
    const list = await browser.visit("/hyperloop/discounts?q=FAIR");
    expect(list.root.querySelectorAll("input[form=selection]").length).toBe(3);
    expect(list.body).toContain('formAction="/hyperloop/discounts/ticked/switch-off"'.toLowerCase());
    await browser.visit(`/hyperloop/discounts/ticked/switch-off?${made.map((id) => `id=${id}`).join("&")}`);
    expect(browser.page.text("main")).toContain("It’s off already.");
    await browser.submit("Switch off 2 codes");
    expect(browser.page.body).toContain("Two codes are off.");
    expect(countOf("discounts", "code LIKE 'FAIR-%' AND is_active = 1")).toBe(0);
    expect(acts("discounts.switch", ...made)).toEqual([1, 1, 0]);
    const { browser: support } = await staffBrowser(app, "support");
    expect((await support.visit("/hyperloop/discounts")).body).not.toContain("selection-bar");
  });
});
