import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { payWith } from "../../adapters/payments/buyer";
import type { Visitor } from "../../support/visitor";
import { ADDRESS } from "./purchases";
import { rowsOf } from "./records";

/** Buying without an account, and the links in a guest's emails. */

const CARD = "4242 4242 4242 4242";

async function payAndReturn(browser: Visitor) {
  const url = browser.page.location ?? "";
  await payWith(url, CARD);
  return await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
}

/** Buys a loop for oneself, up to the page after paying. */
export async function buyAsGuest(browser: Visitor, email: string) {
  await browser.visit("/loop-theme");
  await browser.press("theme", "family");
  await browser.submit("Choose Family Adventures");
  const words = { ...ADDRESS, "Email address": email, acceptedTerms: true, startsAtOnce: true };
  await browser.submit("Pay £69.99", words, { follow: false });
  return await payAndReturn(browser);
}

/** Buys a gift, up to the page after paying. */
export async function giveAsGuest(browser: Visitor, email: string, words: Record<string, string> = {}) {
  await browser.visit("/gift");
  await browser.submit("Choose a theme");
  await browser.press("theme", "pet");
  await browser.submit("Choose My Cat & Me");
  const filled = {
    "Your email address": email,
    "Who’s it from?": "Auntie Helen",
    handover: "myself",
    acceptedTerms: true,
    ...words,
  };
  await browser.submit("Pay £69.99", filled, { follow: false });
  return await payAndReturn(browser);
}

/** The path of the newest link to an order in an email of this kind, as the reader of the mailbox has it. */
export function orderLink(email: string, kind = "order_confirmation"): string {
  const query = "SELECT text_body FROM emails WHERE to_email = ? AND kind = ? ORDER BY rowid DESC LIMIT 1";
  const [row] = rowsOf(query, email, kind);
  const [link = ""] = /http\S*\/your-order\/\S+/.exec(openSealedText(String(row?.text_body ?? ""))) ?? [];
  return new URL(link).pathname;
}
