import { formatFigureOf } from "~/domain/kernel/text/numbers";
import type { Compared } from "~/domain/kernel/time/periods";
import { Kpis } from "~/ui/kpis";
import { allOrders, figureNamed, money, SALES_FIGURES, type Sales, soldLoops } from "./figure-labels";
import { formatVisitors } from "./visitor-words";

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
