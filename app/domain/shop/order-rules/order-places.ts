/** Where the buyer of an order sees it, and the text about that page. */

/** Who reads: the owner of an account, somebody who bought without one, or anybody, as in the terms. */
export type Reader = "account" | "guest" | "anybody";

/** The label of the link in the email that confirms a guest's order; the receipt as a PDF has none. */
export const ORDER_LINK_LABEL = "See, change or cancel your order";

const IN_ACCOUNT = "under Orders in your account settings";
const BY_LINK = `on the page you open with “${ORDER_LINK_LABEL}” in our email about your order`;

export const ORDER_PLACES: Readonly<Record<Reader, string>> = {
  account: IN_ACCOUNT,
  guest: BY_LINK,
  anybody: `${IN_ACCOUNT} or, if you bought without an account, ${BY_LINK}`,
};
