import type { SalesFigures } from "~/domain/analytics/sales.server";
import { formatNumber, formatShare } from "~/domain/text/numbers";
import { FunnelChart } from "~/ui/sales-charts";
import { Table } from "~/ui/table";

const COLUMNS = [
  { key: "name", label: "Step" },
  { key: "visitors", label: "Visitors", numeric: true },
  { key: "conversions", label: "Went on", numeric: true },
  { key: "conversionRate", label: "Conversion rate", numeric: true },
  { key: "dropOffRate", label: "Drop-off rate", numeric: true },
];

/** The way to an order, step by step, and where people leave it. */
export function Funnel({ figures: { funnel } }: { readonly figures: SalesFigures }) {
  return (
    <section className="staff-panel">
      <h2>From visit to order</h2>
      <FunnelChart funnel={funnel} />
      <div className="staff-list">
        <Table
          caption="From each step to the next"
          columns={COLUMNS}
          rows={funnel.map((line) => ({
            key: line.stage,
            cells: {
              name: line.name,
              visitors: formatNumber(line.visitors),
              conversions: line.stage === "order" ? "–" : formatNumber(line.conversions),
              conversionRate: formatShare(line.conversionRate),
              dropOffRate: formatShare(line.dropOffRate),
            },
          }))}
        />
      </div>
    </section>
  );
}
