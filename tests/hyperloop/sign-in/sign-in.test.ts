import { describe, expect, it } from "vitest";
import { colleague, STAFF_PASSWORD } from "../../domain/people/staff/colleagues";
import { becomeCustomer } from "../../screens/support/customers";
import { change, countOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser, staffCredentials } from "../../support/staff";

const app = await openApp();
const MINUTE_MS = 60_000;

describe("the staff sign-in", () => {
  it("lets in somebody with e-mail, password and code, and writes it down", async () => {
    const { browser, staffId } = await staffBrowser(app, "support");
    expect(browser.page.text("h1")).toContain("support");
    expect(countOf("audit_events", "action = 'staff.sign_in' AND staff_id = ?", staffId)).toBe(1);
    expect((await browser.visit("/hyperloop")).path).toBe("/hyperloop/dashboard");
  });

  it("says the same of a wrong password, a wrong code and an unknown e-mail, and shows no secret again", async () => {
    const { email, secret } = await colleague("support");
    const browser = app.visitor();
    for (const wrong of [
      { Password: "Something-else-1" },
      { Code: "000000" },
      { "Email address": "nobody@example.org" },
    ]) {
      await browser.visit("/hyperloop");
      const page = await browser.submit("Sign in", { ...staffCredentials(email, secret), ...wrong });
      expect(page.status).toBe(422);
      expect(page.body).toContain("Login failed. Please check your credentials.");
      expect(page.body).not.toContain(STAFF_PASSWORD);
    }
  });

  it("takes a code once", async () => {
    const { email, secret } = await colleague("support");
    const credentials = staffCredentials(email, secret);
    const statuses = [];
    for (const browser of [app.visitor(), app.visitor()]) {
      await browser.visit("/hyperloop");
      statuses.push((await browser.submit("Sign in", credentials)).status);
    }
    expect(statuses).toEqual([200, 422]);
  });

  it("names each field that is empty", async () => {
    const browser = app.visitor();
    await browser.visit("/hyperloop");
    const page = await browser.submit("Sign in", {});
    expect(page.status).toBe(422);
    expect(page.body).toContain("Please fill in all fields");
  });

  it("opens nothing to a customer, and its own key opens no customer’s page", async () => {
    const { browser } = await becomeCustomer(app);
    expect((await browser.visit("/hyperloop/dashboard")).path).toBe("/hyperloop");
    const joan = await staffBrowser(app, "super_admin");
    expect((await joan.browser.visit("/account-settings")).path).toBe("/auth");
  });
});

describe("where no directory is configured", () => {
  it("there is no button for it, and nothing behind it", async () => {
    const browser = app.visitor();
    expect((await browser.visit("/hyperloop")).body).not.toContain("Entra ID");
    for (const leaf of ["", "/callback?code=1&state=2"])
      expect((await browser.visit(`/hyperloop/entra${leaf}`)).status).toBe(404);
  });
});

describe("a session of the staff", () => {
  it.each([
    ["30 minutes without a click", "seen_at = seen_at - ?", 30 * MINUTE_MS],
    ["eight hours", "expires_at = expires_at - ?", 8 * 60 * MINUTE_MS],
  ])("ends after %s", async (_, passes, ms) => {
    const { browser, staffId } = await staffBrowser(app, "analyst");
    expect((await browser.visit("/hyperloop/dashboard")).status).toBe(200);
    change(`UPDATE staff_sessions SET ${passes} WHERE staff_id = ?`, ms, staffId);
    expect((await browser.visit("/hyperloop/dashboard")).path).toBe("/hyperloop");
  });

  it("ends at sign-out, also for a copy of its cookie", async () => {
    const { browser, staffId } = await staffBrowser(app, "analyst");
    const thief = app.visitor();
    thief.cookies.plant("loop_staff", browser.cookies.get("loop_staff") ?? "");
    expect((await thief.visit("/hyperloop/dashboard")).path).toBe("/hyperloop/dashboard");
    await browser.submit("Sign out");
    expect(browser.page.path).toBe("/hyperloop");
    expect((await thief.visit("/hyperloop/dashboard")).path).toBe("/hyperloop");
    expect(countOf("staff_sessions", "staff_id = ?", staffId)).toBe(0);
  });

  it("ends at once where its owner is let go", async () => {
    const { browser, staffId } = await staffBrowser(app, "support");
    change("UPDATE staff SET is_active = 0 WHERE id = ?", staffId);
    expect((await browser.visit("/hyperloop/dashboard")).path).toBe("/hyperloop");
  });
});
