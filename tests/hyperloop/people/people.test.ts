import { describe, expect, it } from "vitest";
import { SHOP } from "~/domain/backoffice/staff/day-figures.server";
import { becomeCustomer, signIn } from "../../screens/support/customers";
import { change, countActs, countOf, emailsTo, rowOf, rowsOf } from "../../screens/support/records";
import { newEmail, PASSWORD } from "../../screens/support/registrations";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/people";

describe("accounts", () => {
  it("are found by how the email begins, with what happened around them, and no secret", async () => {
    const { accountId, email } = await becomeCustomer(app);
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`${LIST}?q=${email.toUpperCase()}`)).body).toContain(accountId);
    const page = await browser.visit(`${LIST}/${accountId}`);
    expect(page.body).toContain("Account opened");
    expect(page.body).not.toContain("argon2");
    const search = async (q: string) => {
      const found = await browser.visit(`${LIST}?q=${encodeURIComponent(q)}&page=99999999`);
      return [found.status, found.body.includes("No accounts found")];
    };
    for (const q of ["'; DROP TABLE accounts --", "%", "é".repeat(3000)]) expect(await search(q)).toEqual([200, true]);
    // What nobody can see is no search.
    expect(await search("\u0000")).toEqual([200, false]);
  });

  it("are found by how a name begins, first, last or both", async () => {
    const { accountId } = await becomeCustomer(app);
    change("UPDATE accounts SET first_name = 'Élodie', last_name = 'O''Hare-Quill' WHERE id = ?", accountId);
    const { browser } = await staffBrowser(app, "support");
    for (const q of ["Élod", "o'hare", "Élodie O'", "Élodie  o'hare-quill"]) {
      expect([q, (await browser.visit(`${LIST}?q=${encodeURIComponent(q)}`)).body.includes(accountId)]).toEqual([
        q,
        true,
      ]);
    }
    for (const q of ["lodie", "Élodie Smith", "_lodie"]) {
      expect((await browser.visit(`${LIST}?q=${encodeURIComponent(q)}`)).body).not.toContain(accountId);
    }
  });

  it("are shut out at once when they are suspended, and let in again", async () => {
    const customer = await becomeCustomer(app);
    const { browser } = await staffBrowser(app, "support", `${LIST}/${customer.accountId}/suspend`);
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
      countActs("accounts.suspend", customer.accountId),
      countActs("accounts.reactivate", customer.accountId),
    ]).toEqual([1, 1]);
  });

  it("carry notes for colleagues, shown as they were written", async () => {
    const { accountId } = await becomeCustomer(app);
    const { browser } = await staffBrowser(app, "support", `${LIST}/${accountId}`);
    expect((await browser.submit("Save note", { "Add a note": "  " })).status).toBe(422);
    const page = await browser.submit("Save note", { "Add a note": "<b>Rang</b> about the book" });
    expect(page.body).toContain("&lt;b&gt;Rang&lt;/b&gt; about the book");
    expect(countActs("accounts.note", accountId)).toBe(1);
  });

  it("that do not exist are not found", async () => {
    const { browser } = await staffBrowser(app, "support");
    for (const leaf of ["", "/suspend"]) expect((await browser.visit(`${LIST}/nobody${leaf}`)).status).toBe(404);
  });
});

describe("an account that staff open", () => {
  const open = async (fields: Record<string, string | boolean>) => {
    const { browser } = await staffBrowser(app, "support", `${LIST}/new`);
    return await browser.submit("Create account", fields);
  };

  it("is its owner’s alone: an email tells them how to choose the password", async () => {
    const email = newEmail("edith");
    const page = await open({ Email: email, "First name": "Edith" });
    const { id } = rowOf("SELECT id FROM accounts WHERE email = ?", email);
    expect([page.path, countActs("accounts.create", String(id))]).toEqual([`${LIST}/${id}`, 1]);
    expect(emailsTo(email).map(({ kind }) => kind)).toEqual(["account_opened"]);
    const edith = app.visitor();
    await edith.visit("/forgot-password");
    await edith.submit("Send the link", { "Email address": email });
    await edith.visit(/\/reset-password\?token=\S+/.exec(emailsTo(email).at(-1)?.text ?? "")?.[0] ?? "");
    await edith.submit("Save the new password", {
      "New password": PASSWORD,
      "Confirm new password": PASSWORD,
    });
    await signIn(edith, email);
    expect((await edith.visit("/account-settings")).path).toBe("/account-settings");
    const twin = await open({ Email: email.toUpperCase() });
    expect([twin.status, twin.body.includes("This email address already has an account")]).toEqual([422, true]);
  });

  it.each([
    [{ Email: "" }, "Email is required"],
    [{ Email: "a@b.c, d@e.f" }, "Please enter a valid email address"],
    [{ Email: "edith@example.org", "First name": "é".repeat(3000) }, "First name"],
  ])("is refused with the words kept: %#", async (fields, sentence) => {
    const page = await open(fields);
    expect([page.status, page.body.includes(sentence)]).toEqual([422, true]);
  });

  it("can be one of ten to try the system with, in no figure", async () => {
    const figures = async () => {
      const { browser } = await staffBrowser(app, "analyst");
      return (await browser.visit("/hyperloop/dashboard")).text(".kpis");
    };
    const before = await figures();
    const { browser, staffId } = await staffBrowser(app, "support", `${LIST}/test-users`);
    const weak = await browser.submit("Make 10 test users", { "One password for all of them": "short" });
    expect([weak.status, weak.body.includes('value="short"')]).toEqual([422, false]);
    await browser.submit("Make 10 test users", { "One password for all of them": PASSWORD });
    expect(browser.page.path).toBe(`${LIST}?kind=test`);
    const made = rowsOf("SELECT id, email FROM accounts WHERE is_test = 1");
    expect(made).toHaveLength(10);
    expect(countOf("audit_events", "action = 'accounts.create' AND staff_id = ?", staffId)).toBe(10);
    const tester = app.visitor();
    await signIn(tester, String(made[0]?.email));
    expect((await tester.visit("/account-settings")).path).toBe("/account-settings");
    expect(await figures()).toBe(before);
  });
});

describe("the first page", () => {
  it("counts what was opened today, and nobody’s name", async () => {
    const { email } = await becomeCustomer(app);
    const { browser } = await staffBrowser(app, "analyst");
    await SHOP.recount(new Date());
    for (const days of ["1", "7", "30", "90", "x"]) {
      const page = await browser.visit(`/hyperloop/dashboard?days=${days}`);
      expect([page.status, page.body.includes("New sign-ups"), page.body.includes(email)]).toEqual([200, true, false]);
    }
  });
});
