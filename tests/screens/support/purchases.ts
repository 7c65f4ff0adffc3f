import type { Visitor } from "../../support/visitor";
import type { Customer } from "./customers";
import { change } from "./records";

/** Choosing a loop and paying for it by the real forms. */

/** Walks from the first page to a chosen loop. */
export async function chooseLoop(browser: Visitor, theme = "family", type = "Family Adventures") {
  await browser.visit("/begin");
  await browser.submit("Choose a theme");
  await browser.press("theme", theme);
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
export async function ownLoopToBegin(
  { browser }: Customer,
  code: string,
  type = "Family Adventures",
  startsAtOnce = true,
) {
  await chooseLoop(browser, "family", type);
  const isApplied = browser.page.text("main").includes(code);
  if (!isApplied) await browser.submit("Apply", { "Discount code": code });
  await browser.visit("/payment");
  return await browser.submit("Pay £0.00", { ...ADDRESS, startsAtOnce });
}
