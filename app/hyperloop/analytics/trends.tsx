import type { SalesFigures } from "~/domain/analytics/sales.server";
import { formatNumber } from "~/domain/text/numbers";
import { ColumnChart } from "~/ui/column-chart";
import { axisOf, binLabel, OrdersChart } from "~/ui/sales-charts";
import { money } from "./figure-labels";

/** How the period went, day by day. */
export function Trends({ figures }: { readonly figures: SalesFigures }) {
  const { bins } = figures;
  const labels = bins.map(({ name }) => binLabel(name));
  const pence = bins.map((bin) => bin.pence.loop + bin.pence.gift + bin.pence.book_copies);
  const visits = bins.map((bin) => bin.visits.visit);
  const common = { axis: axisOf(figures), labels };
  return (
    <>
      <section className="staff-panel">
        <ColumnChart {...common} title="Revenue" values={pence} show={money} />
      </section>
      <section className="staff-panel">
        <OrdersChart figures={figures} />
      </section>
      <section className="staff-panel">
        <ColumnChart {...common} title="Website visitors" values={visits} show={formatNumber} />
      </section>
    </>
  );
}
