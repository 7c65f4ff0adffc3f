import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Fillings } from "../../support/html-form";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { chooseLoop } from "../support/purchases";
import { change, countOf, emailsTo, rowOf, rowsOf, useUp } from "../support/records";
import { newEmail, PASSWORD, registration } from "../support/registrations";

const app = await openApp();
expectNothingBreaks();

async function fillIn(changes: Fillings = {}, browser = app.visitor()): Promise<Visitor> {
  await browser.visit("/register");
  await browser.submit("Create account", { ...registration(newEmail()), ...changes }, { follow: false });
  return browser;
}

const TERMS = "You must accept the Terms & Conditions and Privacy Policy";

describe("opening an account", () => {
  it("sends a code to the address and goes on to ask for it", async () => {
    const email = newEmail();
    const browser = await fillIn({ "Email address": email });
    expect([browser.page.status, browser.page.location]).toEqual([303, "/verify-email"]);
    expect((await browser.visit("/verify-email")).text()).toContain(email);
    expect(emailsTo(email).map(({ kind }) => kind)).toEqual(["verification_code"]);
    expect(rowOf("SELECT * FROM accounts WHERE email = ?", email)).toMatchObject({
      first_name: "Margaret",
      last_name: "Okafor",
      email_verified_at: null,
    });
  });

  it("says what a password needs, and shows nothing that only a script can work", async () => {
    const page = (await app.visitor().visit("/register")).text("main");
    expect(page).toContain("At least 8 characters");
    for (const words of ["Strength:", "Show"]) expect(page).not.toContain(words);
  });

  it("writes down a yes to the occasional email with its words, and nothing where it was not given", async () => {
    const [yes, no] = [newEmail(), newEmail()];
    await fillIn({ "Email address": yes, marketingOptIn: true });
    await fillIn({ "Email address": no });
    const consents = rowsOf("SELECT email, given, wording FROM consents JOIN accounts ON accounts.id = account_id");
    expect(consents).toEqual([
      { email: yes, given: 1, wording: "Send me the occasional email about new loops and offers" },
    ]);
  });

  it("keeps the chosen loop in sight meanwhile", async () => {
    const browser = app.visitor();
    await chooseLoop(browser);
    const page = await browser.visit("/register");
    expect(page.text()).toContain("We’re keeping your Family Adventures loop while you create an account.");
  });

  it("is not offered to somebody who is signed in", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit("/register", { follow: false });
    expect([page.status, page.location]).toEqual([302, "/dashboard"]);
  });

  it("treats an address that is somebody's already like any other, and writes to its owner", async () => {
    const { email } = await becomeCustomer(app);
    const browser = await fillIn({ "Email address": email.toUpperCase() });
    expect([browser.page.status, browser.page.location]).toEqual([303, "/verify-email"]);
    expect((await browser.visit("/verify-email")).heading).toBe("Check your email");
    expect(
      emailsTo(email.toUpperCase().replace(/@.*/, (domain) => domain.toLowerCase())).map(({ kind }) => kind),
    ).toEqual(["account_exists"]);
    expect(countOf("accounts", "lower(email) = ? AND email_verified_at IS NOT NULL", email)).toBe(1);
  });

  it("takes an address with accents before the @ once our relay announced that it does", async () => {
    change("INSERT INTO settings (key, value, updated_at) VALUES ('relay_takes_accents', 'true', 0)");
    const browser = await fillIn({ "Email address": "MÉRE@example.org" });
    change("DELETE FROM settings WHERE key = 'relay_takes_accents'");
    expect([browser.page.status, browser.page.location]).toEqual([303, "/verify-email"]);
    expect(emailsTo("mére@example.org").map(({ kind }) => kind)).toEqual(["verification_code"]);
  });

  it("takes names in any script, without the characters that hide in them", async () => {
    const email = newEmail();
    await fillIn({ "Email address": email, "First name": MANY_SCRIPTS, "Last name": CONTROLS });
    expect(rowOf("SELECT first_name, last_name FROM accounts WHERE email = ?", email)).toEqual({
      first_name: MANY_SCRIPTS,
      last_name: "be fore and [31m after",
    });
  });
});

describe("a registration that does not fit", () => {
  it.each<[sentence: string, field: string, changes: Fillings]>([
    ["First name is required", "First name", { "First name": " " }],
    ["First name must be 60 characters or less", "First name", { "First name": "M".repeat(61) }],
    ["Last name is required", "Last name", { "Last name": "" }],
    ["Last name must be 60 characters or less", "Last name", { "Last name": "O".repeat(61) }],
    ["Email address is required", "Email address", { "Email address": "" }],
    ["Please enter a valid email address", "Email address", { "Email address": "margaret at home" }],
    ["Please enter a valid email address", "Email address", { "Email address": `m@${"long.".repeat(50)}example` }],
    ["Please enter a valid email address", "Email address", { "Email address": `${"m".repeat(65)}@example.org` }],
    [
      "We can’t send email to an address with accents or other scripts before the @. Please enter another",
      "Email address",
      { "Email address": "mére@example.org" },
    ],
    ["Password is required", "Password", { Password: "", "Confirm password": "" }],
    ["Password must be at least 8 characters long", "Password", { Password: "Ab1!efg" }],
    ["Password must be 128 characters or less", "Password", { Password: `Ab1!${"x".repeat(125)}` }],
    ["Password must contain at least one uppercase letter", "Password", { Password: "three-lemons-7" }],
    ["Password must contain at least one lowercase letter", "Password", { Password: "THREE-LEMONS-7" }],
    ["Password must contain at least one number", "Password", { Password: "Three-lemons" }],
    ["Password must contain at least one special character", "Password", { Password: "ThreeLemons7" }],
    [
      "That password is too easy to guess. Please choose another",
      "Password",
      { Password: "Password1!", "Confirm password": "Password1!" },
    ],
    ["Please confirm your password", "Confirm password", { "Confirm password": "" }],
    ["Passwords do not match", "Confirm password", { "Confirm password": "Three-lemons-8" }],
    [TERMS, "acceptedTerms", { acceptedTerms: false }],
    [TERMS, "acceptedPrivacy", { acceptedPrivacy: false }],
  ])("is told: %s", async (sentence, field, changes) => {
    const before = countOf("accounts");
    const { page } = await fillIn(changes);
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Create your account – Loop");
    expect(page.errorSummary()).toContain(sentence);
    expect(page.field(field)).toMatchObject({ isWrong: true, error: sentence });
    expect(countOf("accounts")).toBe(before);
  });

  it("gets every error at once where it is empty", async () => {
    const browser = app.visitor();
    await browser.visit("/register");
    const page = await browser.submit("Create account");
    expect(page.status).toBe(422);
    expect(page.errorSummary()).toEqual([
      ...["First name is required", "Last name is required", "Email address is required"],
      ...["Password is required", "Please confirm your password", TERMS],
    ]);
  });

  it("keeps what was typed and ticked, but for the passwords", async () => {
    const { page } = await fillIn({
      "Email address": "nobody",
      "First name": MANY_SCRIPTS,
      marketingOptIn: true,
    });
    expect(page.field("First name").value).toBe(MANY_SCRIPTS);
    expect(page.field("Last name").value).toBe("Okafor");
    expect(page.field("Email address").value).toBe("nobody");
    for (const box of ["acceptedTerms", "acceptedPrivacy", "marketingOptIn"]) {
      expect(page.field(box).isSelected).toBe(true);
    }
    expect(page.field("Password").value).toBe("");
    expect(page.field("Confirm password").value).toBe("");
    expect(page.body).not.toContain(PASSWORD);
  });

  it("can be mended on the page that came back", async () => {
    const browser = await fillIn({ "Email address": "nobody" });
    const email = newEmail();
    const passwords = { Password: PASSWORD, "Confirm password": PASSWORD };
    await browser.submit("Create account", { "Email address": email, ...passwords });
    expect(browser.page.path).toBe("/verify-email");
    expect(countOf("accounts", "email = ?", email)).toBe(1);
  });
});

describe("a registration that is sent again", () => {
  it("twice in a row ends in one account", async () => {
    const email = newEmail();
    const browser = app.visitor();
    await browser.visit("/register");
    const again = app.visitor();
    for (const name of browser.cookies.names()) again.cookies.plant(name, browser.cookies.get(name) ?? "");
    await again.visit("/register");
    await browser.submit("Create account", registration(email));
    await again.submit("Create account", registration(email));
    const codes = emailsTo(email).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? "");
    expect(codes).toHaveLength(2);
    await again.submit("Confirm my email", { "Your 6-digit code": codes[1] ?? "" });
    await browser.submit("Confirm my email", { "Your 6-digit code": codes[0] ?? "" });
    expect(browser.page.status).toBe(422);
    expect(countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email)).toBe(1);
  });

  it("more than twenty times an hour from one place is asked to wait", async () => {
    const browser = app.visitor();
    useUp("register_address", browser.address, 19);
    expect((await fillIn({}, browser)).page.status).toBe(303);
    expect((await fillIn({}, browser)).page.status).toBe(429);
    expect(browser.page.text("main")).toContain("Too many requests. Please wait a moment and try again.");
  });

  it("from a page that was open since before a logout is kept, passwords aside, to be sent once more", async () => {
    const { browser } = await becomeCustomer(app);
    const other = app.visitor();
    await other.visit("/register");
    other.cookies.plant("loop_form", browser.cookies.get("loop_form") ?? "");
    const page = await other.submit("Create account", registration(newEmail()));
    expect(page.status).toBe(403);
    expect(page.heading).toBe("Please send that again");
    expect(page.body).not.toContain(PASSWORD);
    const back = await other.submit("Send it again");
    expect(back.status).toBe(422);
    expect(back.field("First name").value).toBe("Margaret");
    expect(back.errorSummary()).toContain("Password is required");
  });
});

it("whatever is sent to the registration gets a clear response", async () => {
  const browser = app.visitor();
  const arrive = (visitor: Visitor) => visitor.visit("/register");
  for (const field of ["email", "password"]) {
    await sendEverythingOdd(browser, { arrive, button: "Create account", field });
  }
  await sendTwoMegabytes(browser, { arrive, button: "Create account", field: "firstName" });
  expect(countOf("accounts", "email = 'x'")).toBe(0);
});
