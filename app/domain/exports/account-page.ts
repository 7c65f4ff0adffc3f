import { archivePage, data, escapeHtml } from "./archive-page";

/** A readable page with all data about a person, and a link to the page of each loop. */

type Records = readonly Readonly<Record<string, unknown>>[];

/** The lists in display order, each with its heading. */
const SECTIONS: readonly (readonly [key: string, heading: string])[] = [
  ["addresses", "Addresses"],
  ["orders", "Orders"],
  ["orderLines", "What the orders were made of"],
  ["payments", "Payments"],
  ["refunds", "Refunds"],
  ["refundRequests", "Refunds that two people look at"],
  ["ledger", "Money in and out"],
  ["discountUses", "Discount codes used"],
  ["fulfilments", "Orders handed over"],
  ["shipments", "Shipments"],
  ["loopCredits", "Rights to a loop"],
  ["vouchersBought", "Gifts you bought"],
  ["vouchersRedeemed", "Vouchers you redeemed"],
  ["consents", "What you agreed to"],
  ["entryViews", "Who looked at your entries"],
  ["impersonations", "Who looked at your account to help"],
  ["accountNotes", "What our staff noted"],
  ["emails", "Emails we sent"],
  ["enquiries", "What you wrote to us"],
  ["sessions", "Where you are signed in"],
  ["accessTokens", "Programs that may act for you"],
  ["oneTimeCodes", "Codes and links of the last day"],
];

export interface AccountOnPage {
  account: Readonly<Record<string, unknown>>;
  lists: Readonly<Record<string, Records>>;
  loops: readonly { name: string; folder: string }[];
}

export function accountPage({ account, lists, loops }: AccountOnPage): string {
  return archivePage("Everything about you", [
    "<h1>Everything about you</h1>",
    '<p class="quiet">The same in a form for machines is in everything.json, and in loop.json in each loop’s folder. What the names there mean stands in keys.txt.</p>',
    data(account),
    "<h2>Your loops</h2>",
    loops.length === 0 ? none() : `<ul>${loops.map(loopLink).join("\n")}</ul>`,
    ...SECTIONS.map(([key, heading]) => section(heading, lists[key] ?? [])),
  ]);
}

function loopLink({ name, folder }: { name: string; folder: string }): string {
  return `<li><a href="${escapeHtml(folder)}/index.html">${escapeHtml(name)}</a></li>`;
}

function section(heading: string, records: Records): string {
  const inside = records.length === 0 ? none() : records.map(data).join("\n");
  return `<section><h2>${escapeHtml(heading)}</h2>\n${inside}\n</section>`;
}

function none(): string {
  return '<p class="quiet">Nothing.</p>';
}
