import { conversion, revenueOf } from "~/domain/analytics/rates";
import type { SalesFigures } from "~/domain/analytics/sales.server";
import { formatPence } from "~/domain/money/pounds";
import { formatNumber, formatShare } from "~/domain/text/numbers";
import { sayChange } from "~/hyperloop/change-words";
import { sayVisitors } from "~/hyperloop/visitor-words";
import { Kpis } from "~/ui/kpis";

/** What was sold in the period, and to how many of those who came. */
export function SalesKpis({ sales }: { readonly sales: SalesFigures & { readonly before: SalesFigures } }) {
  const { orders, pence, redeemed, redeemedPence, visitors, before } = sales;
  const sold = orders.loop + orders.gift;
  const share = (of: SalesFigures) => conversion(of.orders.loop + of.orders.gift, of.visitors);
  return (
    <Kpis
      kpis={{
        Revenue: {
          value: formatPence(revenueOf(sales)),
          note: "paid, less refunds",
          change: sayChange(revenueOf(sales), revenueOf(before), formatPence),
        },
        "Self purchases": {
          value: orders.loop,
          note: formatPence(pence.loop),
          change: sayChange(orders.loop, before.orders.loop, formatNumber),
        },
        "Gift vouchers sold": {
          value: orders.gift,
          note: formatPence(pence.gift),
          change: sayChange(orders.gift, before.orders.gift, formatNumber),
        },
        "Vouchers redeemed": {
          value: redeemed,
          note: `worth ${formatPence(redeemedPence)}`,
          change: sayChange(redeemed, before.redeemed, formatNumber),
        },
        "Conversion rate": {
          value: formatShare(share(sales)),
          note: sayVisitors(visitors, sold),
          change: sayChange(share(sales), share(before), formatShare),
        },
      }}
    />
  );
}
