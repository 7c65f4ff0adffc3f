import { describe, expect, it } from "vitest";
import { countOf, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/settings";

const changes = (part: string) => countOf("audit_events", "action = 'settings.change' AND object_id = ?", part);

describe("prices", () => {
  it("hold from then on, with what they were before in the audit", async () => {
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}/prices`);
    const page = await browser.submit("Change", { Loop: "£74.50", Reason: "Paper costs more" });
    expect(page.body).toContain("£74.50");
    const { before, after } = rowOf("SELECT before, after FROM audit_events WHERE action = 'settings.change'");
    expect([before, after]).toEqual(['{"loopPence":6999}', '{"loopPence":7450}']);
    expect((await app.visitor().visit("/begin")).body).toContain("74.50");
    await browser.visit(`${LIST}/prices`);
    expect((await browser.submit("Change", { Reason: "Once more" })).body).toContain("Nothing has changed.");
    expect(changes("prices")).toBe(1);
  });

  it.each([
    [{ Loop: "0" }, "Please enter a price from £1.00 to £500.00"],
    [{ Loop: "6999" }, "Please enter a price from £1.00 to £500.00"],
    [{ Loop: "1e2" }, "Please enter a price from £1.00 to £500.00"],
    [{ Loop: "34.99" }, "Please enter £35.00 or more. In 30 days a price can fall by 50% at most"],
    [{ "UK delivery of a loop": "-1" }, "Please enter an amount from £0.00 to £100.00"],
    [{ "Tax on book copies": "26" }, "Please enter a whole percentage from 0 to 25"],
    [{ "Tax on book copies": "NaN" }, "Please enter a whole percentage from 0 to 25"],
    [{ Reason: "" }, "Please say why"],
  ])("are not %j", async (wrong, sentence) => {
    const { browser } = await staffBrowser(app, "super_admin");
    const before = changes("prices");
    await browser.visit(`${LIST}/prices`);
    const page = await browser.submit("Change", {
      "Book copy, leather cover": "81.00",
      Reason: "A try",
      ...wrong,
    });
    expect([page.status, page.body.includes(sentence), page.body.includes("81.00")]).toEqual([422, true, true]);
    expect(changes("prices")).toBe(before);
  });
});

describe("the company", () => {
  it("shows its new value on pages at once", async () => {
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}/company`);
    await browser.submit("Change", {
      "Email address": "people@loop.example",
      "Company number": "12345678",
      "Registered in": "Scotland",
      "VAT number": "GB 123 4567 89",
      "Phone number": "0131 496 0000",
      Reason: "New emailbox",
    });
    const terms = await app.visitor().visit("/terms");
    expect(terms.body).toContain("people@loop.example");
    expect(terms.text("footer")).toContain(
      "company number 12345678, registered in Scotland · Phone 0131 496 0000 · VAT number GB 123 4567 89",
    );
    await browser.visit(`${LIST}/company`);
    const wrong = await browser.submit("Change", { "Company number": "12", Reason: "A slip" });
    expect([wrong.status, changes("company")]).toEqual([422, 1]);
    const abroad = await browser.submit("Change", { "Registered in": "France", Reason: "A slip" });
    expect(abroad.body).toContain("Please enter England and Wales, Scotland or Northern Ireland");
  });
});

describe("promises", () => {
  it("are whole hours from 1 to 720, and hold from then on", async () => {
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}/promises`);
    for (const hours of ["0", "721", "a day", "1.5"]) {
      const wrong = await browser.submit("Change", { Disputes: hours, Reason: "A try" });
      expect([wrong.status, wrong.body.includes("Please enter whole hours from 1 to 720")]).toEqual([422, true]);
    }
    await browser.submit("Change", { Disputes: "12", Reason: "Banks are quick" });
    expect((await browser.visit(LIST)).text("main")).toContain("12 hours");
    expect(changes("promises")).toBe(1);
  });
});

describe("switches", () => {
  it("are turned off and on, and a part that does not exist is not found", async () => {
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}/switches`);
    await browser.submit("Change", { "Weekly emails": false, Reason: "The post office is closed" });
    expect(rowOf("SELECT value FROM settings WHERE key = 'switches'").value).toBe(
      '{"weeklyEmails":false,"loopReminders":true}',
    );
    expect((await browser.visit(`${LIST}/nothing`)).status).toBe(404);
    expect((await browser.visit(`${LIST}/__proto__`)).status).toBe(404);
  });
});

describe("the limits of one person", () => {
  it("are shown with the settings, by role", async () => {
    const { browser } = await staffBrowser(app, "production");
    const page = (await browser.visit("/hyperloop/settings")).text("main");
    expect(page).toContain("Limits of one person");
    expect(page).toMatch(/Customer support £1,000\.00, £250\.00 to one person/);
    expect(page).toMatch(/Moderator Nothing/);
    expect(page).toMatch(/Reprints of one book 1 reprint/);
  });
});
