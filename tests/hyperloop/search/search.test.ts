import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { change } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();

describe("the search box", () => {
  it("leads from any page to the person, by any scrap of them, without scripts", async () => {
    const customer = await becomeCustomer(app);
    change("UPDATE accounts SET first_name = 'Gwen', last_name = 'Pritchard' WHERE id = ?", customer.accountId);
    const { browser } = await staffBrowser(app, "support", "/hyperloop/orders");
    const page = await browser.submit("Search", { q: "pritch" });
    expect(page.path).toBe("/hyperloop/search?q=pritch");
    expect(page.text("h1")).toBe("1 result for “pritch”");
    expect(page.root.querySelector("mark")?.text).toBe("Pritch");
    expect(page.root.querySelector(".row-name")?.getAttribute("href")).toBe(`/hyperloop/people/${customer.accountId}`);
  });

  it("shows each kind in a tab of its own, with its number", async () => {
    const customer = await becomeCustomer(app);
    const order = giveGift(customer);
    const { browser } = await staffBrowser(app, "support");
    const page = await browser.visit(`/hyperloop/search?q=${encodeURIComponent(customer.email)}`);
    expect(page.text(".tabs").replace(/\s+/g, " ")).toMatch(/Everything ?2 ?People ?1 ?Orders ?1/);
    const orders = await browser.visit(`/hyperloop/search?q=${encodeURIComponent(customer.email)}&kind=order`);
    expect([
      orders.body.includes(`/hyperloop/orders/${order}/refund`),
      orders.text(".hits").includes("People"),
    ]).toEqual([true, false]);
  });

  it("finds addresses that begin so, and inside addresses when asked to", async () => {
    const [own, longer] = [await becomeCustomer(app), await becomeCustomer(app)];
    change("UPDATE accounts SET email = 'marsh@post.example' WHERE id = ?", own.accountId);
    change("UPDATE accounts SET email = 'tom.marsh@post.example' WHERE id = ?", longer.accountId);
    const { browser } = await staffBrowser(app, "support");
    const page = await browser.visit("/hyperloop/search?q=marsh%40post");
    expect(page.text("h1")).toBe("1 result for “marsh@post”");
    expect(page.text(".staff-head")).toContain(
      "Only addresses that begin like this were searched. Look inside addresses too",
    );
    const inside = page.root.querySelector(".staff-head a")?.getAttribute("href") ?? "";
    const all = await browser.visit(inside.replaceAll("&amp;", "&"));
    expect(all.text("h1")).toBe("2 results for “marsh@post”");
    expect(all.text(".staff-head")).not.toContain("begins like this");
    expect(all.root.querySelector(".tabs a:last-child")?.getAttribute("href")).toContain("inside=1");
  });

  it("says what to try where nothing is found, and how much to type", async () => {
    const { browser } = await staffBrowser(app, "support");
    const nothing = await browser.visit("/hyperloop/search?q=pritsch%00%22");
    expect([nothing.status, nothing.text("main")]).toEqual([
      200,
      expect.stringContaining("Try part of the name, the postcode or the last four of a card or voucher."),
    ]);
    expect((await browser.visit("/hyperloop/search?q=x")).text("main")).toContain(
      "Type at least 3 letters or figures.",
    );
    expect((await browser.visit("/hyperloop/search")).text("h1")).toBe("Search");
  });

  it("offers a role only acts that it may do, and is not there for one that can find nothing", async () => {
    const customer = await becomeCustomer(app);
    giveGift(customer);
    const production = await staffBrowser(app, "production");
    const page = await production.browser.visit(`/hyperloop/search?q=${encodeURIComponent(customer.email)}`);
    expect([page.text(".row-actions").includes("Receipt"), page.text(".hits").includes("Refund")]).toEqual([
      true,
      false,
    ]);
    const analyst = await staffBrowser(app, "analyst");
    expect((await analyst.browser.visit("/hyperloop/dashboard")).root.querySelector("#staff-search")).toBeNull();
  });
});
