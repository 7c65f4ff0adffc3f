import { revenueOf } from "~/domain/analytics/rates";
import type { Sold, Visits } from "~/domain/analytics/sales.server";
import { formatNumber } from "~/domain/text/numbers";
import { money } from "~/hyperloop/figure-labels";
import { ColumnChart } from "~/ui/column-chart";
import { axisOf, binLabel, OrdersChart } from "~/ui/sales-charts";

/** What was sold, day by day. */
export function SalesTrends({ sold }: { readonly sold: Sold }) {
  const pence = sold.bins.map(revenueOf);
  return (
    <>
      <section className="staff-panel">
        <ColumnChart {...axesOf(sold)} title="Revenue" values={pence} show={money} />
      </section>
      <section className="staff-panel">
        <OrdersChart sold={sold} />
      </section>
    </>
  );
}

/** Who came, day by day. */
export function VisitTrend({ visits }: { readonly visits: Visits }) {
  const values = visits.bins.map((bin) => bin.visits.visit);
  return (
    <section className="staff-panel">
      <ColumnChart {...axesOf(visits)} title="Website visitors" values={values} show={formatNumber} />
    </section>
  );
}

const axesOf = (figures: { readonly bins: readonly { readonly name: string }[] }) => ({
  axis: axisOf(figures),
  labels: figures.bins.map(({ name }) => binLabel(name)),
});
