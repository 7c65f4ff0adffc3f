import { type HTMLElement, parse } from "node-html-parser";
import { type Fillings, fillForm, findForm } from "../../support/html-form";
import { encodeForm } from "../../support/visitor";

/** A buyer whose browser runs no scripts: reads real pages and submits their real forms. */

export interface Page {
  url: string;
  status: number;
  root: HTMLElement;
  headers: Headers;
}
export type Step = { page: Page } | { goTo: string };

export const GOOD_CARD = "4242 4242 4242 4242";
const CARD = { "Expiry date": "09 / 29", "Security code": "123", "Name on card": "Margaret Okafor" };

export async function openPage(url: string): Promise<Page> {
  return asPage(url, await fetch(url, { redirect: "manual" }));
}

async function asPage(url: string, response: Response): Promise<Page> {
  return { url, status: response.status, root: parse(await response.text()), headers: response.headers };
}

/** Fills in the form of the button with this label and submits it. Keys of `fillings` are labels. */
export async function pressButton(page: Page, button: string, fillings: Fillings = {}): Promise<Step> {
  const found = findForm(page.root, button);
  const filled = fillForm(page.root, found.form, found.button, fillings);
  const { body, contentType } = encodeForm(filled.entries);
  const url = new URL(filled.action, page.url).href;
  const headers = { "content-type": contentType };
  const response = await fetch(url, { method: filled.method, body, headers, redirect: "manual" });
  const location = response.headers.get("location");
  if (response.status === 303 && location) return { goTo: new URL(location, url).href };
  return { page: await asPage(url, response) };
}

/** Types a card into the payment page and presses Pay. */
export function payOn(page: Page, number: string, other: Fillings = {}): Promise<Step> {
  const button = page.root.querySelector("form button")?.text ?? "";
  return pressButton(page, button, { ...CARD, "Card number": number, ...other });
}

/** Opens the payment page and pays there. */
export async function payWith(url: string, number: string, other: Fillings = {}): Promise<Step> {
  return payOn(await openPage(url), number, other);
}

/** The page of a step. @throws Error if the step redirected. */
export function pageOf(step: Step): Page {
  if ("page" in step) return step.page;
  throw new Error(`Led to ${step.goTo} instead of showing a page.`);
}

/** The address a step redirected to. @throws Error if it responded with a page. */
export function addressOf(step: Step): string {
  if ("goTo" in step) return step.goTo;
  throw new Error(`Showed a page (${step.page.status}) instead of leading on: ${step.page.root.text}`);
}

/** The error message beside a field. */
export function mistakeAt(page: Page, field: string): string | null {
  return page.root.querySelector(`#${field}-error`)?.text ?? null;
}

/** What the provider's script sends when somebody pays in the card element. */
export async function payInElement(
  origin: string,
  clientSecret: string,
  how: string | { type: "paypal" } | { type: "bacs_debit"; account: string } = GOOD_CARD,
): Promise<{ status: number; body: ElementResponse }> {
  const form = new URLSearchParams({
    key: "pk_test_sandbox",
    client_secret: clientSecret,
    use_stripe_sdk: "true",
    return_url: "http://shop.example/payment-success",
    "payment_method_data[type]": typeof how === "string" ? "card" : how.type,
  });
  if (typeof how === "string") {
    form.set("payment_method_data[card][number]", how);
    form.set("payment_method_data[card][exp_month]", "9");
    form.set("payment_method_data[card][exp_year]", "2029");
    form.set("payment_method_data[card][cvc]", "123");
  } else if (how.type === "bacs_debit") {
    form.set("payment_method_data[bacs_debit][account_number]", how.account);
  }
  const id = clientSecret.split("_secret_")[0];
  const headers = { origin: "http://shop.example" };
  const response = await fetch(`${origin}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    body: form,
    headers,
  });
  return { status: response.status, body: (await response.json()) as ElementResponse };
}

export interface ElementResponse {
  status?: string;
  error?: { message: string; code?: string };
  next_action?: { use_stripe_sdk?: { stripe_js: string }; redirect_to_url?: { url: string } };
}

/** Answers the confirmation page of the bank or of PayPal. */
export async function answerQuestion(response: ElementResponse, button: string): Promise<Step> {
  const { use_stripe_sdk: inFrame, redirect_to_url: elsewhere } = response.next_action ?? {};
  const url = inFrame ? `${inFrame.stripe_js}?framed=1` : (elsewhere?.url ?? "");
  return await pressButton(await openPage(url), button);
}
