import { describe, expect, it } from "vitest";
import { becomeCustomer, signIn } from "../screens/support/customers";
import { countOf } from "../screens/support/records";
import { openHouse } from "../support/house";
import { staffVisitor } from "../support/staff";

const house = await openHouse();
const LIST = "/hyperloop/accounts";

const acts = (act: string, id: string) => countOf("audit_events", "act = ? AND object_id = ?", act, id);

describe("accounts", () => {
  it("are found by how the email begins, with what happened around them, and no secret", async () => {
    const { accountId, email } = await becomeCustomer(house);
    const { browser } = await staffVisitor(house, "support");
    expect((await browser.visit(`${LIST}?q=${email.toUpperCase()}`)).body).toContain(accountId);
    const page = await browser.visit(`${LIST}/${accountId}`);
    expect(page.body).toContain("Account opened");
    expect(page.body).not.toContain("argon2");
    for (const q of ["'; DROP TABLE accounts --", "%", "\u0000", "é".repeat(3000)]) {
      const found = await browser.visit(`${LIST}?q=${encodeURIComponent(q)}&page=99999999`);
      expect([found.status, found.body.includes("No accounts found")]).toEqual([200, true]);
    }
  });

  it("are shut out at once when they are suspended, and let in again", async () => {
    const customer = await becomeCustomer(house);
    const { browser } = await staffVisitor(house, "support");
    await browser.visit(`${LIST}/${customer.accountId}/suspend`);
    expect((await browser.submit("Suspend", { Reason: "" })).status).toBe(422);
    await browser.submit("Suspend", { Reason: "Stolen card" });
    expect(browser.page.body).toContain("signed out everywhere");
    expect((await customer.browser.visit("/account-settings")).path).toBe("/auth");
    await signIn(customer.browser, customer.email);
    expect((await customer.browser.visit("/account-settings")).path).toBe("/auth");
    await browser.visit(`${LIST}/${customer.accountId}/suspend`);
    await browser.submit("Reactivate", { Reason: "It was a mistake" });
    await signIn(customer.browser, customer.email);
    expect((await customer.browser.visit("/account-settings")).path).toBe("/account-settings");
    expect([
      acts("accounts.suspend", customer.accountId),
      acts("accounts.reactivate", customer.accountId),
    ]).toEqual([1, 1]);
  });

  it("carry notes for colleagues, shown as they were written", async () => {
    const { accountId } = await becomeCustomer(house);
    const { browser } = await staffVisitor(house, "support");
    await browser.visit(`${LIST}/${accountId}`);
    expect((await browser.submit("Keep note", { "Add a note": "  " })).status).toBe(422);
    const page = await browser.submit("Keep note", { "Add a note": "<b>Rang</b> about the book" });
    expect(page.body).toContain("&lt;b&gt;Rang&lt;/b&gt; about the book");
    expect(acts("accounts.note", accountId)).toBe(1);
  });

  it("that do not exist are not found", async () => {
    const { browser } = await staffVisitor(house, "support");
    for (const leaf of ["", "/suspend"])
      expect((await browser.visit(`${LIST}/nobody${leaf}`)).status).toBe(404);
  });
});

describe("the first page", () => {
  it("counts what was opened today, and nobody’s name", async () => {
    const { email } = await becomeCustomer(house);
    const { browser } = await staffVisitor(house, "analyst");
    for (const days of ["1", "7", "30", "90", "x"]) {
      const page = await browser.visit(`/hyperloop/dashboard?days=${days}`);
      expect([page.status, page.body.includes("New sign-ups"), page.body.includes(email)]).toEqual([
        200,
        true,
        false,
      ]);
    }
  });
});
