import { average, conversion } from "~/domain/analytics/rates";
import { formatNumber, formatShare } from "~/domain/text/numbers";
import { sayVisitors } from "~/hyperloop/visitor-words";
import { DescriptionList } from "~/ui/description-list";
import { Kpis } from "~/ui/kpis";
import { OrdersChart } from "~/ui/sales-charts";
import { money, type PeriodFigures, revenueOf } from "./figure-labels";

/** The period at a glance. */
export function Overview({ figures }: { readonly figures: PeriodFigures }) {
  const { pence, orders, redeemed, redeemedPence, visitors, customers, active } = figures;
  const sold = orders.loop + orders.gift;
  const all = sold + orders.book_copies;
  return (
    <>
      <Kpis
        kpis={{
          Revenue: { value: money(revenueOf(figures)), note: ordersOf(all) },
          "Self purchases": { value: orders.loop, note: money(pence.loop) },
          "Voucher purchases": { value: orders.gift, note: money(pence.gift) },
          "Voucher redemptions": { value: redeemed, note: `worth ${money(redeemedPence)}` },
          "Conversion rate": {
            value: formatShare(conversion(sold, visitors)),
            note: sayVisitors(visitors, sold),
          },
        }}
      />
      <section className="staff-panel">
        <OrdersChart figures={figures} />
      </section>
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Average order value</h2>
          <DescriptionList
            items={{
              "All orders": money(average(revenueOf(figures), all)),
              "Self purchase": money(average(pence.loop, orders.loop)),
              "Voucher purchase": money(average(pence.gift, orders.gift)),
              "Voucher redemption": money(average(redeemedPence, redeemed)),
              "Copies of books": `${money(average(pence.book_copies, orders.book_copies))}, ${ordersOf(orders.book_copies)}`,
            }}
          />
        </section>
        <section className="staff-panel">
          <h2>Conversion rates</h2>
          <DescriptionList
            items={{
              "Loops and gifts": formatShare(conversion(sold, visitors)),
              "Self purchase": formatShare(conversion(orders.loop, visitors)),
              "Voucher purchase": formatShare(conversion(orders.gift, visitors)),
              "Voucher redemption": formatShare(conversion(redeemed, visitors)),
            }}
          />
        </section>
        <section className="staff-panel">
          <h2>People</h2>
          <DescriptionList
            items={{
              "Active users": formatNumber(active ?? 0),
              "New customers": formatNumber(customers.fresh),
              "Returning customers": formatNumber(customers.returning),
            }}
          />
        </section>
      </div>
    </>
  );
}

const ordersOf = (count: number) => `${formatNumber(count)} ${count === 1 ? "order" : "orders"}`;
