import { beforeAll, describe, expect, it } from "vitest";
import { journeyStorage, sessionCookie } from "~/web/cookies.server";
import { expectNothingBreaks } from "../screens/support/app-log";
import { anotherWindow, becomeCustomer } from "../screens/support/customers";
import { chooseLoop } from "../screens/support/purchases";
import { newEmail, PASSWORD, registration } from "../screens/support/registrations";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";

const app = await openApp();
expectNothingBreaks();

const COOKIES = ["loop_session", "loop_journey", "loop_form", "loop_flash"] as const;
type Name = (typeof COOKIES)[number];

/** Every cookie there is: those of somebody signed in, with a chosen loop and a flash message. */
let held: Record<Name, string>;
beforeAll(async () => {
  const { browser } = await becomeCustomer(app);
  await chooseLoop(browser);
  const other = app.visitor();
  await other.visit("/register");
  await other.submit("Create account", registration(newEmail()));
  await other.submit("Send another code", {}, { follow: false });
  const valueIn = (name: Name) => browser.cookies.get(name) ?? other.cookies.get(name) ?? "";
  held = {
    loop_session: valueIn("loop_session"),
    loop_journey: valueIn("loop_journey"),
    loop_form: valueIn("loop_form"),
    loop_flash: valueIn("loop_flash"),
  };
  for (const name of COOKIES) expect(held[name], name).not.toBe("");
});

/** A browser with all of these cookies, except for the given changes. */
function browserWith(changes: Partial<Record<Name, string>> = {}): Visitor {
  const browser = app.visitor();
  for (const name of COOKIES) browser.cookies.plant(name, changes[name] ?? held[name]);
  return browser;
}

const isSignedIn = async (browser: Visitor) =>
  (await browser.send("/dashboard")).heading !== "Please log in to view your dashboard";
const hasChosen = async (browser: Visitor) => (await browser.send("/loop-type")).status === 200;
const readsMessage = async (browser: Visitor) =>
  (await browser.send("/begin")).text("main").includes("You asked for a code a moment ago.");

/** Changes one character of a text. */
function flip(text: string, place: number): string {
  const at = place < 0 ? text.length + place : place;
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}

const TAMPERED: readonly [what: string, change: (value: string) => string][] = [
  ["with its first letter changed", (value) => flip(value, 0)],
  ["with a character of its signature changed", (value) => flip(value, -20)],
  ["without its signature", (value) => value.slice(0, value.lastIndexOf("."))],
  ["with half of its signature", (value) => value.slice(0, -20)],
  ["with more behind it", (value) => `${value}AA`],
  ["twice", (value) => `${value}.${value}`],
  ["written in another way", (value) => encodeURIComponent(decodeURIComponent(value)).toLowerCase()],
];

describe("cookies as we gave them", () => {
  it("say who one is, what one has chosen, and what was to be read", async () => {
    expect(await readsMessage(browserWith())).toBe(true);
    expect(await isSignedIn(browserWith())).toBe(true);
    expect(await hasChosen(browserWith())).toBe(true);
  });

  it("are read by no script, sent to no other site, and valid here only", async () => {
    const browser = app.visitor();
    const lines: string[] = [];
    for (const response of [
      await browser.visit("/begin"),
      await browser.submit("Choose a theme", {}, { follow: false }),
      await browser.visit("/register"),
    ]) {
      lines.push(...response.headers.getSetCookie());
    }
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; SameSite=Lax/);
      expect(line).toMatch(/; Path=\//);
      expect(line).not.toMatch(/Domain=/);
    }
  });
});

describe.each(TAMPERED)("a cookie %s", (_, tamper) => {
  it("of a sign-in is nobody’s", async () => {
    const browser = browserWith({ loop_session: tamper(held.loop_session) });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.visit("/loop-end-date", { follow: false })).location).toBe("/auth");
  });

  it("of a journey has chosen nothing", async () => {
    const browser = browserWith({ loop_journey: tamper(held.loop_journey) });
    expect(await hasChosen(browser)).toBe(false);
    expect((await browser.visit("/payment", { follow: false })).location).toBe("/begin");
  });

  it("of a message says nothing", async () => {
    const browser = browserWith({ loop_flash: tamper(held.loop_flash) });
    expect(await readsMessage(browser)).toBe(false);
  });

  it("of a form makes the form ask to be sent once more, with its words", async () => {
    const browser = app.visitor();
    await browser.visit("/register");
    browser.cookies.plant("loop_form", tamper(browser.cookies.get("loop_form") ?? ""));
    await browser.submit("Create account", registration(newEmail()));
    expect([browser.page.status, browser.page.heading]).toEqual([403, "Please send that again"]);
    expect(browser.page.body).not.toContain(PASSWORD);
    await browser.submit("Send it again");
    expect(browser.page.field("First name").value).toBe("Margaret");
  });
});

describe("a cookie’s value under another one’s name", () => {
  it.each(COOKIES.flatMap((from) => COOKIES.filter((to) => to !== from).map((to): [Name, Name] => [from, to])))(
    "%s as %s is worth nothing",
    async (from, to) => {
      const thief = app.visitor();
      thief.cookies.plant(to, held[from]);
      expect([await isSignedIn(thief), await hasChosen(thief), await readsMessage(thief)]).toEqual([
        ...[false, false, false],
      ]);
      expect((await thief.visit("/register")).status).toBe(200);
      expect((await thief.submit("Create account")).status).toBe(422);
    },
  );
});

describe("a cookie with our own signature and something else inside", () => {
  it.each([
    ["a key nobody has", "a".repeat(43)],
    ["an empty key", ""],
    ["a number", 1],
    ["a list", [["a"], { id: 1 }]],
    ["somebody’s account", { accountId: "1" }],
    ["a wish of the database", "' OR 1=1 --"],
  ])("%s is nobody’s sign-in", async (_, inside) => {
    const browser = app.visitor();
    browser.cookies.keep(await sessionCookie.serialize(inside));
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([
    ["words", "purchase"],
    ["nothing", null],
    ["a theme that is a list", { version: 1, startedAt: Date.now(), selectedTheme: ["family"] }],
    ["a theme of a thousand letters", { version: 1, startedAt: Date.now(), selectedTheme: "f".repeat(1000) }],
    [
      "a place that is no place of ours",
      { version: 1, startedAt: Date.now(), selectedTheme: "family", redirectAfterAuth: "//evil.example" },
    ],
  ])("%s is no journey", async (_, journey) => {
    const browser = app.visitor();
    const session = await journeyStorage.getSession();
    session.set("journey", journey as never);
    browser.cookies.keep(await journeyStorage.commitSession(session));
    expect(await hasChosen(browser)).toBe(false);
    expect((await browser.visit("/auth")).status).toBe(200);
  });
});

it("a sign-in that was ended elsewhere is over in every window", async () => {
  const { browser } = await becomeCustomer(app);
  const other = anotherWindow(app, { browser });
  await browser.visit("/logout");
  await browser.submit("Logout");
  expect(await isSignedIn(other)).toBe(false);
});
