import type { People } from "~/domain/backoffice/analytics/people.server";
import { average, conversion, revenueOf } from "~/domain/backoffice/analytics/rates";
import type { Sold, Visits } from "~/domain/backoffice/analytics/sales.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatNumber, formatShare } from "~/domain/kernel/text/numbers";
import type { Compared } from "~/domain/kernel/time/periods";
import { formatChange } from "./change-words";

/** Figures as they are read, each in the order it is shown. */

export const money = (pence: number | null) => (pence === null ? "–" : formatPence(pence));

/** What the page of figures says where what was sold can't be read. */
export const SALES_UNREAD = { unread: "Failed to load sales data.", again: "Retry" };

/** What was sold, and to how many of those who came: null where visits couldn't be read. */
export type Sales = Sold & { readonly visitors: number | null };

export interface NamedFigure<Of> {
  name: string;
  value: (figures: Of) => number | null;
  shown: (value: number | null) => string;
}

const counted = (value: number | null) => (value === null ? "–" : formatNumber(value));
export const soldLoops = ({ orders }: Sold) => orders.loop + orders.gift;
export const allOrders = ({ orders }: Sold) => orders.loop + orders.gift + orders.book_copies;

export const SALES_FIGURES: readonly NamedFigure<Sales>[] = [
  { name: "Revenue", value: revenueOf, shown: money },
  { name: "Self purchase revenue", value: ({ pence }) => pence.loop, shown: money },
  { name: "Voucher purchase revenue", value: ({ pence }) => pence.gift, shown: money },
  { name: "Book copy revenue", value: ({ pence }) => pence.book_copies, shown: money },
  { name: "Voucher redemption value", value: ({ redeemedPence }) => redeemedPence, shown: money },
  { name: "Orders", value: allOrders, shown: counted },
  { name: "Self purchases", value: ({ orders }) => orders.loop, shown: counted },
  { name: "Voucher purchases", value: ({ orders }) => orders.gift, shown: counted },
  { name: "Book copy orders", value: ({ orders }) => orders.book_copies, shown: counted },
  { name: "Vouchers redeemed", value: ({ redeemed }) => redeemed, shown: counted },
  { name: "Average order", value: (all) => average(revenueOf(all), allOrders(all)), shown: money },
  {
    name: "Average self purchase",
    value: ({ pence, orders }) => average(pence.loop, orders.loop),
    shown: money,
  },
  {
    name: "Average voucher purchase",
    value: ({ pence, orders }) => average(pence.gift, orders.gift),
    shown: money,
  },
  {
    name: "Average voucher redemption",
    value: ({ redeemedPence, redeemed }) => average(redeemedPence, redeemed),
    shown: money,
  },
  {
    name: "Average book copy order",
    value: ({ pence, orders }) => average(pence.book_copies, orders.book_copies),
    shown: money,
  },
  { name: "Conversion rate", value: (all) => conversion(soldLoops(all), all.visitors), shown: formatShare },
  {
    name: "Conversion to self purchase",
    value: ({ orders, visitors }) => conversion(orders.loop, visitors),
    shown: formatShare,
  },
  {
    name: "Conversion to voucher purchase",
    value: ({ orders, visitors }) => conversion(orders.gift, visitors),
    shown: formatShare,
  },
  {
    name: "Conversion to voucher redemption",
    value: ({ redeemed, visitors }) => conversion(redeemed, visitors),
    shown: formatShare,
  },
  { name: "Website visitors", value: ({ visitors }) => visitors, shown: counted },
];

export const PEOPLE_FIGURES: readonly NamedFigure<People>[] = [
  { name: "Active users", value: ({ active }) => active, shown: counted },
  { name: "New customers", value: ({ fresh }) => fresh, shown: counted },
  { name: "Returning customers", value: ({ returning }) => returning, shown: counted },
];

/** Sales beside the visits, where those could be read. */
export function salesOf(sold: Compared<Sold>, visits: Compared<Visits> | null): Compared<Sales> {
  const of = (which: "now" | "before") => ({
    ...sold[which],
    visitors: visits?.[which].visits.visit ?? null,
  });
  return { now: of("now"), before: of("before") };
}

/** The figure of this name, and how it has changed. */
export function figureNamed<Of>(figures: readonly NamedFigure<Of>[], name: string, { now, before }: Compared<Of>) {
  const figure = figures.find((one) => one.name === name);
  if (!figure) throw new Error(`No figure is named “${name}”.`);
  const { value, shown } = figure;
  return { value: shown(value(now)), change: formatChange(value(now), value(before), shown) };
}
