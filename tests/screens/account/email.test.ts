import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, signIn } from "../support/customers";
import { expectClearResponses } from "../support/hostile-forms";
import { change, emailsTo, rowOf, useUp } from "../support/records";
import { newEmail, PASSWORD } from "../support/registrations";

const app = await openApp();
expectNothingBreaks();

const SETTINGS = "/account-settings";

const codeAt = (email: string) =>
  /\b\d{6}\b/.exec(emailsTo(email).findLast(({ kind }) => kind === "email_change_code")?.text ?? "")?.[0] ?? "";

async function askForAddress(browser: Visitor, email: string, password = PASSWORD) {
  await browser.visit(SETTINGS);
  return await browser.submit("Send the code", { "New email address": email, "Current password": password });
}

describe("another e-mail address", () => {
  it("is confirmed by a code, and meanwhile the old one signs in", async () => {
    const { browser, email } = await becomeCustomer(app);
    const wanted = newEmail("new");
    const page = await askForAddress(browser, wanted);
    expect(page.redirects).toEqual([{ status: 303, location: "/account-settings/email" }]);
    expect(page.text("main")).toContain(`Check ${wanted} for a 6-digit code`);
    expect((await browser.visit(SETTINGS)).text("main")).toContain(`We’ve sent a code to ${wanted}.`);
    expect((await signIn(app.visitor(), email)).path).toBe("/dashboard");
    expect((await signIn(app.visitor(), wanted)).status).toBe(422);
    await browser.visit("/account-settings/email");
    await browser.submit("Confirm my new email address", { "Your 6-digit code": codeAt(wanted) });
    expect(browser.page.text("main")).toContain("Your new email address is confirmed.");
    expect(browser.page.text(".email-now")).toContain(wanted);
    expect((await signIn(app.visitor(), wanted)).path).toBe("/dashboard");
    expect((await signIn(app.visitor(), email)).status).toBe(422);
    expect(emailsTo(email).at(-1)?.kind).toBe("email_changed");
  });

  it("that refuses our email is said to, where its code is waited for", async () => {
    const { browser } = await becomeCustomer(app);
    const wanted = newEmail("refusing");
    await askForAddress(browser, wanted);
    change("UPDATE emails SET state = 'dead', failure = '550 5.1.1 No such user' WHERE to_email = ?", wanted);
    const page = await browser.visit("/account-settings/email");
    expect(page.text("main")).toContain(`Our email to ${wanted} couldn’t be delivered.`);
  });

  it("that is somebody's gets the same pages as one that is free", async () => {
    const [one, other] = [await becomeCustomer(app), await becomeCustomer(app)];
    const free = newEmail("free");
    const pages = [];
    for (const [{ browser }, wanted] of [
      [await becomeCustomer(app), one.email],
      [other, free],
    ] as const) {
      const page = await askForAddress(browser, wanted);
      const own = rowOf(
        "SELECT email FROM accounts WHERE id = (SELECT account_id FROM one_time_codes WHERE sent_to = ? AND purpose = 'change_email')",
        wanted,
      );
      pages.push([
        page.status,
        page
          .text("main")
          .replaceAll(wanted, "…")
          .replaceAll(String(own.email), "–")
          .replace(/\d+ seconds/, ""),
      ]);
      const wrong = await browser.submit("Confirm my new email address", { "Your 6-digit code": "000000" });
      pages.push([wrong.status, wrong.errorSummary()]);
    }
    expect(pages.slice(0, 2)).toEqual(pages.slice(2));
    expect(emailsTo(one.email).at(-1)?.kind).toBe("account_exists");
  });

  it.each([
    ["nothing", "", "", ["New email address is required", "Current password is required"]],
    ["no address", "margaret", PASSWORD, ["Please enter a valid email address"]],
    ["a wrong password", "m@example.org", "Three-lemons-8", ["That isn’t your current password"]],
    [
      "a password of more than a thousand characters",
      "m@example.org",
      "x".repeat(1001),
      ["That isn’t your current password"],
    ],
  ])("with %s is refused, the form stays open, and the password is dropped", async (_, typed, password, sentences) => {
    const { browser } = await becomeCustomer(app);
    const page = await askForAddress(browser, typed, password);
    expect([page.status, page.errorSummary()]).toEqual([422, sentences]);
    expect(page.field("New email address").value).toBe(typed);
    expect(page.field("Current password").value).toBe("");
    expect(page.find("details.more-fields").hasAttribute("open")).toBe(true);
    if (password !== "") expect(page.body).not.toContain(password);
  });

  it("that one has already is said to be so", async () => {
    const { browser, email } = await becomeCustomer(app);
    expect((await askForAddress(browser, email)).errorSummary()).toEqual(["That’s already your email address"]);
  });

  it("is not asked for by guessing passwords", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    useUp("password_checks", accountId, 10);
    expect((await askForAddress(browser, newEmail())).errorSummary()).toEqual([
      "Too many attempts. Please wait a quarter of an hour and try again.",
    ]);
  });

  it("can have its code sent again, after two minutes", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    const wanted = newEmail("again");
    await askForAddress(browser, wanted);
    expect((await browser.submit("Send another code")).text("main")).toContain("We’ve just sent you a code.");
    change("UPDATE one_time_codes SET created_at = created_at - 120000 WHERE account_id = ?", accountId);
    expect((await browser.submit("Send another code")).text("main")).toContain(
      "We’ll email you another code if we can.",
    );
    expect(emailsTo(wanted)).toHaveLength(2);
  });

  it("waits for nobody who did not ask", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit("/account-settings/email");
    expect(page.heading).toBe("Nothing to confirm");
    expect((await app.visitor().visit("/account-settings/email")).path).toBe("/auth");
  });

  it("is not confirmed by six other characters, nor by endless guessing", async () => {
    const { browser } = await becomeCustomer(app);
    await askForAddress(browser, newEmail());
    const page = await browser.submit("Confirm my new email address", { "Your 6-digit code": "12345" });
    expect(page.errorSummary()).toEqual(["Please enter a valid 6-digit verification code"]);
    useUp("code_guesses_address", browser.address, 60);
    expect((await browser.submit("Confirm my new email address", { "Your 6-digit code": "123456" })).status).toBe(429);
  });
});

it("whatever is sent to “Send the code” gets a clear response", async () => {
  const { browser } = await becomeCustomer(app);
  const arrive = (visitor: Visitor) => visitor.visit(SETTINGS);
  await expectClearResponses(browser, { arrive, button: "Send the code", field: "newEmail" });
});
