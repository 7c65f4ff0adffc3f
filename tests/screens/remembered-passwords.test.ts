import { describe, expect, it } from "vitest";
import { openApp } from "../support/app";
import { becomeCustomer } from "./support/customers";
import { emailsTo } from "./support/records";

const app = await openApp();

/** The account that each form with a password names to a password manager; null where somebody types it. */
function namedIn(html: string): (string | null)[] {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  return forms
    .filter((form) => form.includes('type="password"'))
    .map((form) => {
      const field = form.match(/<input[^>]*autocomplete="username"[^>]*>/i)?.[0];
      if (!field) throw new Error(`A form with a password has no username: ${form.slice(0, 200)}`);
      return field.includes(" hidden") ? (/value="([^"]*)"/.exec(field)?.[1] ?? "") : null;
    });
}

describe("a password manager", () => {
  it.each(["/auth", "/register", "/streamlined-signup?step=account"])("finds the username at %s", async (place) => {
    expect(namedIn((await app.visitor().visit(place)).body)).toEqual([null]);
  });

  it.each(["account", "password", "privacy"])("knows whose password is asked for in the tab %s", async (tab) => {
    const { browser, email } = await becomeCustomer(app);
    const page = await browser.visit(`/account-settings?tab=${tab}`);
    for (const named of namedIn(page.body)) expect(named).toBe(email);
    if (tab !== "privacy") expect(namedIn(page.body)).not.toEqual([]);
  });

  it("knows for whom a new password is chosen by a link", async () => {
    const { email } = await becomeCustomer(app);
    const visitor = app.visitor();
    await visitor.visit("/forgot-password");
    await visitor.submit("Send the link", { "Email address": email });
    const link = emailsTo(email).flatMap(({ text }) => /\/reset-password\?token=\S+/.exec(text)?.[0] ?? []);
    expect(namedIn((await visitor.visit(link.at(-1) ?? "")).body)).toEqual([email]);
  });

  it("is led to the form by the address it knows", async () => {
    const { browser } = await becomeCustomer(app);
    await browser.visit("/.well-known/change-password");
    expect([browser.page.path, browser.page.heading]).toEqual(["/account-settings?tab=password", "Account settings"]);
  });
});
