import account from "./styles/account.css?url";
import begin from "./styles/begin.css?url";
import book from "./styles/book.css?url";
import cart from "./styles/cart.css?url";
import checkout from "./styles/checkout.css?url";
import finished from "./styles/finished.css?url";
import forms from "./styles/forms.css?url";
import gift from "./styles/gift.css?url";
import home from "./styles/home.css?url";
import inside from "./styles/inside.css?url";
import loop from "./styles/loop.css?url";
import pages from "./styles/pages.css?url";
import photoPoint from "./styles/photo-point.css?url";
import print from "./styles/print.css?url";
import reading from "./styles/reading.css?url";
import records from "./styles/records.css?url";
import signIn from "./styles/sign-in.css?url";
import site from "./styles/site.css?url";
import staff from "./styles/staff.css?url";
import year from "./styles/year.css?url";

const ADDRESSES = {
  account,
  begin,
  book,
  cart,
  checkout,
  finished,
  forms,
  gift,
  home,
  inside,
  loop,
  pages,
  "photo-point": photoPoint,
  print,
  reading,
  records,
  "sign-in": signIn,
  site,
  staff,
  year,
};

export type Sheet = keyof typeof ADDRESSES;

/** The sheets a route needs besides the one of the whole site. The first matching prefix of its id counts. */
const SHEETS: readonly (readonly [routes: string, sheets: readonly Sheet[]])[] = [
  ["screens/front/home", ["home"]],
  ["screens/front/year", ["book", "year"]],
  ["screens/front/about", ["begin", "pages"]],
  ["screens/front/", ["records", "pages"]],
  ["screens/begin/payment-success", ["checkout", "begin"]],
  ["screens/begin/payment", ["checkout"]],
  ["screens/begin/streamlined-signup", ["book", "checkout", "forms", "records", "sign-in", "begin"]],
  ["screens/begin/", ["checkout", "forms", "begin"]],
  ["screens/checkout/", ["checkout", "forms", "cart"]],
  ["screens/gift/", ["checkout", "gift"]],
  ["screens/redeem/", ["checkout", "forms", "records", "gift"]],
  ["screens/sign-in/", ["forms", "sign-in"]],
  ["screens/loop/dashboard", ["loop"]],
  ["screens/loop/proof", ["book", "checkout", "forms", "records", "loop", "reading", "print"]],
  ["screens/loop/sign-off", ["book", "checkout", "forms", "records", "loop", "reading", "print"]],
  ["screens/loop/book-pages", ["loop", "reading", "print"]],
  ["screens/loop/loop-settings", ["book", "checkout", "forms", "records", "loop", "reading", "print"]],
  ["screens/loop/", ["book", "checkout", "forms", "records", "loop", "reading"]],
  ["screens/account/gift", ["forms", "gift", "account"]],
  ["screens/account/", ["book", "forms", "records", "pages", "account"]],
  ["hyperloop/", ["forms", "records", "reading", "staff"]],
];

/** Sheets that a route sends only in some of its states, by its handle's `moreSheets`. */
export const SOMETIMES: Readonly<Record<string, readonly Sheet[]>> = {
  "screens/begin/payment": ["forms", "gift"],
  "screens/loop/dashboard": ["finished", "book"],
};

/**
 * The style sheets of a page in cascade order; `routeId` is its route's file below app/, without an
 * extension, or the address of a declared act of staff.
 */
export function sheetsOf(routeId: string): Sheet[] {
  const [, sheets = []] = SHEETS.find(([routes]) => routeId.startsWith(routes)) ?? [];
  return ["site", ...sheets];
}

/** The addresses of those sheets, and of those that this state of the page needs besides. */
export function styleSheetAddresses(routeId: string, more: readonly string[] = []): string[] {
  const besides = SOMETIMES[routeId]?.filter((sheet) => more.includes(sheet)) ?? [];
  return [...sheetsOf(routeId), ...besides].map((sheet) => ADDRESSES[sheet]);
}

/**
 * The sheet of the sample book, far down on the home page: linked where the book begins, so that what is above it is drawn
 * without waiting. A sample week that opens over another page brings it along.
 */
export const INSIDE_SHEET = inside;

/** Likewise of the bound book, in the second part of that page. */
export const BOOK_SHEET = book;

/** Of the photo to touch, which is folded away. */
export const POINT_SHEET = photoPoint;

/** Sheets that a page links in its body, by its route. */
export const LATER_SHEETS: Readonly<Record<string, readonly Sheet[]>> = {
  "screens/front/home": ["book", "inside"],
  "screens/begin/example": ["inside"],
  "screens/loop/dashboard": ["photo-point"],
};
