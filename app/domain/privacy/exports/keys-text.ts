/** The meanings of the names in the JSON files, for a text file in the archive. */

export const KEYS: Readonly<Record<string, string>> = {
  madeAt: "when this copy was made",
  account: "your name, your contact details and your settings",
  addresses: "your delivery addresses",
  orders: "what you ordered; pricing is the price list on that day",
  orderLines: "what was in each order",
  payments: "each attempt to pay for an order",
  refunds: "money we refunded, or were asked to refund",
  refundRequests: "larger refunds, which a second member of staff must approve",
  disputes: "payments that were disputed at a bank: why, and how it ended",
  ledger: "every movement of money: payments are positive, refunds negative",
  discountUses: "discount codes you used",
  fulfilments: "when an order was completed",
  shipments: "books on their way",
  reprintRequests: "books to print again, which a second member of staff must approve",
  loopCredits: "loops you paid for or were given; spentAt says when you chose the delivery date",
  vouchersBought: "gifts you bought",
  vouchersRedeemed: "vouchers you redeemed, with the giver’s message",
  emails: "emails we sent you: what they were about, and when",
  enquiries: "messages you sent with the contact form",
  restoreRequests: "what was deleted by mistake and brought back, or was to be",
  consents: "each time you said yes or no to our news, with the words you saw",
  entryViews: "each time a member of staff looked at an entry of yours, and why",
  bookViews: "each time a member of staff took the file of a book of yours, and why",
  impersonations: "each time a member of staff viewed your account as you see it, and why",
  accountNotes: "notes our staff made about helping you",
  sessions: "browsers that are signed in",
  accessTokens: "programs with access to your account",
  oneTimeCodes: "codes and links we sent to let you in; we keep them for a day",
  loops: "your loops, each with the folder that holds it",
  loop: "the loop itself",
  weeks: "the weeks with anything in them; from and to are their first and last day",
  books: "books that were made of the loop",
  chosenPrompt: "the question you chose or wrote in place of the week’s own",
  entry: "what you submitted; moderation is the result of our check before printing",
  draft: "words you haven’t submitted yet",
  olderVersions: "earlier versions of the entry, oldest first",
  photos: "the photos of the week; file is the name in the folder photos",
  photosTakenOut: "photos you removed from the week",
};

const CONVENTIONS = [
  "A name that ends in At is a moment in universal time (UTC), such as 2026-11-20T10:00:00.000Z.",
  "A name that ends in Day, and from and to, is a calendar day in London, such as 2026-11-20.",
  "A name that ends in Pence is an amount in whole pence.",
  "A name that ends in Id, and id itself, links records; it has no meaning elsewhere.",
  "null means there’s nothing.",
];

/** The text that explains the files of an archive. */
export function keysText(names: readonly string[]): string {
  return [
    "WHAT THE NAMES IN THE JSON FILES MEAN",
    CONVENTIONS.join("\n"),
    names.map((name) => `${name}: ${KEYS[name] ?? ""}`).join("\n"),
    "Photos are the files you sent us, without the place where you took them. Beside each photo in HEIC is the same one as a JPG, shownAs, because few programs show HEIC.",
    "",
  ].join("\n\n");
}
