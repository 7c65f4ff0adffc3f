import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { anotherWindow, becomeCustomer, signIn } from "../screens/support/customers";
import { chooseLoop } from "../screens/support/purchases";
import { countOf, emailsTo, useUp as exhaust } from "../screens/support/records";
import { newEmail, PASSWORD } from "../screens/support/registrations";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";

const app = await openApp();
expectNothingBreaks();

const TOO_MANY = "Too many attempts. Please wait a quarter of an hour and try again.";
const NEW_PASSWORD = "Four-lemons-8";

async function logOut(browser: Visitor) {
  await browser.visit("/logout");
  await browser.submit("Logout");
}

/** Strangers guess at this account until its limit is reached. */
async function guessAt(email: string) {
  await signIn(app.visitor(), email, "Three-lemons-8");
  exhaust("sign_in_account", createHash("sha256").update(email).digest("base64url"), 9);
  expect((await signIn(app.visitor(), email)).errorSummary()).toEqual([TOO_MANY]);
}

describe("a browser its owner has signed in with", () => {
  it("lets the owner in while strangers guess, also after a logout", async () => {
    const { browser, email } = await becomeCustomer(app);
    await logOut(browser);
    await guessAt(email);
    expect((await signIn(browser, email.toUpperCase())).path).toBe("/dashboard");
  });

  it("is known by a cookie no script can read, which signs nobody in", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    await browser.visit("/auth");
    const fillings = { "Email address": email, Password: PASSWORD };
    const page = await browser.submit("Sign in", fillings, { follow: false });
    const cookie = page.headers.getSetCookie().find((line) => line.startsWith("loop_device="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toMatch(/Domain=/);
    const other = app.visitor();
    other.cookies.plant("loop_device", browser.cookies.get("loop_device") ?? "");
    expect((await other.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
  });

  it("that belongs to a family knows each of them", async () => {
    const [ada, ben] = [await becomeCustomer(app), await becomeCustomer(app)];
    const browser = app.visitor();
    for (const { email } of [ada, ben]) {
      await signIn(browser, email);
      await logOut(browser);
    }
    await guessAt(ada.email);
    await guessAt(ben.email);
    for (const { email } of [ada, ben]) {
      expect((await signIn(browser, email)).path).toBe("/dashboard");
      await logOut(browser);
    }
  });

  it("is a stranger’s once the password was changed elsewhere; the one that changed it is known", async () => {
    const { browser, email } = await becomeCustomer(app);
    const other = app.visitor();
    await signIn(other, email);
    await browser.visit("/account-settings?tab=password");
    await browser.submit("Change Password", {
      "Current password": PASSWORD,
      "New password": NEW_PASSWORD,
      "Confirm new password": NEW_PASSWORD,
    });
    await logOut(browser);
    await guessAt(email);
    expect((await signIn(other, email, NEW_PASSWORD)).errorSummary()).toEqual([TOO_MANY]);
    expect((await signIn(browser, email, NEW_PASSWORD)).path).toBe("/dashboard");
  });

  it("is also the one in which a new password was chosen by email", async () => {
    const { email } = await becomeCustomer(app);
    await guessAt(email);
    const browser = app.visitor();
    await browser.visit("/forgot-password");
    await browser.submit("Send the link", { "Email address": email });
    const link = /\/reset-password\?token=[\w-]+/.exec(emailsTo(email).at(-1)?.text ?? "")?.[0] ?? "";
    await browser.visit(link);
    const passwords = { "New password": NEW_PASSWORD, "Confirm new password": NEW_PASSWORD };
    expect((await browser.submit("Save the new password", passwords)).path).toBe("/auth");
    expect((await signIn(browser, email, NEW_PASSWORD)).path).toBe("/dashboard");
  });

  it.each([
    ["forged", "eyJhIjoxfQ=="],
    ["empty", ""],
    ["of another shape", "IngiOw%3D%3D.abc"],
  ])("is not one whose cookie is %s", async (_, value) => {
    const { email } = await becomeCustomer(app);
    await guessAt(email);
    const browser = app.visitor();
    browser.cookies.plant("loop_device", value);
    expect((await signIn(browser, email)).errorSummary()).toEqual([TOO_MANY]);
  });

  it("still signs in if others have used up the attempts of the address", async () => {
    const { browser, email } = await becomeCustomer(app);
    await logOut(browser);
    exhaust("sign_in_address", browser.address, 30);
    expect((await signIn(browser, email)).path).toBe("/dashboard");
  });
});

describe("signing in", () => {
  it("gives a key of its own: one that was planted before stays nobody’s, and the journey stays", async () => {
    const { email } = await becomeCustomer(app);
    const stranger = await becomeCustomer(app);
    const planted = stranger.browser.cookies.get("loop_session") ?? "";
    await logOut(stranger.browser);
    const browser = app.visitor();
    await chooseLoop(browser);
    browser.cookies.plant("loop_session", planted);
    expect((await signIn(browser, email)).path).toBe("/payment");
    expect(browser.cookies.get("loop_session")).not.toBe(planted);
    const thief = app.visitor();
    thief.cookies.plant("loop_session", planted);
    expect((await thief.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
  });

  it("over somebody’s sign-in ends that one", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    const { email } = await becomeCustomer(app);
    const open = app.visitor();
    await open.visit("/auth");
    for (const name of browser.cookies.names()) open.cookies.plant(name, browser.cookies.get(name) ?? "");
    const window = anotherWindow(app, { browser });
    await browser.visit("/logout");
    expect(countOf("sessions", "account_id = ?", accountId)).toBe(1);
    const token = browser.page.field("csrf").value;
    const fillings = { "Email address": email, Password: PASSWORD };
    await open.submit("Sign in", fillings, { without: ["csrf"], extra: [["csrf", token]] });
    expect(open.page.path).toBe("/dashboard");
    expect(countOf("sessions", "account_id = ?", accountId)).toBe(0);
    expect((await window.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
  });

  it("with an address nobody has makes no browser known", async () => {
    const browser = app.visitor();
    await signIn(browser, newEmail());
    expect(browser.cookies.get("loop_device")).toBeUndefined();
  });
});
