import type { Customers } from "~/domain/analytics/people.server";
import { average, conversion } from "~/domain/analytics/rates";
import type { Sold, Visits } from "~/domain/analytics/sales.server";
import { formatNumber, formatShare } from "~/domain/text/numbers";
import { PanelOf } from "~/hyperloop/panel";
import type { Panel } from "~/hyperloop/panels.server";
import { sayVisitors } from "~/hyperloop/visitor-words";
import { DescriptionList } from "~/ui/description-list";
import { Kpis } from "~/ui/kpis";
import { OrdersChart } from "~/ui/sales-charts";
import { money, revenueOf, SALES_UNREAD } from "./figure-labels";

interface OverviewProps {
  readonly sold: Panel<Sold>;
  readonly visits: Panel<Visits>;
  readonly people: Panel<{ readonly customers: Customers; readonly active: number }>;
}

/** The period at a glance. */
export function Overview({ sold, visits, people }: OverviewProps) {
  return (
    <>
      <PanelOf title="Sales" of={sold} words={SALES_UNREAD}>
        {(read) => <AtAGlance sold={read} visitors={visits.read?.visits.visit ?? null} />}
      </PanelOf>
      <div className="staff-panels">
        {sold.read && <AverageValues {...sold.read} />}
        <PanelOf title="Conversion rates" of={sold.reason === null ? visits : null}>
          {(read) => sold.read && <ConversionRates sold={sold.read} visitors={read.visits.visit} />}
        </PanelOf>
        <PanelOf title="People" of={people}>
          {({ customers, active }) => (
            <section className="staff-panel">
              <h2>People</h2>
              <DescriptionList
                items={{
                  "Active users": formatNumber(active),
                  "New customers": formatNumber(customers.fresh),
                  "Returning customers": formatNumber(customers.returning),
                }}
              />
            </section>
          )}
        </PanelOf>
      </div>
    </>
  );
}

interface SoldProps {
  readonly sold: Sold;
  /** Null where they couldn't be read. */
  readonly visitors: number | null;
}

function AtAGlance({ sold, visitors }: SoldProps) {
  const { pence, orders, redeemed, redeemedPence } = sold;
  const loops = orders.loop + orders.gift;
  return (
    <>
      <Kpis
        kpis={{
          Revenue: { value: money(revenueOf(sold)), note: ordersOf(loops + orders.book_copies) },
          "Self purchases": { value: orders.loop, note: money(pence.loop) },
          "Voucher purchases": { value: orders.gift, note: money(pence.gift) },
          "Voucher redemptions": { value: redeemed, note: `worth ${money(redeemedPence)}` },
          "Conversion rate": {
            value: formatShare(conversion(loops, visitors)),
            note: sayVisitors(visitors, loops),
          },
        }}
      />
      <section className="staff-panel">
        <OrdersChart sold={sold} />
      </section>
    </>
  );
}

function AverageValues(sold: Sold) {
  const { pence, orders, redeemed, redeemedPence } = sold;
  const all = orders.loop + orders.gift + orders.book_copies;
  return (
    <section className="staff-panel">
      <h2>Average order value</h2>
      <DescriptionList
        items={{
          "All orders": money(average(revenueOf(sold), all)),
          "Self purchase": money(average(pence.loop, orders.loop)),
          "Voucher purchase": money(average(pence.gift, orders.gift)),
          "Voucher redemption": money(average(redeemedPence, redeemed)),
          "Copies of books": `${money(average(pence.book_copies, orders.book_copies))}, ${ordersOf(orders.book_copies)}`,
        }}
      />
    </section>
  );
}

function ConversionRates({ sold: { orders, redeemed }, visitors }: SoldProps) {
  return (
    <section className="staff-panel">
      <h2>Conversion rates</h2>
      <DescriptionList
        items={{
          "Loops and gifts": formatShare(conversion(orders.loop + orders.gift, visitors)),
          "Self purchase": formatShare(conversion(orders.loop, visitors)),
          "Voucher purchase": formatShare(conversion(orders.gift, visitors)),
          "Voucher redemption": formatShare(conversion(redeemed, visitors)),
        }}
      />
    </section>
  );
}

const ordersOf = (count: number) => `${formatNumber(count)} ${count === 1 ? "order" : "orders"}`;
