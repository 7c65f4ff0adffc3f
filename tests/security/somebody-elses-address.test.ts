import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer, signIn } from "../screens/support/customers";
import { change, codeFor, countOf, emailsTo } from "../screens/support/records";
import { newEmail, PASSWORD, register, registration } from "../screens/support/registrations";
import { masked } from "../screens/support/requests";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";

/** A stranger registers, or requests a password reset for, somebody else's address, again and again. */

const app = await openApp();
expectNothingBreaks();

/** Registrations by several strangers in turn, each from another network, with a new browser each time. */
async function besiege(email: string, times: number, strangers = 6): Promise<void> {
  const networks = Array.from({ length: strangers }, () => app.visitor());
  for (let time = 0; time < times; time += 1) {
    const stranger = networks[time % strangers];
    for (const name of stranger?.cookies.names() ?? []) stranger?.cookies.forget(name);
    if (stranger) await register(stranger, email);
  }
}

const confirmWith = (browser: Visitor, code: string) =>
  browser.submit("Confirm my email", { "Your 6-digit code": code });

const linksTo = (email: string) =>
  emailsTo(email).flatMap(({ text }) => /https?:\/\/[^/\s]+(\/confirm-email\/\S+)/.exec(text)?.[1] ?? []);

describe("an address that a stranger registers again and again", () => {
  it.each([12, 100])("%i times: its owner registers, is sent a code and gets in", async (times) => {
    const email = newEmail("owner");
    await besiege(email, times);
    const before = emailsTo(email).length;
    expect(before).toBeLessThanOrEqual(11);
    const owner = app.visitor();
    await register(owner, email);
    expect(emailsTo(email)).toHaveLength(before + 1);
    await confirmWith(owner, codeFor(email));
    expect(owner.page.path).toBe("/dashboard");
    expect(countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email)).toBe(1);
    expect((await signIn(app.visitor(), email)).path).toBe("/dashboard");
  });

  it("from forty networks: its owner gets in with the link of any email that came", async () => {
    const email = newEmail("besieged");
    await besiege(email, 40, 40);
    expect(emailsTo(email)).toHaveLength(30);
    const owner = app.visitor();
    await register(owner, email);
    expect(emailsTo(email)).toHaveLength(30);
    const [link = ""] = linksTo(email);
    await owner.visit(link);
    expect(owner.page.heading).toBe("Confirm your email");
    expect(owner.page.headers.get("referrer-policy")).toBe("no-referrer");
    await owner.submit("Confirm my email");
    expect(owner.page.path).toBe("/dashboard");
    expect((await owner.visit("/dashboard")).status).toBe(200);
  });

  it("says the same on every page, whether an email went out or not, and never that one was sent", async () => {
    const email = newEmail("same");
    const seen: string[] = [];
    for (let time = 0; time < 14; time += 1) {
      const stranger = app.visitor();
      await register(stranger, email);
      const resent = await stranger.submit("Send another code");
      seen.push(`${masked(stranger.page)} ${masked(resent)}`.replace(/\d+ seconds|data-wait="\d+"/g, "…"));
    }
    expect(new Set(seen).size).toBe(1);
    const words = app.visitor();
    await register(words, newEmail("words"));
    expect(words.page.text("main")).not.toMatch(/\bsent a\b|on its way/i);
    expect(words.page.text("main")).toContain("Nothing there?");
  });
});

describe("the link in an email with a code", () => {
  it("changes nothing by being looked at, and nothing in another browser", async () => {
    const email = newEmail("looked");
    const owner = app.visitor();
    await register(owner, email);
    const [link = ""] = linksTo(email);
    const scanner = app.visitor();
    for (const method of ["GET", "HEAD"]) await scanner.send(link, { method });
    const page = await scanner.visit(link);
    expect(page.heading).toBe("Open this link where you signed up");
    expect(page.text()).not.toContain(email);
    expect(countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email)).toBe(0);
    await owner.visit(link);
    const [pressed, again] = [owner.page, app.visitor()];
    for (const name of owner.cookies.names()) again.cookies.plant(name, owner.cookies.get(name) ?? "");
    await again.visit(pressed.path);
    await owner.submit("Confirm my email");
    expect(owner.page.path).toBe("/dashboard");
    expect((await again.submit("Confirm my email")).path).toBe("/confirm-email/".concat(link.split("/").at(-1) ?? ""));
  });

  it("works for a sign-up that pays in one go, and leads on to its next step", async () => {
    const email = newEmail("signup");
    const owner = app.visitor();
    await owner.visit("/streamlined-signup");
    const { "Confirm password": _, ...fields } = registration(email);
    await owner.submit("Continue", fields);
    const [link = ""] = linksTo(email);
    await owner.visit(link);
    await owner.submit("Confirm my email");
    expect(owner.page.path).toBe("/streamlined-signup");
    expect(owner.page.text("main")).toContain("Your email is confirmed.");
  });

  it.each(["x", "%00", "1.2", "9".repeat(400), "…"])("that is not a link confirms nothing: %s", async (link) => {
    const owner = app.visitor();
    const email = await register(owner);
    expect((await owner.visit(`/confirm-email/${link}`)).heading).toBe("Open this link where you signed up");
    expect(countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email)).toBe(0);
  });
});

describe("a browser that registers the same address again", () => {
  it("is sent one email, and its code confirms what was typed last", async () => {
    const email = newEmail("twice");
    const owner = app.visitor();
    await register(owner, email);
    await owner.visit("/register");
    await owner.submit("Create account", { ...registration(email), "First name": "Greta" });
    expect([emailsTo(email).length, countOf("accounts", "email = ?", email)]).toEqual([1, 1]);
    await confirmWith(owner, codeFor(email));
    expect(owner.page.path).toBe("/dashboard");
    expect(countOf("accounts", "email = ? AND first_name = 'Greta'", email)).toBe(1);
  });
});

describe("links for a new password that a stranger asks for", () => {
  it.each([12, 100])("%i times: the owner asks, and chooses a new one with the newest link", async (times) => {
    const { email } = await becomeCustomer(app);
    const ask = async (browser: Visitor) => {
      await browser.visit("/forgot-password");
      return await browser.submit("Send the link", { "Email address": email });
    };
    const strangers = Array.from({ length: times }, () => app.visitor());
    for (const stranger of strangers) await ask(stranger);
    const owner = app.visitor();
    const said = (await ask(owner)).text("main");
    expect(said).toContain("If there’s an account with that address, we’ve emailed you a link");
    expect(said).not.toMatch(/link sent|on its way/i);
    const links = emailsTo(email).flatMap(({ text }) => /\/reset-password\?token=\S+/.exec(text)?.[0] ?? []);
    expect(links.length).toBeLessThanOrEqual(3);
    await owner.visit(links.at(-1) ?? "");
    const passwords = { "New password": "Four-limes-88", "Confirm new password": "Four-limes-88" };
    await owner.submit("Save the new password", passwords);
    expect((await signIn(app.visitor(), email, "Four-limes-88")).path).toBe("/dashboard");
    expect((await signIn(app.visitor(), email, PASSWORD)).status).toBe(422);
  });

  it("an hour later the owner is sent a new one, however often strangers asked meanwhile", async () => {
    const { email } = await becomeCustomer(app);
    const ask = async () => {
      const browser = app.visitor();
      await browser.visit("/forgot-password");
      await browser.submit("Send the link", { "Email address": email });
    };
    const newest = () => /\/reset-password\?token=\S+/.exec(emailsTo(email).at(-1)?.text ?? "")?.[0] ?? "";
    for (let round = 0; round < 5; round += 1) {
      for (let time = 0; time < 4; time += 1) await ask();
      const owner = app.visitor();
      await owner.visit(newest());
      expect(owner.page.heading, `round ${round}`).toMatch(/^Choose a/);
      for (const table of ["attempts SET at = at - 2100000", "one_time_codes SET expires_at = expires_at - 2100000"])
        change(`UPDATE ${table}`);
    }
  });
});
