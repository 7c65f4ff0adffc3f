import { average, rate } from "~/domain/analytics/rates";
import { formatNumber, formatShare } from "~/domain/text/numbers";
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
        kpis={[
          { name: "Revenue", value: money(revenueOf(figures)), note: `${formatNumber(all)} orders` },
          { name: "Self purchases", value: formatNumber(orders.loop), note: money(pence.loop) },
          { name: "Voucher purchases", value: formatNumber(orders.gift), note: money(pence.gift) },
          {
            name: "Voucher redemptions",
            value: formatNumber(redeemed),
            note: `worth ${money(redeemedPence)}`,
          },
          {
            name: "Conversion rate",
            value: formatShare(rate(sold, visitors)),
            note: `of ${formatNumber(visitors)} visitors`,
          },
        ]}
      />
      <section className="staff-panel">
        <OrdersChart figures={figures} />
      </section>
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Average order value</h2>
          <DescriptionList
            items={[
              { name: "All orders", value: money(average(revenueOf(figures), all)) },
              { name: "Self purchase", value: money(average(pence.loop, orders.loop)) },
              { name: "Voucher purchase", value: money(average(pence.gift, orders.gift)) },
              { name: "Voucher redemption", value: money(average(redeemedPence, redeemed)) },
              {
                name: "Copies of books",
                value: `${money(average(pence.book_copies, orders.book_copies))}, ${formatNumber(orders.book_copies)} orders`,
              },
            ]}
          />
        </section>
        <section className="staff-panel">
          <h2>Conversion rates</h2>
          <DescriptionList
            items={[
              { name: "Loops and gifts", value: formatShare(rate(sold, visitors)) },
              { name: "Self purchase", value: formatShare(rate(orders.loop, visitors)) },
              { name: "Voucher purchase", value: formatShare(rate(orders.gift, visitors)) },
              { name: "Voucher redemption", value: formatShare(rate(redeemed, visitors)) },
            ]}
          />
        </section>
        <section className="staff-panel">
          <h2>People</h2>
          <DescriptionList
            items={[
              { name: "Active users", value: formatNumber(active ?? 0) },
              { name: "New customers", value: formatNumber(customers.fresh) },
              { name: "Returning customers", value: formatNumber(customers.returning) },
            ]}
          />
        </section>
      </div>
    </>
  );
}
