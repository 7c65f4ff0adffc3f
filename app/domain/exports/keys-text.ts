/** The meanings of the names in the JSON files, for a text file in the archive. */

export const KEYS: Readonly<Record<string, string>> = {
  madeAt: "when this copy was made",
  account: "who you are to us, and how we may reach you",
  addresses: "places you keep for deliveries",
  orders: "what you ordered; pricing is the price list as it stood then",
  orderLines: "what each order was made of",
  payments: "each try at paying an order",
  refunds: "money given back, or asked back",
  refundRequests: "larger refunds, which a second person of ours has to approve",
  ledger: "every movement of money: paid in is positive, given back is negative",
  discountUses: "discount codes you used",
  fulfilments: "when an order was handed over",
  shipments: "books on their way",
  loopCredits: "rights to begin a loop; spentAt says when it was begun",
  vouchersBought: "gifts you bought",
  vouchersRedeemed: "vouchers you redeemed, with the giver’s words to you",
  emails: "emails we wrote to you: about what, and when",
  enquiries: "what you wrote to us with the contact form",
  consents: "each yes or no to our news, with the words that were shown",
  entryViews: "each time somebody who works here opened an entry of yours, and why",
  impersonations: "each time somebody who works here looked at your account as you see it, and why",
  accountNotes: "remarks our staff noted about helping you",
  sessions: "browsers that are signed in",
  accessTokens: "programs that may act for you",
  oneTimeCodes: "codes and links we sent to let you in; they are kept for a day",
  loops: "your loops, each with the folder that holds it",
  loop: "the loop itself",
  weeks: "the weeks that have anything in them; from and to are their first and last day",
  books: "books that were made of the loop",
  chosenPrompt: "the question you chose or wrote in place of the week’s own",
  entry: "what you handed in; moderation says how the look before printing went",
  draft: "words on their way, not handed in",
  olderVersions: "what the entry said before it was changed, the oldest first",
  photos: "the photos of the week; file is the name in the folder photos",
  photosTakenOut: "photos you took out of the week again",
};

const CONVENTIONS = [
  "A name that ends in At is an instant, in universal time (UTC), as in 2026-11-20T10:00:00.000Z.",
  "A name that ends in Day, and from and to, is a day of the calendar in London, as in 2026-11-20.",
  "A name that ends in Pence is a sum in whole pence.",
  "A name that ends in Id, and id itself, ties records together; it means nothing outside.",
  "null means that there is nothing.",
];

/** The text that explains the files of an archive. */
export function keysText(names: readonly string[]): string {
  return [
    "WHAT THE NAMES IN THE JSON FILES MEAN",
    CONVENTIONS.join("\n"),
    names.map((name) => `${name}: ${KEYS[name] ?? ""}`).join("\n"),
    "Photos are kept upright, without the place where they were taken, as large as they came.",
    "",
  ].join("\n\n");
}
