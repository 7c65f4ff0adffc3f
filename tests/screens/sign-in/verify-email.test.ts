import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, confirm } from "../support/customers";
import { sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { chooseLoop } from "../support/purchases";
import { change, codeFor, countOf, emailsTo, useUp } from "../support/records";
import { newEmail, register, registration } from "../support/registrations";

const app = await openApp();
expectNothingBreaks();

const CODE = "Your 6-digit code";
const SIX_DIGITS = "Please enter a valid 6-digit verification code";
const WRONG =
  "Verification failed. Please try again. The code may be mistyped, already used, or more than ten minutes old";

async function registered(): Promise<{ browser: Visitor; email: string; code: string }> {
  const browser = app.visitor();
  const email = await register(browser);
  return { browser, email, code: codeFor(email) };
}

/** Six digits other than these. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const typeCode = (browser: Visitor, code: string) =>
  browser.submit("Confirm my email", { [CODE]: code }, { follow: false });

/** Lets time pass for the codes of an address, and for every rate limit. */
function letSecondsPass(email: string, seconds: number): void {
  change("UPDATE attempts SET at = at - ?", seconds * 1000);
  change(
    "UPDATE one_time_codes SET created_at = created_at - ?, expires_at = expires_at - ? WHERE sent_to = ?",
    ...[seconds * 1000, seconds * 1000, email],
  );
}

describe("confirming an address", () => {
  it("needs a registration first", async () => {
    const browser = app.visitor();
    const page = await browser.visit("/verify-email");
    expect([page.heading, page.title]).toEqual(["Email Address Required", "Email Address Required – Loop"]);
    expect(page.links()).toContainEqual({ words: "Go to Registration", href: "/register" });
  });

  it("takes the code from the email, signs in, and says so once", async () => {
    const { browser, email, code } = await registered();
    await browser.visit("/verify-email");
    expect(browser.page.text()).toContain(email);
    await typeCode(browser, code);
    expect([browser.page.status, browser.page.location]).toEqual([303, "/dashboard"]);
    expect((await browser.visit("/dashboard")).text()).toContain("Your email is confirmed. Welcome to Loop.");
    expect((await browser.visit("/dashboard")).text()).not.toContain("Your email is confirmed");
    expect(browser.page.heading).toBe("You don’t have a loop yet");
  });

  it("says that the code couldn’t be delivered, or ran out before it was sent, and nothing before that", async () => {
    const { browser, email } = await registered();
    const said = async () => (await browser.visit("/verify-email")).text("main");
    expect(await said()).not.toMatch(/couldn’t/);
    change("UPDATE emails SET state = 'dead', failure = '550 5.1.1 No such user' WHERE to_email = ?", email);
    expect(await said()).toContain(`Our email to ${email} couldn’t be delivered.`);
    change("UPDATE emails SET state = 'cancelled', failure = 'It ran out.' WHERE to_email = ?", email);
    expect(await said()).toContain("We couldn’t send your code in time. Please ask for another one.");
    expect(await said()).toContain(`Check ${email} for a 6-digit code`);
  });

  it("overlooks spaces and hyphens in the code", async () => {
    const { browser, code } = await registered();
    await typeCode(browser, ` ${code.slice(0, 3)} - ${code.slice(3)} `);
    expect(browser.page.status).toBe(303);
  });

  it.each([
    ["with theme and type chosen, goes to payment", "/payment", (browser: Visitor) => chooseLoop(browser)],
    [
      "with a theme chosen, goes to the types",
      "/loop-type",
      async (browser: Visitor) => {
        await browser.visit("/loop-theme");
        return await browser.press("theme", "pet");
      },
    ],
    [
      "with only a purchase begun, goes to the themes",
      "/loop-theme",
      async (browser: Visitor) => {
        await browser.visit("/begin");
        return await browser.submit("Choose a theme");
      },
    ],
  ])("%s", async (_, place, choose) => {
    const browser = app.visitor();
    await choose(browser);
    const email = await register(browser);
    await typeCode(browser, codeFor(email));
    expect([browser.page.status, browser.page.location]).toEqual([303, place]);
  });

  it("is over for somebody who is signed in: the page leads on", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit("/verify-email", { follow: false });
    expect([page.status, page.location]).toEqual([302, "/dashboard"]);
  });

  it("with the button pressed twice confirms once and leads on both times", async () => {
    const { browser, email, code } = await registered();
    const twin = anotherWindow(app, { browser });
    await browser.visit("/verify-email");
    await twin.visit("/verify-email");
    await typeCode(browser, code);
    await typeCode(twin, code);
    expect([twin.page.status, twin.page.location]).toEqual([303, "/auth"]);
    expect(countOf("sessions JOIN accounts ON accounts.id = account_id", "email = ?", email)).toBe(1);
  });
});

describe("a code that does not fit", () => {
  it.each([
    ["nothing", ""],
    ["words", "six digits"],
    ["five digits", "12345"],
    ["seven digits", "1234567"],
    ["a hundred and one digits", "1".repeat(101)],
  ])("%s is asked for again", async (_, typed) => {
    const { browser } = await registered();
    const page = await typeCode(browser, typed);
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Check your email – Loop");
    expect(page.errorSummary()).toEqual([SIX_DIGITS]);
    expect(page.field(CODE)).toMatchObject({ value: typed, isWrong: true, error: SIX_DIGITS });
  });

  it("a wrong one is refused and stays to be mended", async () => {
    const { browser, code } = await registered();
    const page = await typeCode(browser, otherThan(code));
    expect([page.status, page.errorSummary()]).toEqual([422, [WRONG]]);
    expect(page.field(CODE).value).toBe(otherThan(code));
    expect((await typeCode(browser, code)).status).toBe(303);
  });

  it("after five wrong ones the right one is refused too", async () => {
    const { browser, code } = await registered();
    for (let time = 0; time < 5; time += 1) await typeCode(browser, otherThan(code));
    expect((await typeCode(browser, code)).errorSummary()).toEqual([WRONG]);
  });

  it("after ten minutes the right one is refused", async () => {
    const { browser, email, code } = await registered();
    letSecondsPass(email, 600);
    expect((await typeCode(browser, code)).errorSummary()).toEqual([WRONG]);
  });

  it("another registration's is refused", async () => {
    const [one, other] = [await registered(), await registered()];
    const page = await typeCode(one.browser, other.code === one.code ? otherThan(one.code) : other.code);
    expect(page.errorSummary()).toEqual([WRONG]);
  });

  it("sixty guesses an hour from one place are the most", async () => {
    const { browser, code } = await registered();
    useUp("code_guesses_address", browser.address, 60);
    expect((await typeCode(browser, code)).status).toBe(429);
    expect(browser.page.text("main")).toContain("Too many requests. Please wait a moment and try again.");
  });

  it("somebody who registers another person's address never gets in", async () => {
    const { email } = await becomeCustomer(app);
    const stranger = app.visitor();
    await stranger.visit("/register");
    await stranger.submit("Create account", registration(email));
    expect((await typeCode(stranger, "123456")).errorSummary()).toEqual([WRONG]);
  });
});

describe("another code", () => {
  it("has to wait two minutes, and says how long", async () => {
    const { browser, email } = await registered();
    expect((await browser.visit("/verify-email")).text()).toMatch(/You can ask for another code in 1[012]\d seconds\./);
    const page = await browser.submit("Send another code");
    expect(page.redirects.map(({ status }) => status)).toEqual([303]);
    expect(page.text()).toMatch(/You asked for a code a moment ago\. You can ask again in (?:120|11\d|10\d) seconds\./);
    expect(emailsTo(email)).toHaveLength(1);
    letSecondsPass(email, 118);
    expect((await browser.submit("Send another code")).text()).toContain("You asked for a code a moment ago");
  });

  it("comes after two minutes, and voids the one before", async () => {
    const { browser, email, code } = await registered();
    letSecondsPass(email, 121);
    await browser.visit("/verify-email");
    expect(browser.page.text()).toContain("Check your junk folder, or ask for another code.");
    await browser.submit("Send another code");
    expect(browser.page.text()).toContain("We’ll email you another code if we can. Check your email.");
    expect((await browser.visit("/verify-email")).text()).not.toContain("We’ll email you another code");
    expect(emailsTo(email)).toHaveLength(2);
    if (codeFor(email) !== code) expect((await typeCode(browser, code)).errorSummary()).toEqual([WRONG]);
    expect((await typeCode(browser, codeFor(email))).status).toBe(303);
  });

  it("is not sent more than ten times a day", async () => {
    const { browser, email } = await registered();
    for (let time = 2; time <= 11; time += 1) {
      letSecondsPass(email, 1200);
      await browser.submit("Send another code");
    }
    expect(browser.page.text()).toContain("Failed to resend code. Please try again. We send up to ten codes a day.");
    expect(emailsTo(email)).toHaveLength(10);
  });

  it("cannot be asked for without a registration", async () => {
    const { browser } = await registered();
    browser.cookies.forget("loop_journey");
    const page = await browser.submit("Send another code");
    expect(page.heading).toBe("Email Address Required");
  });
});

it("whatever is sent to the code's form gets a clear response", async () => {
  const browser = app.visitor();
  const email = await register(browser, newEmail());
  const arrive = (visitor: Visitor) => visitor.visit("/verify-email");
  const form = { arrive, button: "Confirm my email", field: "code" };
  await sendEverythingOdd(browser, form);
  await sendTwoMegabytes(browser, form);
  await browser.visit("/verify-email");
  expect((await confirm(browser, email)).email).toBe(email);
});
