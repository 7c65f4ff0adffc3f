import type { Visitor } from "../../support/visitor";

/** Registering by the real form. */

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
