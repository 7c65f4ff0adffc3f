import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { useUp } from "../screens/support/records";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";

const app = await openApp();
expectNothingBreaks();

const SENTENCE = "Too many requests. Please wait a moment and try again.";

async function ask(browser: Visitor, path: string, times: number, headers = {}) {
  const statuses = new Map<number, number>();
  for (let time = 0; time < times; time += 1) {
    const { status } = await browser.send(path, { headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return Object.fromEntries(statuses);
}

describe("somebody who asks more than three hundred times in a minute", () => {
  it("reads on a page that it was too often, and when to come again; others notice nothing", async () => {
    const browser = app.visitor();
    expect(await ask(browser, "/about", 300)).toEqual({ 200: 300 });
    const page = await browser.visit("/about");
    expect([page.status, page.heading]).toEqual([429, "Too many requests"]);
    expect(page.text("main")).toContain(SENTENCE);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(page.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect((await app.visitor().visit("/about")).status).toBe(200);
  });

  it("gets the same refusal as data, as a form and as an API client", async () => {
    const browser = app.visitor();
    await browser.visit("/auth");
    await ask(browser, "/nothing-here.txt", 299);
    const sent = await browser.submit("Sign in", { "Email address": "a@example.org", Password: "x" });
    expect([sent.status, sent.heading]).toEqual([429, "Too many requests"]);
    expect((await browser.send("/about.data")).status).toBe(429);
    const program = await browser.send("/nothing-here.txt");
    expect([program.status, JSON.parse(program.body).error]).toEqual([429, SENTENCE]);
    expect(program.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("is still one client, with any made-up proxies", async () => {
    const browser = app.visitor();
    for (let time = 0; time < 300; time += 1) {
      const made = {
        "X-Forwarded-For": `10.0.${time}.1`,
        "X-Real-IP": `10.1.${time}.1`,
        Forwarded: `for=${time}`,
      };
      await browser.send("/nothing-here.txt", { headers: made });
    }
    const more = await ask(browser, "/nothing-here.txt", 100, { "X-Forwarded-For": "192.0.2.77" });
    expect(more).toEqual({ 429: 100 });
  });

  it("still sees pictures, and the health page", async () => {
    const browser = app.visitor();
    await ask(browser, "/nothing-here.txt", 301);
    expect((await browser.send("/art/family/0000000000000.svg")).status).toBe(200);
    expect(await ask(browser, "/health", 301)).toEqual({ 200: 301 });
  });
});

it("a limit of its own says after how many seconds to come again, too", async () => {
  const browser = app.visitor();
  useUp("register_address", browser.address, 20);
  await browser.visit("/register");
  const page = await browser.submit("Create account", {
    "First name": "Ada",
    "Last name": "Okafor",
    "Email address": "ada@example.org",
    Password: "Three-lemons-7",
    "Confirm password": "Three-lemons-7",
    acceptedTerms: true,
    acceptedPrivacy: true,
  });
  expect([page.status, page.text("main").includes(SENTENCE)]).toEqual([429, true]);
  expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(3500);
  expect(Number(page.headers.get("retry-after"))).toBeLessThanOrEqual(3600);
});
