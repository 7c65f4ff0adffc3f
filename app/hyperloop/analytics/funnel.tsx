import type { FunnelLine } from "~/domain/backoffice/analytics/rates";
import { formatNumber, formatShare } from "~/domain/kernel/text/numbers";
import type { Compared } from "~/domain/kernel/time/periods";
import { formatChange } from "~/hyperloop/change-words";
import { FunnelChart } from "~/ui/sales-charts";
import { Table } from "~/ui/table";

/** The steps to an order, and how many people leave at each. */
export function Funnel({ now: funnel, before }: Compared<readonly FunnelLine[]>) {
  return (
    <section className="staff-panel">
      <h2>From visit to order</h2>
      <FunnelChart funnel={funnel} />
      <Table
        caption="From each step to the next"
        columns={[
          { label: "Step", cell: ({ name }) => name },
          { label: "Visitors", numeric: true, cell: ({ visitors }) => formatNumber(visitors) },
          {
            label: "Change",
            cell: ({ id, visitors }) =>
              formatChange(visitors, before.find(({ stage }) => stage === id)?.visitors ?? null, formatNumber),
          },
          {
            label: "Continued",
            numeric: true,
            cell: ({ conversions }) => (conversions === null ? "–" : formatNumber(conversions)),
          },
          {
            label: "Conversion rate",
            numeric: true,
            cell: ({ conversionRate }) => formatShare(conversionRate),
          },
          { label: "Drop-off rate", numeric: true, cell: ({ dropOffRate }) => formatShare(dropOffRate) },
        ]}
        rows={funnel.map(({ stage, ...line }) => ({ id: stage, ...line }))}
      />
      {funnel.some(({ stage, conversions }) => stage !== "order" && conversions === null) && (
        <p className="muted">
          Orders from programs, and from people we don’t count, have no visit. If there are more orders than counted
          visits, we show no rate.
        </p>
      )}
    </section>
  );
}
