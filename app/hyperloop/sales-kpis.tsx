import { formatFigureOf, formatNumber } from "~/domain/kernel/text/numbers";
import type { Compared } from "~/domain/kernel/time/periods";
import { Kpis } from "~/ui/kpis";
import { allOrders, figureNamed, money, SALES_FIGURES, type Sales, soldLoops } from "./figure-labels";

/** What was sold in the period, and to how many of those who came. */
export function SalesKpis({ sales }: { readonly sales: Compared<Sales> }) {
  const { pence, redeemedPence, visitors } = sales.now;
  const orders = formatFigureOf(allOrders(sales.now), "order", "orders");
  const notes = {
    Revenue: `${orders}, less refunds`,
    "Self purchases": money(pence.loop),
    "Voucher purchases": money(pence.gift),
    "Vouchers redeemed": `worth ${money(redeemedPence)}`,
    "Conversion rate": formatVisitors(visitors, soldLoops(sales.now)),
  };
  const kpis = Object.entries(notes).map(
    ([name, note]) => [name, { ...figureNamed(SALES_FIGURES, name, sales), note }] as const,
  );
  return <Kpis kpis={Object.fromEntries(kpis)} />;
}

/** "of 1,204 visitors"; where more was sold than visits were counted, or they couldn’t be read, that. */
export function formatVisitors(visitors: number | null, sold: number): string {
  if (visitors === null) return "visits couldn’t be read";
  if (sold > visitors) return "more orders than counted visits";
  return `of ${formatNumber(visitors)} ${visitors === 1 ? "visitor" : "visitors"}`;
}
