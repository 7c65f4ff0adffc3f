import { beforeAll, describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { codeFor } from "../screens/support/records";
import { newEmail, PASSWORD, registration } from "../screens/support/registrations";
import type { Visitor } from "../support/visitor";

process.env.PUBLIC_ORIGIN = "https://loop.example";
const { openApp } = await import("../support/app");

let browser: Visitor;
beforeAll(async () => {
  browser = (await openApp()).visitor();
});
expectNothingBreaks();

describe("over https", () => {
  it("every cookie carries the prefix that binds it to this host, and is sent over https alone", async () => {
    const email = newEmail();
    const lines: string[] = [];
    const stop = { follow: false };
    const keep = async (going: Promise<{ headers: Headers }>) => {
      lines.push(...(await going).headers.getSetCookie());
    };
    await keep(browser.visit("/register"));
    await keep(browser.submit("Create account", registration(email), stop));
    await keep(browser.visit("/verify-email"));
    await keep(browser.submit("Send another code", {}, stop));
    await keep(browser.visit("/verify-email"));
    await keep(browser.submit("Confirm my email", { "Your 6-digit code": codeFor(email) }, stop));
    await keep(browser.visit("/logout"));
    await keep(browser.submit("Logout", {}, stop));
    await keep(browser.visit("/payment", stop));
    await keep(browser.visit("/reset-password?token=nothing", stop));
    await keep(browser.visit("/auth"));
    await keep(browser.submit("Sign in", { "Email address": email, Password: PASSWORD }, stop));
    const names = new Set(lines.map((line) => line.split("=")[0] ?? ""));
    for (const name of ["device", "flash", "form", "journey", "reset", "session"]) {
      expect(names).toContain(`__Host-loop_${name}`);
    }
    for (const name of names) expect(name).toMatch(/^__Host-loop_/);
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/(?:;|$)/);
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; Secure/);
      expect(line).toMatch(/; SameSite=Lax/);
      expect(line).not.toMatch(/Domain=/i);
    }
  });
});
