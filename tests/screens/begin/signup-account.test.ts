import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Fillings } from "../../support/html-form";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, signIn } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { change, codeFor, countOf, emailsTo, rowOf, rowsOf, useUp } from "../support/records";
import { newEmail, PASSWORD } from "../support/registrations";
import { atAddress, atVerify, registration, SIGNUP, stepOf } from "../support/signup";

const app = await openApp();
expectNothingBreaks();

async function fillIn(changes: Fillings = {}, browser = app.visitor()): Promise<Visitor> {
  await browser.visit(SIGNUP);
  await browser.submit("Continue", { ...registration(newEmail()), ...changes }, { follow: false });
  return browser;
}

const BOTH = "Please accept both the Terms & Conditions and Privacy Policy";

describe("the first step", () => {
  it("says what is bought and what it costs, where the terms are, and that only UK addresses are delivered to", async () => {
    const browser = app.visitor();
    const page = await browser.visit(SIGNUP);
    expect(page.status).toBe(200);
    expect(page.text("main")).toContain("£69.99");
    expect(page.text("main")).toContain("Free P&P");
    expect(page.text("main")).toContain("We only deliver to UK addresses");
    expect(page.links()).toContainEqual({ words: "Terms & Conditions", href: "/terms" });
    expect(page.links()).toContainEqual({ words: "Privacy Policy", href: "/privacy" });
    expect(page.find('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    expect(page.find("[aria-current=step]").text).toContain("Account");
    expect(page.field("marketingOptIn").isSelected).toBe(false);
  });

  it("can be found from where a loop begins", async () => {
    const page = await app.visitor().visit("/begin");
    expect(page.links().map(({ href }) => href)).toContain(SIGNUP);
  });

  it("leads those who have an account by the login page and back", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    const page = await browser.visit(SIGNUP);
    const link = page.links().find(({ words }) => words === "Please use the login page");
    expect(link?.href).toMatch(/^\/auth\b/);
    await browser.visit(link?.href ?? "");
    expect(browser.page.path).toBe("/auth");
    await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
    expect([browser.page.path, stepOf(browser)]).toEqual([SIGNUP, "Address"]);
    expect((await signIn(app.visitor(), email)).path).toBe("/dashboard");
  });

  it.each(["//evil.example", "https://evil.example/", "nowhere", "constructor", ""])(
    "no other place can be named as the one to come back to: %s",
    async (place) => {
      const browser = app.visitor();
      const page = await browser.visit(`/auth?then=${encodeURIComponent(place)}`, { follow: false });
      expect([page.status, page.location]).toEqual([200, null]);
      expect(browser.cookies.names()).not.toContain("loop_journey");
    },
  );

  it("sends a code and asks for it, and notes what was agreed to and where", async () => {
    const [yes, no] = [newEmail(), newEmail()];
    const browser = await fillIn({ "Email address": yes, marketingOptIn: true });
    await fillIn({ "Email address": no });
    expect([browser.page.status, browser.page.location]).toEqual([303, SIGNUP]);
    expect((await browser.visit(SIGNUP)).text("main")).toContain(yes);
    expect(stepOf(browser)).toBe("Verify");
    expect(emailsTo(yes).map(({ kind }) => kind)).toEqual(["verification_code"]);
    const data = rowOf("SELECT * FROM accounts WHERE email = ?", yes);
    expect(data).toMatchObject({ first_name: "Nora", last_name: "Whitfield", email_verified_at: null });
    expect(data.terms_accepted_at).toBeTruthy();
    expect(data.privacy_accepted_at).toBeTruthy();
    expect(
      rowsOf("SELECT email, given, wording, source FROM consents JOIN accounts ON accounts.id = account_id"),
    ).toEqual([
      {
        email: yes,
        given: 1,
        wording: "Send me the occasional email about new loops and offers",
        source: "streamlined-signup",
      },
    ]);
  });

  it("treats an address that is somebody's already like any other, and writes to its owner", async () => {
    const { email } = await becomeCustomer(app);
    const stranger = newEmail("margaret");
    const responses = [];
    for (const typed of [email, stranger]) {
      const browser = await fillIn({ "Email address": typed });
      const { status, location, body } = browser.page;
      const words = (await browser.visit(SIGNUP)).text().replaceAll(typed, "…");
      const wrong = await browser.submit("Confirm my email", { "Your 6-digit code": "000000" });
      responses.push({ status, location, body, words, refused: [wrong.status, wrong.errorSummary()] });
    }
    expect(responses[0]).toEqual(responses[1]);
    expect(emailsTo(email).at(-1)?.kind).toBe("account_exists");
    expect(countOf("accounts", "email = ? AND email_verified_at IS NOT NULL", email)).toBe(1);
  });
});

describe("a registration that does not fit", () => {
  it.each<[sentence: string, field: string, changes: Fillings]>([
    ["First name is required", "First name", { "First name": " " }],
    ["First name must be 60 characters or less", "First name", { "First name": "N".repeat(61) }],
    ["Last name is required", "Last name", { "Last name": CONTROLS.replace(/[a-z[\]0-9 ]/g, "") }],
    ["Last name must be 60 characters or less", "Last name", { "Last name": "W".repeat(61) }],
    ["Email address is required", "Email address", { "Email address": "" }],
    ["Please enter a valid email address", "Email address", { "Email address": "nora at home" }],
    ["Please enter a valid email address", "Email address", { "Email address": MANY_SCRIPTS }],
    ["Please enter a valid email address", "Email address", { "Email address": `${"n".repeat(65)}@example.org` }],
    ["Password must be at least 8 characters long", "Password", { Password: "" }],
    ["Password must be at least 8 characters long", "Password", { Password: "Ab1!efg" }],
    ["Password must contain at least one lowercase letter", "Password", { Password: "THREE LEMONS" }],
    ["Password must contain at least one uppercase letter", "Password", { Password: "three lemons" }],
    ["Password must contain at least one number", "Password", { Password: "Three Lemons" }],
    ["Password must contain at least one special character", "Password", { Password: "ThreeLemons7" }],
    ["Password must be 128 characters or less", "Password", { Password: `Ab1!${"x".repeat(125)}` }],
    ["That password is too easy to guess. Please choose another", "Password", { Password: "Password1!" }],
    [BOTH, "acceptedTerms", { acceptedTerms: false }],
    [BOTH, "acceptedPrivacy", { acceptedPrivacy: false }],
  ])("is told: %s", async (sentence, field, changes) => {
    const before = countOf("accounts");
    const { page } = await fillIn(changes);
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Begin a Classic Loop - Account – Loop");
    expect(page.errorSummary()).toEqual([sentence]);
    expect(page.field(field)).toMatchObject({ isWrong: true, error: sentence });
    expect(countOf("accounts")).toBe(before);
  });

  it("keeps what was typed and ticked, but for the password, and says what is met of the list", async () => {
    const { page } = await fillIn({ "Email address": "nobody", Password: "lemons-7", marketingOptIn: true });
    expect(page.field("First name").value).toBe("Nora");
    expect(page.field("Email address").value).toBe("nobody");
    for (const box of ["acceptedTerms", "acceptedPrivacy", "marketingOptIn"]) {
      expect(page.field(box).isSelected).toBe(true);
    }
    expect(page.field("Password").value).toBe("");
    expect(page.body).not.toContain("lemons-7");
    expect(page.find('[data-requirement="digit"]').text).toContain("met");
  });

  it("more than twenty times an hour from one place is asked to wait", async () => {
    const browser = app.visitor();
    useUp("register_address", browser.address, 20);
    expect((await fillIn({}, browser)).page.status).toBe(429);
  });
});

describe("the second step", () => {
  it.each(["", "12345", "12345a", "1234567", MANY_SCRIPTS, "1".repeat(101)])(
    "takes six digits: %j does not fit",
    async (code) => {
      const { browser } = await atVerify(app);
      const page = await browser.submit("Confirm my email", { "Your 6-digit code": code });
      expect(page.status).toBe(422);
      expect(page.errorSummary()).toEqual(["Please enter a valid 6-digit verification code"]);
    },
  );

  it("says that a code is wrong, and signs in with the right one", async () => {
    const { browser, email } = await atVerify(app);
    const code = codeFor(email);
    const wrong = code === "000000" ? "111111" : "000000";
    const page = await browser.submit("Confirm my email", { "Your 6-digit code": wrong });
    expect(page.status).toBe(422);
    expect(page.errorSummary()[0]).toContain("Verification failed. Please try again.");
    await browser.submit("Confirm my email", { "Your 6-digit code": code });
    expect(stepOf(browser)).toBe("Address");
    expect(browser.cookies.names()).toContain("loop_session");
    expect(browser.page.text("main")).toContain("Your email is confirmed.");
  });

  it("sends another code after two minutes and not before", async () => {
    const { browser, email } = await atVerify(app);
    await browser.submit("Send another code");
    expect(browser.page.text("main")).toContain("You asked for a code a moment ago.");
    expect(emailsTo(email)).toHaveLength(1);
    change("UPDATE one_time_codes SET created_at = created_at - 120000 WHERE sent_to = ?", email);
    await browser.submit("Send another code");
    expect(browser.page.text("main")).toContain("We’ll email you another code if we can. Check your email.");
    expect(emailsTo(email)).toHaveLength(2);
    await browser.submit("Confirm my email", { "Your 6-digit code": codeFor(email) });
    expect(stepOf(browser)).toBe("Address");
  });

  it("goes back with everything kept but the password, and takes another address", async () => {
    const wrong = newEmail("mistyped");
    const { browser } = await atVerify(app, wrong);
    await browser.visit(`${SIGNUP}?step=account`);
    expect(stepOf(browser)).toBe("Account");
    expect(browser.page.field("First name").value).toBe("Nora");
    expect(browser.page.field("Email address").value).toBe(wrong);
    expect(browser.page.field("Password").value).toBe("");
    expect(browser.page.field("acceptedTerms").isSelected).toBe(true);
    expect(browser.page.field("marketingOptIn").isSelected).toBe(false);
    const right = newEmail("nora");
    await browser.submit("Continue", { "Email address": right, Password: PASSWORD });
    expect(browser.page.text("main")).toContain(right);
    const old = await browser.submit("Confirm my email", { "Your 6-digit code": codeFor(wrong) });
    expect(old.status).toBe(422);
    await browser.submit("Confirm my email", { "Your 6-digit code": codeFor(right) });
    expect(stepOf(browser)).toBe("Address");
    expect(countOf("accounts", "email_verified_at IS NOT NULL AND email IN (?, ?)", wrong, right)).toBe(1);
  });

  it("pressed twice, or done in another tab, goes on", async () => {
    const { browser, email } = await atVerify(app);
    const other = anotherWindow(app, { browser });
    await other.visit(SIGNUP);
    const code = { "Your 6-digit code": codeFor(email) };
    await browser.submit("Confirm my email", code);
    await other.submit("Confirm my email", code);
    expect(other.page.path).toBe("/auth");
    await other.submit("Sign in", { "Email address": email, Password: PASSWORD });
    expect(stepOf(other)).toBe("Address");
  });

  it("done in another tab of the same browser sends a late registration or code to the step reached", async () => {
    const { browser, email } = await atVerify(app);
    const code = { "Your 6-digit code": codeFor(email) };
    const tab = anotherWindow(app, { browser });
    await tab.visit(SIGNUP);
    await browser.submit("Confirm my email", code);
    for (const name of browser.cookies.names()) tab.cookies.plant(name, browser.cookies.get(name) ?? "");
    await tab.submit("Send another code");
    expect(stepOf(tab)).toBe("Address");
    expect(emailsTo(email)).toHaveLength(1);
  });

  it("of somebody else’s registration is out of reach", async () => {
    const { email } = await atVerify(app);
    const browser = app.visitor();
    await browser.visit(`${SIGNUP}?step=verify`);
    expect(stepOf(browser)).toBe("Account");
    expect(browser.page.body).not.toContain(email);
  });
});

it("whatever is sent to the first two steps gets a clear response", async () => {
  const account = (visitor: Visitor) => visitor.visit(SIGNUP);
  for (const field of ["firstName", "email", "password", "acceptedTerms"]) {
    await sendEverythingOdd(app.visitor(), { arrive: account, button: "Continue", field });
  }
  await sendTwoMegabytes(app.visitor(), { arrive: account, button: "Continue", field: "lastName" });
  const { browser } = await atVerify(app);
  const verify = (visitor: Visitor) => visitor.visit(SIGNUP);
  await sendEverythingOdd(browser, { arrive: verify, button: "Confirm my email", field: "code" });
});

describe("somebody who has an account", () => {
  it("begins at the address, and sees the first steps as done", async () => {
    const { browser, email } = await becomeCustomer(app);
    await browser.visit(SIGNUP);
    expect(stepOf(browser)).toBe("Address");
    await browser.visit(`${SIGNUP}?step=verify`);
    expect(browser.page.heading).toBe("Your email is confirmed");
    expect(browser.page.text("main")).toContain(email);
    await browser.visit(`${SIGNUP}?step=account`);
    expect(browser.page.heading).toBe("You have an account");
    expect(browser.page.links()).toContainEqual({ words: "Continue", href: `${SIGNUP}?step=verify` });
  });

  it("is asked to sign in again where their session has ended, and comes back", async () => {
    const { browser, email } = await atAddress(app);
    browser.cookies.plant("loop_session", "");
    await browser.submit("Continue to payment");
    expect(browser.page.path).toBe("/auth");
    await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
    expect([browser.page.path, stepOf(browser)]).toEqual([`${SIGNUP}?step=address`, "Address"]);
  });
});
