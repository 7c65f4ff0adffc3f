import { randomBytes } from "node:crypto";
import type { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import type { Visitor } from "../../support/visitor";
import { change, codeFor, dayFromToday, rowOf } from "./records";

/** People who register by the real forms, and what they own. */

type App = Awaited<ReturnType<typeof openApp>>;

export interface Customer {
  browser: Visitor;
  email: string;
  accountId: string;
}

export const PASSWORD = "Three-lemons-7";

let people = 0;

/** An address nobody in this file has used. */
export function newEmail(name = "margaret"): string {
  people += 1;
  return `${name}.${people}@example.org`;
}

export const registration = (email: string) => ({
  "First name": "Margaret",
  "Last name": "Okafor",
  "Email address": email,
  Password: PASSWORD,
  "Confirm password": PASSWORD,
  acceptedTerms: true,
  acceptedPrivacy: true,
});

/** Registers on the current page and waits for the email; the address is not proven yet. */
export async function register(browser: Visitor, email = newEmail()): Promise<string> {
  await browser.visit("/register");
  await browser.submit("Create account", registration(email));
  return email;
}

/** Types the code of the newest email, which signs in. */
export async function confirm(browser: Visitor, email: string): Promise<Customer> {
  await browser.submit("Confirm my email", { "Your 6-digit code": codeFor(email) });
  const { id } = rowOf("SELECT id FROM accounts WHERE email = ? AND email_verified_at IS NOT NULL", email);
  return { browser, email, accountId: String(id) };
}

/** A newly registered person, signed in. */
export async function becomeCustomer(app: App): Promise<Customer> {
  const browser = app.visitor();
  return await confirm(browser, await register(browser));
}

export async function signIn(browser: Visitor, email: string, password = PASSWORD) {
  await browser.visit("/auth");
  return await browser.submit("Sign in", { "Email address": email, Password: password });
}

/** The same person in another window of the same browser: the same cookies, another page. */
export function anotherWindow(app: App, { browser }: { browser: Visitor }): Visitor {
  const other = app.visitor();
  for (const name of browser.cookies.names()) other.cookies.plant(name, browser.cookies.get(name) ?? "");
  return other;
}

/** Presses the button that sends this value, by its value instead of its label. */
export async function press(browser: Visitor, name: string, value: string) {
  return await browser.submit(wordsOf(browser.page.find(`button[name="${name}"][value="${value}"]`)));
}

/** Walks from the first page to a chosen loop. */
export async function chooseLoop(browser: Visitor, theme = "family", type = "Family Adventures") {
  await browser.visit("/begin");
  await browser.submit("Choose a theme");
  await press(browser, "theme", theme);
  return await browser.submit(`Choose ${type}`);
}

export const ADDRESS = {
  "First name": "Margaret",
  "Last name": "Okafor",
  "Address line 1": "4 Harbour Row",
  "Town or city": "Whitby",
  Postcode: "YO21 3PU",
};

/** A discount code of 100 %. */
export function makeStaffGift(code = "ONTHEHOUSE"): string {
  makeDiscount(code, { type: "PERCENTAGE", value: 100 });
  return code;
}

/** A discount as staff make them; limits that are left out do not apply. */
export function makeDiscount(code: string, terms: Record<string, string | number>): void {
  const now = Date.now();
  const data = {
    id: `test${code.toLowerCase()}`.padEnd(20, "a"),
    code,
    created_at: now,
    updated_at: now,
    ...terms,
  };
  const names = Object.keys(data);
  change(
    `INSERT INTO discounts (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...Object.values(data),
  );
}

/** Chooses a loop and pays for it with a discount code of 100 %; the delivery date comes next. */
export async function ownLoopToBegin({ browser }: Customer, code: string, type = "Family Adventures") {
  await chooseLoop(browser, "family", type);
  const isApplied = browser.page.text("main").includes(code);
  if (!isApplied) await browser.submit("Apply", { "Discount code": code });
  await browser.visit("/payment?step=delivery");
  return await browser.submit("Pay £0.00", ADDRESS);
}

export interface LoopData {
  title?: string | null;
  theme?: string;
  type?: string;
  /** How many days ago its year began. */
  startedDaysAgo?: number;
  status?: "ACTIVE" | "COMPLETED" | "DELIVERED";
}

/** A loop of this person's, begun some time ago. Gives its id. */
export function giveLoop({ accountId }: Customer, data: LoopData = {}): string {
  const { title = "Our Year by the Sea", theme = "family", type = "family-adventures" } = data;
  const { startedDaysAgo = 0, status = "ACTIVE" } = data;
  const id = randomBytes(10).toString("hex");
  const now = Date.now();
  change(
    `INSERT INTO loops (id, account_id, title, theme, type, status, start_day, delivery_day, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, accountId, title, theme, type, status, dayFromToday(-startedDaysAgo)],
    ...[dayFromToday(378 - startedDaysAgo), now, now],
  );
  return id;
}

/** Completed entries of these weeks. */
export function giveEntries(loopId: string, weeks: readonly number[]): void {
  for (const week of weeks) {
    const now = Date.now();
    change(
      `INSERT INTO entries (id, loop_id, week, highlight, gratitude, prompt, content, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[randomBytes(10).toString("hex"), loopId, week, `The highlight of week ${week}`],
      ...[`Thanks in week ${week}`, `What happened in week ${week}?`, `We wrote week ${week}.`, now, now],
    );
  }
}
