import { describe, expect, it } from "vitest";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { becomeCustomer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { change } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();

describe("the page of a person", () => {
  it("shows all that happened, and each kind in a tab of its own", async () => {
    const customer = await becomeCustomer(app);
    giveGift(customer);
    const { browser } = await staffBrowser(app, "support");
    const path = `/hyperloop/people/${customer.accountId}`;
    const page = await browser.visit(path);
    expect(page.text(".tabs").replace(/\s+/g, " ")).toMatch(/Everything ?4 ?Money ?1 ?Emails ?1 ?Sign-ins ?2/);
    const money = await browser.visit(`${path}?show=money`);
    expect([money.text("#timeline").includes("Paid £69.99"), money.text("#timeline").includes("Signed in")]).toEqual([
      true,
      false,
    ]);
  });

  it("leads to earlier lines where there are many", async () => {
    const customer = await becomeCustomer(app);
    for (let one = 0; one < 70; one += 1) {
      change(
        "INSERT INTO sessions (key_hash, id, account_id, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, 1, 9e12)",
        ...[`${customer.accountId}-${one}`, `s-${customer.accountId}-${one}`, customer.accountId, 1000 + one],
      );
    }
    const { browser } = await staffBrowser(app, "support");
    const page = await browser.visit(`/hyperloop/people/${customer.accountId}?show=sign-ins`);
    expect(page.root.querySelectorAll(".timeline-lines li")).toHaveLength(60);
    const more = page.root.querySelectorAll("#timeline a").find(({ text }) => text.startsWith("Show 12 earlier"));
    const whole = await browser.visit(more?.getAttribute("href") ?? "");
    expect(whole.root.querySelectorAll(".timeline-lines li")).toHaveLength(72);
  });

  it("of a guest has an address that says nothing of them", async () => {
    const words = { email: "aled.page@example.org", firstName: "Aled", lastName: "Pritchard" };
    const guestId = saveGuest({ guestId: undefined, basketKey: "basket-of-aled" }, words, new Date());
    const { browser } = await staffBrowser(app, "support");
    const page = await browser.visit(`/hyperloop/people/guest/${guestId}`);
    expect([page.text("h1"), page.text(".person-badges")]).toEqual(["Aled Pritchard", "Guest"]);
    for (const path of [`/hyperloop/people/${guestId}`, `/hyperloop/people/guest/nobody`])
      expect((await browser.visit(path)).status).toBe(404);
  });
});
