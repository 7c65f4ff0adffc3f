import { z } from "zod";

/**
 * What a visitor has chosen so far. It travels in a signed cookie, so it holds choices only: never a price, a
 * permission or a name. The destination after signing in is a name from this list, never an address.
 */

export const DESTINATIONS = {
  payment: "/payment",
  "account-creation": "/account-creation",
  "voucher-info": "/voucher-info",
  "gift-confirmation": "/gift-confirmation",
  "loop-end-date": "/loop-end-date",
  dashboard: "/dashboard",
  book: "/book",
  account: "/account-settings",
  orders: "/account-settings?tab=orders",
  "streamlined-signup": "/streamlined-signup",
  checkout: "/checkout",
  "this-week": "/dashboard",
} as const;

export type Destination = keyof typeof DESTINATIONS;

export function isDestination(word: string): word is Destination {
  return Object.hasOwn(DESTINATIONS, word);
}

const JOURNEY_VERSION = 1;
const word = z.string().max(64);

export const Journey = z.object({
  version: z.literal(JOURNEY_VERSION),
  startedAt: z.number().int(),
  journeyType: z.enum(["purchase", "gift", "redeem"]).optional(),
  selectedTheme: word.optional(),
  selectedType: word.optional(),
  discountCode: word.optional(),
  /** Ties an order to this basket, so that one basket never becomes two orders. */
  basketKey: word.optional(),
  /** The signed token of a receipt's link, which opens the account of what a guest bought. */
  receipt: z
    .string()
    .regex(/^[\w.-]{1,120}$/)
    .optional(),
  /** The guest row that owns what this browser paid for before signing in. */
  guest: word.optional(),
  /** Names the row that stores which voucher was typed; the browser never holds the code itself. */
  voucherHold: word.optional(),
  redirectAfterAuth: z.enum(Object.keys(DESTINATIONS) as [Destination, ...Destination[]]).optional(),
  /** That place as it was asked for: with its query, or the page of one thing below it. */
  redirectAddress: z
    .string()
    .max(240)
    .regex(/^(\/[\w-]+){1,5}(\?[\w=&.%-]+)?$/)
    .optional(),
  /** Names the row with the text of a week sent while signed out; the browser does not hold the text. */
  unsavedDrafts: word.optional(),
  /** The signed token of a weekly email's link, followed before signing in. */
  weekToken: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
  /** The registration whose email is waiting for its code. */
  verifying: word.optional(),
});

export type Journey = z.infer<typeof Journey>;

export function newJourney(now: Date): Journey {
  return { version: JOURNEY_VERSION, startedAt: now.getTime() };
}

/** The journey that begins to buy or to give; what was chosen stays only where the same goes on. */
export function startJourney(journey: Journey, journeyType: "purchase" | "gift"): Journey {
  if (journey.journeyType === undefined || journey.journeyType === journeyType) return { ...journey, journeyType };
  return { ...journey, journeyType, selectedTheme: undefined, selectedType: undefined };
}

/** The first segments of the paths that are asked for under a destination, where its own address has others. */
const PAGES: { readonly [place in Destination]?: readonly string[] } = {
  account: ["account-settings"],
  dashboard: ["dashboard", "entry", "loop-settings"],
  book: ["book", "proof", "year-in-numbers"],
};

/** Whether an address was asked for under this destination; one stored for another is not used. */
function isPageOf(address: string | undefined, destination: Destination): address is string {
  const [, page = ""] = address?.split(/[/?]/) ?? [];
  return PAGES[destination]?.includes(page) ?? address?.split("?")[0] === DESTINATIONS[destination];
}

/** Where to go after proving the email or signing in. */
export function nextPlace(journey: Journey): string {
  if (journey.redirectAfterAuth === "this-week" && journey.weekToken) return `/this-week/${journey.weekToken}`;
  if (journey.redirectAfterAuth) {
    const { redirectAddress: asked, redirectAfterAuth: destination } = journey;
    return isPageOf(asked, destination) ? asked : DESTINATIONS[destination];
  }
  if (journey.journeyType === "purchase" || journey.journeyType === "gift") {
    if (journey.selectedTheme && journey.selectedType) return DESTINATIONS.payment;
    if (journey.selectedTheme) return "/loop-type";
    return journey.journeyType === "gift" ? "/loop-theme?journey=gift" : "/loop-theme";
  }
  if (journey.journeyType !== "redeem" || !journey.voucherHold) return DESTINATIONS.dashboard;
  return journey.selectedType ? DESTINATIONS["loop-end-date"] : DESTINATIONS["voucher-info"];
}
