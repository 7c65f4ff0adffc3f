import { growth } from "~/domain/analytics/rates";
import { formatShare } from "~/domain/text/numbers";
import { Table } from "~/ui/table";
import { FIGURES, type PeriodFigures } from "./figure-labels";

interface ComparisonProps {
  readonly figures: PeriodFigures;
  readonly before: PeriodFigures;
}

/** Every figure beside that of the period before, to the same time of day. */
export function Comparison({ figures, before }: ComparisonProps) {
  return (
    <section className="staff-panel">
      <h2>Compared with the period before</h2>
      <div className="staff-list">
        <Table
          caption="This period and the one before"
          captionHidden
          columns={[
            { label: "Figure", cell: ({ id }) => id },
            { label: "This period", numeric: true, cell: ({ value, shown }) => shown(value(figures)) },
            { label: "The period before", numeric: true, cell: ({ value, shown }) => shown(value(before)) },
            {
              label: "Change",
              numeric: true,
              cell: ({ value, shown }) => changeWords(value(figures), value(before), shown === formatShare),
            },
          ]}
          rows={FIGURES.map(({ name, ...figure }) => ({ id: name, ...figure }))}
        />
      </div>
      {before.active === null && (
        <p className="muted">We count active users every hour. There’s no count yet for the period before.</p>
      )}
    </section>
  );
}

function changeWords(now: number | null, before: number | null, isShare: boolean): string {
  if (now === null || before === null) return "–";
  if (isShare) {
    const points = 100 * (now - before);
    const size = Math.abs(points).toFixed(1);
    return size === "0.0" ? SAME : `${upOrDown(points)} ${size} points`;
  }
  const change = growth(now, before);
  if (change === null) return now === 0 ? "–" : "new";
  const size = formatShare(Math.abs(change));
  return size === formatShare(0) ? SAME : `${upOrDown(change)} ${size}`;
}

const SAME = "The same";
const upOrDown = (change: number) => (change < 0 ? "Down" : "Up");
