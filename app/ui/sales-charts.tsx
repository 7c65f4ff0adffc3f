import type { FunnelLine } from "~/domain/backoffice/analytics/rates";
import type { Sold } from "~/domain/backoffice/analytics/sales.server";
import { formatNumber, formatShare } from "../domain/kernel/text/numbers";
import { formatDayAndMonth } from "../domain/kernel/time/format-days";
import { HatchedBars } from "./hatched-bars";
import { StitchChart } from "./stitch-chart";

/** The label of a bin: "21 November", or the hour "14:00". */
export const binLabel = (bin: string) => (bin.length === 2 ? `${bin}:00` : formatDayAndMonth(bin));

/** Whether the bins of these figures are hours or days. */
export const axisOf = ({ bins }: { readonly bins: readonly { readonly name: string }[] }) =>
  bins[0]?.name.length === 2 ? "Hour" : "Day";

/** Loops sold, gifts sold and vouchers redeemed, one stitch each. */
export function OrdersChart({ sold }: { readonly sold: Pick<Sold, "bins"> }) {
  const { bins } = sold;
  return (
    <StitchChart
      title="Orders, one stitch each"
      axis={axisOf(sold)}
      unit="order"
      labels={bins.map(({ name }) => binLabel(name))}
      series={[
        { name: "Self purchase", thread: "solid", values: bins.map(({ orders }) => orders.loop) },
        { name: "Gift voucher", thread: "dashed", values: bins.map(({ orders }) => orders.gift) },
        { name: "Redemption", thread: "hollow", values: bins.map(({ redeemed }) => redeemed) },
      ]}
    />
  );
}

/** The number of visits that reached each stage. */
export function FunnelChart({ funnel }: { readonly funnel: readonly FunnelLine[] }) {
  return (
    <HatchedBars
      title="From visit to order"
      axis="Step"
      measure="Visits"
      bars={funnel.map(({ name, visitors, share }) => ({
        name,
        value: visitors,
        shown: formatNumber(visitors),
        note: formatShare(share),
      }))}
    />
  );
}
