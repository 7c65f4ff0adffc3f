import type { Customers } from "~/domain/analytics/people.server";
import { average, conversion, revenueOf } from "~/domain/analytics/rates";
import type { SalesFigures } from "~/domain/analytics/sales.server";
import { formatPence } from "~/domain/money/pounds";
import { formatNumber, formatShare } from "~/domain/text/numbers";

/** Figures as they are read. */

export const money = (pence: number | null) => (pence === null ? "–" : formatPence(pence));

/** Sales, and who bought. */
export type PeriodFigures = SalesFigures & {
  readonly customers: Customers;
  /** Null where it was not counted at the time. */
  readonly active: number | null;
};

export interface NamedFigure {
  name: string;
  value: (figures: PeriodFigures) => number | null;
  shown: (value: number | null) => string;
}

const counted = (value: number | null) => (value === null ? "–" : formatNumber(value));
export const soldLoops = ({ orders }: SalesFigures) => orders.loop + orders.gift;
const allOrders = ({ orders }: SalesFigures) => orders.loop + orders.gift + orders.book_copies;

/** Every figure there is, in the order it is shown. */
export const FIGURES: readonly NamedFigure[] = [
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
  { name: "Active users", value: ({ active }) => active, shown: counted },
  { name: "New customers", value: ({ customers }) => customers.fresh, shown: counted },
  { name: "Returning customers", value: ({ customers }) => customers.returning, shown: counted },
];

/** The figure of this name. */
export function figureNamed(name: string): NamedFigure {
  const found = FIGURES.find((figure) => figure.name === name);
  if (!found) throw new Error(`No figure is named “${name}”.`);
  return found;
}
