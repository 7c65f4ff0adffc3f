import { revenueOf } from "~/domain/backoffice/analytics/rates";
import type { Sold, Visits } from "~/domain/backoffice/analytics/sales.server";
import { formatNumber } from "~/domain/kernel/text/numbers";
import type { Compared } from "~/domain/kernel/time/periods";
import { formatChange } from "~/hyperloop/change-words";
import { allOrders, money } from "~/hyperloop/figure-labels";
import { ColumnChart } from "~/ui/column-chart";
import { axisOf, binLabel, OrdersChart } from "~/ui/sales-charts";

/** What was sold, day by day. */
export function SalesTrends({ now, before }: Compared<Sold>) {
  const pence = now.bins.map(revenueOf);
  return (
    <>
      <section className="staff-panel">
        <ColumnChart {...axesOf(now)} title="Revenue" values={pence} show={money} />
        <InAll now={revenueOf(now)} before={revenueOf(before)} shown={money} />
      </section>
      <section className="staff-panel">
        <OrdersChart sold={now} />
        <InAll now={allOrders(now)} before={allOrders(before)} shown={formatNumber} />
      </section>
    </>
  );
}

/** Who came, day by day. */
export function VisitTrend({ now, before }: Compared<Visits>) {
  const values = now.bins.map((bin) => bin.visits.visit);
  return (
    <section className="staff-panel">
      <ColumnChart {...axesOf(now)} title="Website visitors" values={values} show={formatNumber} />
      <InAll now={now.visits.visit} before={before.visits.visit} shown={formatNumber} />
    </section>
  );
}

/** The sum of a chart beside that of the period before. */
function InAll({ now, before, shown }: Compared<number> & { readonly shown: (value: number) => string }) {
  return (
    <p>
      <b>{shown(now)} in all.</b> {formatChange(now, before, shown)}
    </p>
  );
}

const axesOf = (figures: { readonly bins: readonly { readonly name: string }[] }) => ({
  axis: axisOf(figures),
  labels: figures.bins.map(({ name }) => binLabel(name)),
});
