import { archivePage, data, escapeHtml } from "./archive-page";

/** A readable page with all data about a person, and a link to the page of each loop. */

type Records = readonly Readonly<Record<string, unknown>>[];

/** The lists in display order, each with its heading. */
const SECTIONS: readonly (readonly [key: string, heading: string])[] = [
  ["addresses", "Addresses"],
  ["orders", "Orders"],
  ["orderLines", "What was in each order"],
  ["payments", "Payments"],
  ["refunds", "Refunds"],
  ["refundRequests", "Refunds two people approve"],
  ["ledger", "Money in and out"],
  ["disputes", "Payments you disputed at your bank"],
  ["discountUses", "Discount codes used"],
  ["fulfilments", "Orders completed"],
  ["shipments", "Shipments"],
  ["reprintRequests", "Reprints two people approve"],
  ["loopCredits", "Loops without a delivery date"],
  ["vouchersBought", "Gifts you bought"],
  ["vouchersRedeemed", "Vouchers you redeemed"],
  ["consents", "What you agreed to"],
  ["entryViews", "Who has read your entries"],
  ["bookViews", "Who took the file of a whole book"],
  ["impersonations", "Who looked at your account to help"],
  ["accountNotes", "Notes our staff made"],
  ["emails", "Emails we sent"],
  ["enquiries", "Messages you sent us"],
  ["restoreRequests", "Deleted by mistake and brought back"],
  ["sessions", "Where you are signed in"],
  ["accessTokens", "Programs with access to your account"],
  ["oneTimeCodes", "Codes and links from the last day"],
];

export interface AccountOnPage {
  account: Readonly<Record<string, unknown>>;
  lists: Readonly<Record<string, Records>>;
  loops: readonly { name: string; folder: string }[];
}

export function accountPage({ account, lists, loops }: AccountOnPage): string {
  return archivePage("Everything about you", [
    "<h1>Everything about you</h1>",
    '<p class="quiet">The same data is in everything.json, and in loop.json in each loop’s folder. keys.txt explains the names.</p>',
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
