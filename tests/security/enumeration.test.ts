import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer } from "../screens/support/customers";
import { change } from "../screens/support/records";
import { register, registration } from "../screens/support/registrations";
import { masked } from "../screens/support/requests";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";

/** No byte of any response reveals whether an e-mail address has an account. */

const app = await openApp();
expectNothingBreaks();

/** Addresses of the same length, one of them with an account. */
async function twoAddresses() {
  const { email: known } = await becomeCustomer(app);
  return { known, unknown: known.replace("margaret", "stranger") };
}

type Step = (browser: Visitor, email: string) => Promise<unknown>;

const FORMS: readonly [name: string, path: string, step: Step][] = [
  [
    "registering",
    "/register",
    (browser, email) => browser.submit("Create account", registration(email), { follow: false }),
  ],
  [
    "signing in",
    "/auth",
    (browser, email) =>
      browser.submit("Sign in", { "Email address": email, Password: "Not-hers-99" }, { follow: false }),
  ],
  [
    "asking for a new password",
    "/forgot-password",
    (browser, email) => browser.submit("Send the link", { "Email address": email }, { follow: false }),
  ],
];

/** The response and the page it redirects to, without random values and the typed address. */
async function responsesTo(path: string, step: Step, email: string): Promise<string[]> {
  const browser = app.visitor();
  await browser.visit(path);
  await step(browser, email);
  return await lookedAt(browser, email);
}

async function lookedAt(browser: Visitor, email: string): Promise<string[]> {
  const response = browser.page;
  const cookies = browser.cookies
    .names()
    .map((name) => `${name} ${decodeURIComponent(browser.cookies.get(name) ?? "").length}`);
  const next = response.location === null ? response : await browser.visit(response.location);
  return [response, next].map((one) => masked(one, email).replace(WAITED, "$1…")).concat(cookies.sort());
}

/** The seconds to wait, which pass between one response and the next. */
const WAITED = /(data-wait="|waitSeconds\\?"[,:]|another code in(?:<!-- -->|\s)*|ask again in )\d+/g;

describe.each(FORMS)("%s", (_, path, step) => {
  it("is treated alike for an address with an account and for one without, to the byte", async () => {
    const { known, unknown } = await twoAddresses();
    expect(unknown).toHaveLength(known.length);
    expect(await responsesTo(path, step, known)).toEqual(await responsesTo(path, step, unknown));
  });

  it("is treated alike for an account that is suspended", async () => {
    const { known, unknown } = await twoAddresses();
    change("UPDATE accounts SET status = 'suspended' WHERE email = ?", known);
    expect(await responsesTo(path, step, known)).toEqual(await responsesTo(path, step, unknown));
  });
});

describe("asking for another code", () => {
  it("is treated alike, while one has to wait and afterwards", async () => {
    const { known, unknown } = await twoAddresses();
    const browsers = { known: app.visitor(), unknown: app.visitor() };
    await register(browsers.known, known);
    await register(browsers.unknown, unknown);
    const resend = async (browser: Visitor, email: string) => {
      await browser.visit("/verify-email");
      await browser.submit("Send another code", {}, { follow: false });
      return await lookedAt(browser, email);
    };
    expect(await resend(browsers.known, known)).toEqual(await resend(browsers.unknown, unknown));
    change("UPDATE one_time_codes SET created_at = created_at - 121000");
    expect(await resend(browsers.known, known)).toEqual(await resend(browsers.unknown, unknown));
  });
});
