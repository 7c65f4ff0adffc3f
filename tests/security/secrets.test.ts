import { beforeAll, describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer, signIn } from "../screens/support/customers";
import { pagesOf } from "../screens/support/everywhere";
import { chooseLoop } from "../screens/support/purchases";
import { codeFor } from "../screens/support/records";
import { newEmail, PASSWORD, register, registration } from "../screens/support/registrations";
import { type App, openApp, restartApp } from "../support/app";
import type { Visitor } from "../support/visitor";

const OLD = process.env.SECRETS ?? "";
const NEW = "another-secret-for-tests-of-32-characters";

let first: App;
beforeAll(async () => {
  first = await openApp();
});
expectNothingBreaks();

/** The same browser, after a restart of the app. */
function moveTo(app: App, browser: Visitor): Visitor {
  const moved = app.visitor();
  for (const name of browser.cookies.names()) moved.cookies.plant(name, browser.cookies.get(name) ?? "");
  return moved;
}

const isIn = async (browser: Visitor) => (await browser.visit("/dashboard")).heading === "You don’t have a loop yet";

describe("a new secret", () => {
  it("beside the old one signs nobody out, and loses no journey, no form and no code", async () => {
    const { browser } = await becomeCustomer(first);
    await chooseLoop(browser);
    const newcomer = first.visitor();
    const email = await register(newcomer);
    const half = first.visitor();
    await half.visit("/register");
    const token = half.page.field("csrf").value;

    const app = await restartApp({ SECRETS: `${NEW},${OLD}` });
    const moved = moveTo(app, browser);
    expect(await isIn(moved)).toBe(true);
    expect((await moved.visit("/payment")).path).toBe("/payment");
    const confirming = moveTo(app, newcomer);
    await confirming.visit("/verify-email");
    await confirming.submit("Confirm my email", { "Your 6-digit code": codeFor(email) });
    expect(await isIn(confirming)).toBe(true);
    const typing = moveTo(app, half);
    await typing.visit("/register");
    const fields = { without: ["csrf"], extra: [["csrf", token] as [string, string]] };
    expect((await typing.submit("Create account", registration(newEmail()), fields)).path).toBe("/verify-email");
  });

  it("alone makes old cookies worth nothing, and breaks nothing; those it signed itself stay good", async () => {
    const both = await restartApp({ SECRETS: `${NEW},${OLD}` });
    const { email } = await becomeCustomer(both);
    const old = await restartApp({ SECRETS: OLD });
    const stale = old.visitor();
    await chooseLoop(stale);
    await signIn(stale, email);
    await stale.visit("/register");
    const fresh = both.visitor();
    await signIn(fresh, email);

    const app = await restartApp({ SECRETS: NEW });
    expect(await isIn(moveTo(app, fresh))).toBe(true);
    expect(await isIn(moveTo(app, stale))).toBe(false);
    for (const path of pagesOf(app)) {
      const response = await moveTo(app, stale).visit(path, { follow: false });
      expect(response.status, path).toBeLessThan(500);
      expect(response.body, path).not.toContain(email);
    }
    expect((await moveTo(app, stale).visit("/payment", { follow: false })).location).toBe("/begin");
    const returning = moveTo(app, stale);
    expect((await signIn(returning, email, PASSWORD)).path).toBe("/dashboard");
  });
});
