import { describe, expect, it } from "vitest";
import { rowOf, rowsOf } from "../screens/support/records";
import { openApp } from "../support/app";
import { staffBrowser } from "../support/staff";

const app = await openApp();
const LIST = "/hyperloop/orders";

const queryOf = (staffId: string, name: string) =>
  rowOf("SELECT query, is_shared FROM saved_views WHERE staff_id = ? AND name = ?", staffId, name);

describe("a view of a list", () => {
  it("is saved with its filters and order, and opened from above the list", async () => {
    const { browser, staffId } = await staffBrowser(
      app,
      "support",
      `${LIST}?status=PAID&sort=-total&page=3&colour=red`,
    );
    const link = browser.page.root.querySelector(".saved-views a")?.getAttribute("href") ?? "";
    await browser.visit(link);
    await browser.submit("Save view", { Name: "Paid, largest first" });
    expect(browser.page.body).toContain("The view is saved.");
    expect(queryOf(staffId, "Paid, largest first")).toEqual({
      query: "status=PAID&sort=-total",
      is_shared: 0,
    });
    await browser.visit(LIST);
    const view = browser.page.root.querySelector(".saved-views li a");
    expect(view?.text).toBe("Paid, largest first");
    await browser.visit(view?.getAttribute("href") ?? "");
    expect(browser.page.root.querySelector(".saved-views li a")?.getAttribute("aria-current")).toBe("true");
    expect(browser.page.body).not.toContain("Save this view");
  });

  it("never keeps what was searched for, which may name a customer", async () => {
    const { browser, staffId } = await staffBrowser(
      app,
      "super_admin",
      "/hyperloop/views/new?list=orders&status=PAID&q=gwen%40example.com",
    );
    expect(browser.page.text("main")).toContain("A search isn’t kept");
    await browser.submit("Save view", { Name: "Paid", "For everybody who can see this list": true });
    expect(queryOf(staffId, "Paid")).toEqual({ query: "status=PAID", is_shared: 1 });
  });

  it("that would be empty says so, with the name kept", async () => {
    const { browser } = await staffBrowser(app, "support", "/hyperloop/views/new?list=orders&q=gwen");
    const page = await browser.submit("Save view", { Name: "Gwen" });
    expect([page.status, page.body.includes("There’s nothing to save")]).toEqual([422, true]);
    expect(page.root.querySelector("input[name=name]")?.getAttribute("value")).toBe("Gwen");
  });

  it("takes the permission of its list", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    for (const list of ["orders", "audit", "none"]) {
      expect((await browser.visit(`/hyperloop/views/new?list=${list}&status=PAID`)).status).toBe(404);
    }
    expect((await browser.visit("/hyperloop/views/new?list=vouchers&status=ACTIVE")).status).toBe(200);
    expect(browser.page.body).not.toContain("For everybody");
  });

  it("is renamed and deleted by its maker, and is nothing to a colleague", async () => {
    const { browser, staffId } = await staffBrowser(app, "support", "/hyperloop/views/new?list=orders&status=REFUNDED");
    await browser.submit("Save view", { Name: "Back" });
    const [made] = rowsOf("SELECT id FROM saved_views WHERE staff_id = ?", staffId);
    const at = `/hyperloop/views/${made?.id}`;
    const other = await staffBrowser(app, "support");
    expect((await other.browser.visit(at)).status).toBe(404);
    await browser.visit(at);
    await browser.submit("Rename", { Name: "Money back" });
    expect(browser.page.root.querySelector(".saved-views li a")?.text).toBe("Money back");
    await browser.visit(at);
    await browser.submit("Delete view");
    expect(browser.page.body).toContain("The view is deleted.");
    expect(rowsOf("SELECT id FROM saved_views WHERE staff_id = ?", staffId)).toEqual([]);
    const actions = rowsOf("SELECT action FROM audit_events WHERE object_id = ? ORDER BY sequence", String(made?.id));
    expect(actions.map(({ action }) => action)).toEqual(["views.save", "views.rename", "views.delete"]);
  });
});
