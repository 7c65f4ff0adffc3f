import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { anotherWindow, becomeCustomer, signIn } from "../screens/support/customers";
import { change, codeFor, countOf, emailsTo, rowOf, rowsOf, useUp } from "../screens/support/records";
import { newEmail, PASSWORD } from "../screens/support/registrations";
import { openApp } from "../support/app";
import { becomeApiClient, call, dataOf, formTokenOf, tokenFor, wholeOf } from "./support/api-clients";

const app = await openApp();
expectNothingBreaks();

const NEW_PASSWORD = "Four-lemons-8";

const registration = (email: string) => ({
  firstName: "Margaret",
  lastName: "Okafor",
  email,
  password: PASSWORD,
  acceptedTerms: true,
  acceptedPrivacy: true,
  marketingOptIn: false,
});

const post = (path: string, body: unknown, visitor = app.visitor()) => call(visitor, "POST", path, body);

/** Registers by a call. Gives the response. */
async function register(email = newEmail(), path = "/auth/register") {
  const response = await post(path, registration(email));
  return { email, response, data: dataOf(response) };
}

/** A response without the parts that differ by design. */
const masked = (text: string) => text.replace(/"registration\\*":\\*"[a-z0-9]{20}\\*"/, "");

describe.each([
  { path: "/auth/register", isStreamlined: false },
  { path: "/auth/streamlined-register", isStreamlined: true },
])("POST $path", ({ path, isStreamlined }) => {
  const termsSentence = isStreamlined
    ? "Please accept both the Terms & Conditions and Privacy Policy"
    : "You must accept the Terms & Conditions and Privacy Policy";

  it("registers, sends a code, and signs nobody in", async () => {
    const { email, response, data } = await register(newEmail(), path);
    expect(response.status).toBe(201);
    expect(data).toEqual({
      success: true,
      requiresVerification: true,
      message: "We’ll email you a code if we can. Check your email.",
      registration: expect.stringMatching(/^[a-z0-9]{20}$/),
      user: { firstName: "Margaret", lastName: "Okafor", email },
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(codeFor(email)).toMatch(/^\d{6}$/);
    expect(countOf("access_tokens", "account_id = ?", data.registration)).toBe(0);
  });

  it("responds the same for an address that is somebody’s", async () => {
    const { email } = await becomeCustomer(app);
    const known = await register(email, path);
    const unknown = await register(newEmail(), path);
    const same = (one: typeof known) => masked(wholeOf(one.response)).replaceAll(one.email, "…");
    expect(same(known)).toBe(same(unknown));
    expect(emailsTo(email).at(-1)?.kind).toBe("account_exists");
  });

  it.each([
    [{ firstName: "" }, "First name is required"],
    [{ lastName: null }, "Last name is required"],
    [{ email: "nobody" }, "Please enter a valid email address"],
    [{ email: "a@b.example, c@d.example" }, "Please enter a valid email address"],
    [{ password: "Short-1" }, "Password must be at least 8 characters long"],
    [{ password: "lower-case-1" }, "Password must contain at least one uppercase letter"],
    [{ password: "Password1!" }, "That password is too easy to guess. Please choose another"],
    [{ acceptedTerms: false }, termsSentence],
    [{ acceptedPrivacy: undefined }, termsSentence],
    [{ email: ["a@b.example"] }, "email must be a text"],
    [{ email: { toString: "x" } }, "email must be a text"],
    [{ acceptedTerms: "on" }, "acceptedTerms must be true or false"],
    [{ firstName: 7 }, "firstName must be a text"],
    [{ firstName: "x".repeat(61) }, "First name must be 60 characters or less"],
  ])("refuses %j with its error message", async (wrong, sentence) => {
    const before = countOf("accounts");
    const response = await post(path, { ...registration(newEmail()), ...wrong });
    expect([response.status, dataOf(response).error]).toEqual([422, sentence]);
    expect(dataOf(response).fields).toHaveProperty(Object.keys(wrong)[0] ?? "");
    expect(countOf("accounts")).toBe(before);
  });

  // The streamlined sign-up has one password field.
  it("refuses two passwords that differ where it asks for two", async () => {
    const response = await post(path, { ...registration(newEmail()), confirmPassword: "Other-lemons-9" });
    expect([response.status, dataOf(response).error]).toEqual(
      isStreamlined ? [201, undefined] : [422, "Passwords do not match"],
    );
  });

  it("takes nothing a registration has no field for", async () => {
    const email = newEmail();
    const forbidden = {
      id: "chosenbyme",
      status: "suspended",
      role: "super_admin",
      isAdmin: true,
      isTest: true,
      emailVerified: true,
      emailVerifiedAt: 1,
      email_verified_at: 1,
      createdAt: 1,
      created_at: 1,
      passwordHash: "x",
      deletionDueAt: 1,
      notifyByEmail: false,
      userId: "x",
      price: 0,
    };
    const text = JSON.stringify({ ...registration(email), ...forbidden }).replace(
      "{",
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},',
    );
    const response = await post(path, text);
    expect(response.status).toBe(201);
    const row = rowOf("SELECT * FROM accounts WHERE email = ?", email);
    expect(row).toMatchObject({ id: dataOf(response).registration, status: "active", is_test: 0, is_demo: 0 });
    expect(row).toMatchObject({ email_verified_at: null, deletion_due_at: null, notify_by_email: 1 });
    expect(Number(row.created_at)).toBeGreaterThan(1);
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
  });

  it("stops after twenty from one address, and says for how long", async () => {
    const visitor = app.visitor();
    useUp("register_address", visitor.address, 20);
    const response = await post(path, registration(newEmail()), visitor);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(dataOf(response).error).toBe("Too many requests. Please wait a moment and try again.");
  });
});

describe("POST /auth/verify-email", () => {
  it("signs in with the code of the email", async () => {
    const { email } = await register();
    const response = await post("/auth/verify-email", { email, otp: codeFor(email) });
    expect(response.status).toBe(200);
    const { success, token } = dataOf(response);
    expect([success, token]).toEqual([true, expect.stringMatching(/^[\w-]{43}$/)]);
    const me = await call(app.visitor(), "GET", "/auth/verify", undefined, { token: String(token) });
    expect(dataOf(me)).toMatchObject({ valid: true, user: { email } });
  });

  it("takes the registration by name where there are several, and then no address alone", async () => {
    const email = newEmail();
    const { data } = await register(email);
    const code = codeFor(email);
    const stranger = await register(email);
    const alone = await post("/auth/verify-email", { email, otp: code });
    expect([alone.status, dataOf(alone).code]).toEqual([422, "wrong_code"]);
    const foreign = { email, otp: code, registration: stranger.data.registration };
    expect((await post("/auth/verify-email", foreign)).status).toBe(422);
    const elsewhere = { email: newEmail(), otp: code, registration: data.registration };
    expect((await post("/auth/verify-email", elsewhere)).status).toBe(422);
    const named = await post("/auth/verify-email", { email, otp: code, registration: data.registration });
    expect(named.status).toBe(200);
  });

  it("responds the same for a wrong code, an unknown address and a known one", async () => {
    const { email } = await register();
    const wrong = codeFor(email) === "000000" ? "000001" : "000000";
    const { email: known } = await becomeCustomer(app);
    const responses = [email, known, newEmail()].map((one) =>
      post("/auth/verify-email", { email: one, otp: wrong }).then(wholeOf),
    );
    const [first, ...others] = await Promise.all(responses);
    expect(others).toEqual([first, first]);
    expect(first).toContain("Verification failed. Please try again.");
  });

  it.each([
    [{ otp: "12345" }, "Please enter a valid 6-digit verification code"],
    [{ otp: 123456 }, "otp must be a text"],
    [{ otp: ["123456"] }, "otp must be a text"],
    [{ email: "" }, "Email is required"],
    [{ email: undefined }, "Email is required"],
  ])("refuses %j", async (wrong, sentence) => {
    const response = await post("/auth/verify-email", { email: newEmail(), otp: "123456", ...wrong });
    expect([response.status, dataOf(response).error]).toEqual([422, sentence]);
  });

  it("stops after sixty guesses from one address", async () => {
    const visitor = app.visitor();
    useUp("code_guesses_address", visitor.address, 60);
    const response = await post("/auth/verify-email", { email: newEmail(), otp: "123456" }, visitor);
    expect(response.status).toBe(429);
  });
});

describe("POST /auth/resend-otp", () => {
  it("sends another code after the wait", async () => {
    const { email, data } = await register();
    const soon = await post("/auth/resend-otp", { email, registration: data.registration });
    expect([soon.status, Number(soon.headers.get("retry-after")) > 100]).toEqual([429, true]);
    expect(dataOf(soon).error).toBe("Failed to resend code. Please try again.");
    change("UPDATE one_time_codes SET created_at = created_at - 121000 WHERE sent_to = ?", email);
    const sent = await post("/auth/resend-otp", { email });
    expect(dataOf(sent)).toEqual({
      success: true,
      message: "We’ll email you another code if we can. Check your email.",
    });
    expect(emailsTo(email)).toHaveLength(2);
  });

  it("responds the same for every address", async () => {
    const { email } = await register();
    const { email: known } = await becomeCustomer(app);
    const [first, ...others] = await Promise.all(
      [email, known, newEmail()].map((one) => post("/auth/resend-otp", { email: one }).then(wholeOf)),
    );
    expect(others).toEqual([first, first]);
  });
});

describe("POST /auth/login", () => {
  it("gives a token for thirty days and sets no cookie", async () => {
    const { email, accountId } = await becomeCustomer(app);
    const response = await post("/auth/login", { email: email.toUpperCase(), password: PASSWORD });
    const { token, ...data } = dataOf(response);
    expect([response.status, data]).toEqual([200, { success: true, requiresVerification: false }]);
    expect(response.headers.getSetCookie()).toEqual([]);
    const row = rowOf("SELECT * FROM access_tokens WHERE account_id = ?", accountId);
    expect(Number(row.expires_at) - Number(row.created_at)).toBe(30 * 86_400_000);
    expect(JSON.stringify(row)).not.toContain(String(token));
  });

  it("never gives the same token twice", async () => {
    const { email } = await becomeCustomer(app);
    const [one, other] = [await tokenFor(app, email), await tokenFor(app, email)];
    expect(one).not.toBe(other);
  });

  it("asks for the code where the address is not proven, and sends it", async () => {
    const { email, data } = await register();
    change("UPDATE one_time_codes SET created_at = created_at - 121000 WHERE sent_to = ?", email);
    const response = await post("/auth/login", { email, password: PASSWORD });
    expect([response.status, dataOf(response)]).toEqual([
      200,
      {
        success: true,
        requiresVerification: true,
        message: "Please confirm your email address. We’ll email you a code if we can. Check your email.",
        registration: data.registration,
      },
    ]);
    expect(emailsTo(email)).toHaveLength(2);
  });

  it("responds the same for a wrong password and an unknown address", async () => {
    const { email } = await becomeCustomer(app);
    const known = await post("/auth/login", { email, password: "Wrong-lemons-9" });
    const unknown = await post("/auth/login", { email: newEmail(), password: "Wrong-lemons-9" });
    expect(wholeOf(known)).toBe(wholeOf(unknown));
    expect([known.status, dataOf(known).error]).toEqual([401, "Login failed. Please check your credentials."]);
  });

  it("signs nobody in whose account is suspended, and ends their tokens", async () => {
    const program = await becomeApiClient(app);
    change("UPDATE accounts SET status = 'suspended' WHERE id = ?", program.customer.accountId);
    expect((await post("/auth/login", { email: program.customer.email, password: PASSWORD })).status).toBe(403);
    expect((await program.call("GET", "/auth/verify")).status).toBe(401);
  });

  it("stops after ten wrong passwords for one account, and says for how long", async () => {
    const { email } = await becomeCustomer(app);
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await post("/auth/login", { email, password: `Wrong-${guess}` })).status).toBe(401);
    }
    const response = await post("/auth/login", { email, password: PASSWORD });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "900"]);
  });

  it.each([
    [{ email: "" }, "Please fill in all fields"],
    [{ password: null }, "Please fill in all fields"],
    [{ email: undefined }, "Please fill in all fields"],
    [{ password: { $ne: "" } }, "password must be a text"],
    [{ email: "x".repeat(1001) }, "Please enter a valid email address"],
    [{ password: "x".repeat(1001) }, "Login failed. Please check your credentials."],
  ])("refuses %j", async (wrong, sentence) => {
    const response = await post("/auth/login", { email: newEmail(), password: PASSWORD, ...wrong });
    expect([response.status, dataOf(response).error]).toEqual([422, sentence]);
  });
});

describe("a token", () => {
  it("is refused once its time is over", async () => {
    const program = await becomeApiClient(app);
    expect((await program.call("GET", "/auth/recover-session")).status).toBe(200);
    change("UPDATE access_tokens SET expires_at = ? WHERE account_id = ?", Date.now(), program.customer.accountId);
    const response = await program.call("GET", "/auth/recover-session");
    expect([response.status, dataOf(response).error]).toEqual([
      401,
      "Authentication required. Please log in and try again.",
    ]);
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="loop"');
  });

  it("is refused after its logout; others stay", async () => {
    const program = await becomeApiClient(app);
    const other = await tokenFor(app, program.customer.email);
    expect((await program.call("POST", "/auth/logout")).status).toBe(200);
    expect((await program.call("GET", "/auth/verify")).status).toBe(401);
    const stays = await call(app.visitor(), "GET", "/auth/verify", undefined, { token: other });
    expect(stays.status).toBe(200);
  });

  it("is needed", async () => {
    for (const path of ["/auth/verify", "/auth/recover-session"]) {
      for (const token of [
        undefined,
        "x",
        "x".repeat(5_000),
        "ümlaut".normalize("NFD").replace(/[^\x20-\x7e]/g, "?"),
      ]) {
        expect((await call(app.visitor(), "GET", path, undefined, { token })).status).toBe(401);
      }
    }
  });
});

describe("a browser’s session", () => {
  it("may call with its csrf token, and is ended by logout with what the browser stored but words that wait", async () => {
    const customer = await becomeCustomer(app);
    const window = anotherWindow(app, customer);
    const headers = { "X-CSRF-Token": await formTokenOf(customer.browser) };
    expect((await call(customer.browser, "GET", "/auth/recover-session")).status).toBe(200);
    const response = await call(customer.browser, "POST", "/auth/logout", undefined, { headers });
    expect([response.status, response.headers.get("clear-site-data")]).toEqual([200, '"cache"']);
    const forgotten = response.headers.getSetCookie().filter((cookie) => cookie.includes("Expires=Thu, 01 Jan 1970"));
    for (const name of ["loop_journey", "loop_cart", "loop_signup", "loop_typed"]) {
      expect(
        forgotten.some((cookie) => cookie.includes(`${name}=`)),
        name,
      ).toBe(true);
    }
    expect((await call(window, "GET", "/auth/recover-session")).status).toBe(401);
    await signIn(customer.browser, customer.email);
    const again = await call(customer.browser, "POST", "/auth/logout", undefined, { headers });
    expect([again.status, String(dataOf(again).message)]).toEqual([403, expect.stringContaining("csrf")]);
  });
});

describe("POST /auth/forgot-password and /auth/reset-password", () => {
  async function resetToken(email: string): Promise<string> {
    await post("/auth/forgot-password", { email });
    const token = /token=([\w-]+)/.exec(emailsTo(email).at(-1)?.text ?? "")?.[1];
    if (!token) throw new Error("No email with a link came.");
    return token;
  }

  it("responds the same for every address", async () => {
    const { email } = await becomeCustomer(app);
    const known = await post("/auth/forgot-password", { email });
    const unknown = await post("/auth/forgot-password", { email: newEmail() });
    expect(wholeOf(known)).toBe(wholeOf(unknown));
    expect(dataOf(known)).toEqual({
      success: true,
      message: expect.stringMatching(/^Check your email\. If there’s an account with that address, we’ve emailed you/),
    });
    expect((await post("/auth/forgot-password", { email: "x" })).status).toBe(422);
  });

  it("set a new password once, ending every session and token; looking at the link uses nothing", async () => {
    const program = await becomeApiClient(app);
    const { email, browser } = program.customer;
    const token = await resetToken(email);
    for (let look = 0; look < 5; look += 1) {
      const seen = await call(app.visitor(), "GET", `/auth/reset-password/${token}`);
      expect([seen.status, dataOf(seen)]).toEqual([200, { success: true, email: "m***@example.org" }]);
      expect(seen.headers.get("referrer-policy")).toBe("no-referrer");
    }
    const done = await post("/auth/reset-password", { token, password: NEW_PASSWORD });
    expect([done.status, dataOf(done)]).toEqual([
      200,
      {
        success: true,
        message: "Password reset successfully! You can now sign in with your new password.",
      },
    ]);
    expect((await program.call("GET", "/auth/verify")).status).toBe(401);
    expect((await call(browser, "GET", "/auth/verify")).status).toBe(401);
    await tokenFor(app, email, NEW_PASSWORD);
    const again = await post("/auth/reset-password", { token, password: NEW_PASSWORD });
    const look = await call(app.visitor(), "GET", `/auth/reset-password/${token}`);
    for (const response of [again, look]) {
      expect([response.status, dataOf(response).error]).toEqual([
        400,
        "Invalid or expired reset link. Please request a new one.",
      ]);
    }
  });

  it.each([
    [{ password: "short" }, 422, "Password must be at least 8 characters long"],
    [{ password: "Password1!" }, 422, "That password is too easy to guess. Please choose another"],
    [{ confirmPassword: "Other-1-other" }, 422, "Passwords do not match"],
    [{ token: 7 }, 422, "token must be a text"],
    [{ token: undefined }, 400, "Invalid or expired reset link. Please request a new one."],
    [{ token: "x".repeat(9_000) }, 400, "Invalid or expired reset link. Please request a new one."],
  ])("refuse %j", async (wrong, status, sentence) => {
    const response = await post("/auth/reset-password", { token: "x", password: NEW_PASSWORD, ...wrong });
    expect([response.status, dataOf(response).error]).toEqual([status, sentence]);
  });
});

describe("POST /account/change-password", () => {
  /** Five browsers and two API clients of one person. */
  async function everywhere() {
    const first = await becomeCustomer(app);
    const browsers = [first.browser];
    while (browsers.length < 5) {
      const browser = app.visitor();
      await signIn(browser, first.email);
      browsers.push(browser);
    }
    const tokens = [await tokenFor(app, first.email), await tokenFor(app, first.email)];
    return { ...first, browsers, tokens };
  }
  const isIn = async (browser: ReturnType<typeof app.visitor>) =>
    (await call(browser, "GET", "/auth/verify")).status === 200;
  const works = async (token: string) =>
    (await call(app.visitor(), "GET", "/auth/verify", undefined, { token })).status === 200;
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

  it("from a browser: the other four and both API clients are signed out, this one goes on with a new key", async () => {
    const { browsers, tokens, browser, accountId, email } = await everywhere();
    expect(await Promise.all(browsers.map(isIn))).toEqual(Array(5).fill(true));
    const old = app.visitor();
    old.cookies.plant("loop_session", browser.cookies.get("loop_session") ?? "");
    const headers = { "X-CSRF-Token": await formTokenOf(browser) };
    const response = await call(browser, "POST", "/account/change-password", change, { headers });
    expect([response.status, dataOf(response)]).toEqual([
      200,
      {
        success: true,
        message: "We’ve changed your password.",
        data: { message: "We’ve changed your password." },
      },
    ]);
    expect(await Promise.all(browsers.map(isIn))).toEqual([true, false, false, false, false]);
    expect(await Promise.all(tokens.map(works))).toEqual([false, false]);
    expect(await isIn(old)).toBe(false);
    expect(countOf("sessions", "account_id = ?", accountId)).toBe(1);
    expect(emailsTo(email).filter(({ kind }) => kind === "password_changed")).toHaveLength(1);
  });

  it("from an API client: all five browsers and both tokens are out, and it goes on with a new token", async () => {
    const { browsers, tokens } = await everywhere();
    const [token = ""] = tokens;
    const response = await call(app.visitor(), "POST", "/account/change-password", change, { token });
    const { token: fresh } = dataOf(response);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await Promise.all(browsers.map(isIn))).toEqual(Array(5).fill(false));
    expect(await Promise.all([...tokens, String(fresh)].map(works))).toEqual([false, false, true]);
  });

  it.each([
    [{ currentPassword: "Wrong-lemons-9" }, "That isn’t your current password"],
    [{ currentPassword: "" }, "Current password is required"],
    [{ newPassword: "short" }, "New password must be at least 8 characters long"],
    [{ newPassword: "lower-case-1" }, "Password must contain uppercase, lowercase, number, and special character"],
    [{ newPassword: "Password1!" }, "That password is too easy to guess. Please choose another"],
    [{ confirmPassword: "x" }, "New passwords do not match"],
    [{ newPassword: ["x"] }, "newPassword must be a text"],
  ])("refuses %j and changes nothing", async (wrong, sentence) => {
    const program = await becomeApiClient(app);
    const before = rowsOf("SELECT password_hash FROM accounts");
    const response = await program.call("POST", "/account/change-password", { ...change, ...wrong });
    expect([response.status, dataOf(response).error]).toEqual([422, sentence]);
    expect(rowsOf("SELECT password_hash FROM accounts")).toEqual(before);
  });

  it("stops after ten wrong guesses", async () => {
    const program = await becomeApiClient(app);
    useUp("password_checks", program.customer.accountId, 10);
    expect((await program.call("POST", "/account/change-password", change)).status).toBe(429);
  });

  it("is nobody’s without a sign-in", async () => {
    expect((await post("/account/change-password", change)).status).toBe(401);
  });
});

describe("POST /auth/sso-login", () => {
  it("says that it is deprecated", async () => {
    const response = await post("/auth/sso-login", { token: "x" });
    expect([response.status, dataOf(response)]).toMatchObject([410, { success: false, code: "deprecated" }]);
  });
});
