import type { App } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { codeFor, rowOf } from "./records";
import { PASSWORD, register } from "./registrations";

/** People who registered by the real forms and are signed in. */

export interface Customer {
  browser: Visitor;
  email: string;
  accountId: string;
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
  showCookies(browser, other);
  return other;
}

/** What the first window has chosen is chosen in the other too: one browser has one set of cookies. */
export function showCookies(from: Visitor, to: Visitor): void {
  for (const name of from.cookies.names()) to.cookies.plant(name, from.cookies.get(name) ?? "");
}
