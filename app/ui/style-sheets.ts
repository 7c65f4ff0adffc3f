import account from "./styles/account.css?url";
import begin from "./styles/begin.css?url";
import cart from "./styles/cart.css?url";
import checkout from "./styles/checkout.css?url";
import forms from "./styles/forms.css?url";
import gift from "./styles/gift.css?url";
import home from "./styles/home.css?url";
import loop from "./styles/loop.css?url";
import pages from "./styles/pages.css?url";
import reading from "./styles/reading.css?url";
import records from "./styles/records.css?url";
import signIn from "./styles/sign-in.css?url";
import site from "./styles/site.css?url";
import staff from "./styles/staff.css?url";

const ADDRESSES = {
  account,
  begin,
  cart,
  checkout,
  forms,
  gift,
  home,
  loop,
  pages,
  reading,
  records,
  "sign-in": signIn,
  site,
  staff,
};

export type Sheet = keyof typeof ADDRESSES;

/** The sheets a route needs besides the one of the whole site. The first matching prefix of its file counts. */
const SHEETS: readonly (readonly [routes: string, sheets: readonly Sheet[]])[] = [
  ["screens/front/home", ["home"]],
  ["screens/front/about", ["begin", "pages"]],
  ["screens/front/", ["records", "pages"]],
  ["screens/begin/payment", ["checkout"]],
  ["screens/begin/streamlined-signup", ["checkout", "forms", "records", "sign-in", "begin"]],
  ["screens/begin/", ["checkout", "forms", "begin"]],
  ["screens/checkout/", ["checkout", "forms", "cart"]],
  ["screens/gift/", ["checkout", "gift"]],
  ["screens/redeem/", ["checkout", "forms", "records", "gift"]],
  ["screens/sign-in/", ["forms", "sign-in"]],
  ["screens/loop/dashboard", ["loop"]],
  ["screens/loop/", ["checkout", "forms", "records", "loop", "reading"]],
  ["screens/account/", ["forms", "records", "pages", "account"]],
  ["hyperloop/", ["forms", "records", "reading", "staff"]],
];

/** The style sheets of a page in cascade order; `routeId` is its route's file below app/, without an extension. */
export function sheetsOf(routeId: string): Sheet[] {
  const [, sheets = []] = SHEETS.find(([routes]) => routeId.startsWith(routes)) ?? [];
  return ["site", ...sheets];
}

/** The addresses of those sheets. */
export function styleSheetAddresses(routeId: string): string[] {
  return sheetsOf(routeId).map((sheet) => ADDRESSES[sheet]);
}
