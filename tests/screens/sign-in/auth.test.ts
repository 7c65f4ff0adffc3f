import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, signIn } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { chooseLoop } from "../support/purchases";
import { change, countOf, emailsTo, useUp } from "../support/records";
import { newEmail, PASSWORD, register, registration } from "../support/registrations";

const app = await openApp();
expectNothingBreaks();

const WRONG = "Login failed. Please check your credentials.";

describe("signing in", () => {
  it("leads to the dashboard with a cookie no script can read", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    await browser.visit("/auth");
    const fillings = { "Email address": email.toUpperCase(), Password: PASSWORD };
    const page = await browser.submit("Sign in", fillings, { follow: false });
    expect([page.status, page.location]).toEqual([303, "/dashboard"]);
    const cookie = page.headers.getSetCookie().find((line) => line.startsWith("loop_session="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect((await browser.visit("/dashboard")).heading).toBe("You don’t have a loop yet");
  });

  it("is not offered to somebody who is signed in", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit("/auth", { follow: false });
    expect([page.status, page.location]).toEqual([302, "/dashboard"]);
  });

  it("brings people with a chosen loop to payment, and shows it meanwhile", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    await chooseLoop(browser);
    await browser.visit("/auth");
    expect(browser.page.text()).toContain("We’re keeping your Family Adventures loop while you sign in.");
    await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
    expect(browser.page.path).toBe("/payment");
  });

  it.each([
    ...["/book", "/checkout", "/loop-end-date", "/proof/abc", "/loop-settings/abc", "/entry?loop=abc&week=3"],
    ...["/account-settings/orders/abc/cancel", "/account-settings/orders/abc/address"],
    ...["/account-settings/gifts/abc", "/account-settings/addresses/new?for=checkout"],
  ])("brings people back to %s", async (wanted) => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    const page = await browser.visit(wanted);
    expect(page.path).toBe("/auth");
    expect(page.text()).toContain("Please sign in first.");
    const fillings = { "Email address": email, Password: PASSWORD };
    expect((await browser.submit("Sign in", fillings, { follow: false })).location).toBe(wanted);
    await browser.visit("/logout");
    await browser.submit("Logout");
    await signIn(browser, email);
    expect(browser.page.path).toBe("/dashboard");
  });

  it("with an address that is not confirmed yet asks for a code first", async () => {
    const browser = app.visitor();
    const email = await register(app.visitor());
    change("UPDATE one_time_codes SET created_at = created_at - 121000 WHERE sent_to = ?", email);
    const page = await signIn(browser, email);
    expect(page.path).toBe("/verify-email");
    expect(page.text()).toContain(email);
    expect(emailsTo(email)).toHaveLength(2);
  });

  it("twice from one page ends signed in", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    await browser.visit("/auth");
    const twin = anotherWindow(app, { browser });
    await twin.visit("/auth");
    const fillings = { "Email address": email, Password: PASSWORD };
    await browser.submit("Sign in", fillings);
    await twin.submit("Sign in", fillings);
    expect([browser.page.path, twin.page.path]).toEqual(["/dashboard", "/dashboard"]);
  });
});

describe("a sign-in that does not fit", () => {
  it.each([
    ["nothing", "", ""],
    ["no password", "margaret@example.org", ""],
    ["no address", "", PASSWORD],
  ])("%s: both are asked for", async (_, email, password) => {
    const page = await signIn(app.visitor(), email, password);
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Sign in – Loop");
    expect(page.errorSummary()).toEqual(["Please fill in all fields"]);
    expect(page.field("Email address")).toMatchObject({ value: email, isWrong: email === "" });
    expect(page.field("Password").isWrong).toBe(password === "");
    expect(page.body).not.toContain(PASSWORD);
  });

  it.each([
    ["a wrong password", (email: string) => [email, "Three-lemons-8"]],
    ["an unknown address", () => [newEmail(), PASSWORD]],
    ["an address in many scripts", () => [MANY_SCRIPTS, PASSWORD]],
    ["control characters", () => [CONTROLS, CONTROLS]],
    ["a password of a thousand characters", (email: string) => [email, "a".repeat(1000)]],
    ["a password of more", (email: string) => [email, "a".repeat(1001)]],
  ])("%s gets the one response for all", async (_, credentials) => {
    const { email } = await becomeCustomer(app);
    const [typed = "", password = ""] = credentials(email);
    const page = await signIn(app.visitor(), typed, password);
    expect(page.status).toBe(422);
    expect(page.errorSummary()).toEqual([WRONG]);
    expect(page.field("Password").value).toBe("");
    if (typed === email) expect(page.field("Email address").value).toBe(email);
  });

  it("an address of a thousand and one characters gets an error", async () => {
    const page = await signIn(app.visitor(), `${"m".repeat(990)}@example.org`);
    expect(page.errorSummary()).toEqual(["Please enter a valid email address"]);
  });

  it("ten wrong passwords within a quarter of an hour are the most, from wherever", async () => {
    const { email } = await becomeCustomer(app);
    for (let time = 0; time < 10; time += 1) await signIn(app.visitor(), email, "Three-lemons-8");
    const page = await signIn(app.visitor(), email);
    expect(page.status).toBe(422);
    expect(page.errorSummary()).toEqual(["Too many attempts. Please wait a quarter of an hour and try again."]);
  });

  it("thirty tries from one place are the most, for whomever", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    useUp("sign_in_address", browser.address, 30);
    expect((await signIn(browser, email)).errorSummary()).toEqual([
      "Too many attempts. Please wait a quarter of an hour and try again.",
    ]);
  });

  it("a suspended account is out at once wherever it was in, and its password alone is told whom to write to", async () => {
    const { browser, email } = await becomeCustomer(app);
    change("UPDATE accounts SET status = 'suspended' WHERE email = ?", email);
    expect((await signIn(app.visitor(), email, "Wrong-42-finches")).errorSummary()).toEqual([WRONG]);
    const visitor = app.visitor();
    // Its tries are not used up by its own password.
    for (let time = 0; time < 12; time += 1) {
      expect((await signIn(visitor, email)).errorSummary()).toEqual([
        expect.stringMatching(/^Your account is suspended\. Please email \S+@\S+ and we’ll look into it\.$/),
      ]);
    }
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
  });

  it("a sign-in lapses after fourteen days without a visit, and after thirty at most", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    const days = 86_400_000;
    change("UPDATE sessions SET seen_at = ? WHERE account_id = ?", Date.now() - 13.9 * days, accountId);
    expect((await browser.visit("/dashboard")).heading).toBe("You don’t have a loop yet");
    change("UPDATE sessions SET seen_at = ? WHERE account_id = ?", Date.now() - 14 * days, accountId);
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
    const now = Date.now();
    change("UPDATE sessions SET seen_at = ?, expires_at = ? WHERE account_id = ?", now, now, accountId);
    expect((await browser.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
  });
});

describe("logging out", () => {
  it("is asked for first, and done by a form", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit("/logout");
    expect(page.heading).toBe("Sign out?");
    expect((await browser.visit("/dashboard")).heading).toBe("You don’t have a loop yet");
  });

  it("ends the session in the browser and in the database, and forgets the journey", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await chooseLoop(browser);
    const stolen = anotherWindow(app, { browser });
    await browser.visit("/logout");
    const page = await browser.submit("Logout", {}, { follow: false });
    expect([page.status, page.location]).toEqual([303, "/"]);
    expect(page.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(browser.cookies.get("loop_session")).toBeUndefined();
    expect(browser.cookies.get("loop_journey")).toBeUndefined();
    expect(countOf("sessions", "account_id = ?", accountId)).toBe(0);
    expect((await stolen.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/begin");
  });

  it("twice, or by somebody who was never in, is nothing to remark on", async () => {
    const { browser } = await becomeCustomer(app);
    await browser.visit("/logout");
    const twin = anotherWindow(app, { browser });
    await twin.visit("/logout");
    await browser.submit("Logout");
    const page = await twin.submit("Logout", {}, { follow: false });
    expect([page.status, page.location]).toEqual([303, "/"]);
    const stranger = app.visitor();
    await stranger.visit("/logout");
    expect((await stranger.submit("Logout", {}, { follow: false })).location).toBe("/");
  });

  it("makes a form that was open elsewhere ask to be sent once more, with its words", async () => {
    const { browser } = await becomeCustomer(app);
    await browser.visit("/logout");
    await browser.submit("Logout");
    await browser.visit("/register");
    const open = browser.page;
    await browser.visit("/logout");
    await browser.submit("Logout");
    const token = open.field("csrf").value;
    await browser.visit("/register");
    const page = await browser.submit("Create account", registration(newEmail()), {
      without: ["csrf"],
      extra: [["csrf", token]],
    });
    expect([page.status, page.heading]).toEqual([403, "Please send that again"]);
    expect(page.body).not.toContain(PASSWORD);
    expect((await browser.submit("Send it again")).field("First name").value).toBe("Margaret");
  });
});

it.each([
  ["/auth", "Sign in", "email"],
  ["/logout", "Logout", "anything"],
])("whatever is sent to %s gets a clear response", async (place, button, field) => {
  const arrive = (visitor: Visitor) => visitor.visit(place);
  await sendEverythingOdd(app.visitor(), { arrive, button, field });
  await sendTwoMegabytes(app.visitor(), { arrive, button, field });
});
