import { addressOf, openPage, payOn } from "../../adapters/payments/buyer";
import type { App } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import type { Customer } from "./customers";
import { ADDRESS } from "./purchases";
import { codeFor, rowOf } from "./records";
import { newEmail, PASSWORD } from "./registrations";

/** The streamlined sign-up, by its real forms. */

export const SIGNUP = "/streamlined-signup";

export const registration = (email: string) => ({
  "First name": "Nora",
  "Last name": "Whitfield",
  "Email address": email,
  Password: PASSWORD,
  acceptedTerms: true,
  acceptedPrivacy: true,
});

/** At the second step, with the email sent. */
export async function atVerify(app: App, email = newEmail("nora")) {
  const browser = app.visitor();
  await browser.visit(SIGNUP);
  await browser.submit("Continue", registration(email));
  return { browser, email };
}

/** At the third step, signed in. */
export async function atAddress(app: App): Promise<Customer> {
  const { browser, email } = await atVerify(app);
  await browser.submit("Confirm my email", { "Your 6-digit code": codeFor(email) });
  const { id } = rowOf("SELECT id FROM accounts WHERE email = ?", email);
  return { browser, email, accountId: String(id) };
}

/** At the fourth step, with an address. */
export async function atPayment(app: App): Promise<Customer> {
  const customer = await atAddress(app);
  await customer.browser.submit("Continue to payment", ADDRESS);
  return customer;
}

export interface AtCardPage extends Customer {
  url: string;
  back: string;
}

/** At the provider's page. */
export async function atCardPage(app: App): Promise<AtCardPage> {
  const customer = await atPayment(app);
  const url = await pressPay(customer.browser);
  return { ...customer, url, back: `/payment-success?session_id=${url.split("/").at(-1)}` };
}

/** Presses the button that pays. Gives the address of the provider's page. */
export async function pressPay(browser: Visitor, price = "£69.99"): Promise<string> {
  await browser.submit(`Pay ${price}`, { startsAtOnce: true }, { follow: false });
  return browser.page.location ?? "";
}

/** Pays with a good card and follows the provider's return link. */
export async function payAndReturn(browser: Visitor, url: string) {
  const back = new URL(addressOf(await payOn(await openPage(url), "4242 4242 4242 4242")));
  return await browser.visit(back.pathname + back.search);
}

/** The step that the current page shows. */
export function stepOf({ page }: Visitor): string {
  return /Begin a Classic Loop - (\w+)/.exec(page.title)?.[1] ?? page.title;
}
