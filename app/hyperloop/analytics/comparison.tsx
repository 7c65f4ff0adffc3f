import { growth } from "~/domain/analytics/rates";
import { formatShare } from "~/domain/text/numbers";
import { Table } from "~/ui/table";
import { FIGURES, type PeriodFigures } from "./figure-labels";

const COLUMNS = [
  { key: "name", label: "Figure" },
  { key: "now", label: "This period", numeric: true },
  { key: "before", label: "The period before", numeric: true },
  { key: "change", label: "Change", numeric: true },
];

interface ComparisonProps {
  readonly figures: PeriodFigures;
  readonly before: PeriodFigures;
}

/** Every figure beside that of the period before, to the same time of day. */
export function Comparison({ figures, before }: ComparisonProps) {
  return (
    <section className="staff-panel">
      <h2>Beside the period before</h2>
      <div className="staff-list">
        <Table
          caption="This period and the one before"
          captionHidden
          columns={COLUMNS}
          rows={FIGURES.map(({ name, value, shown }) => ({
            key: name,
            cells: {
              name,
              now: shown(value(figures)),
              before: shown(value(before)),
              change: changeWords(value(figures), value(before), shown === formatShare),
            },
          }))}
        />
      </div>
      {before.active === null && (
        <p className="muted">Active users are counted every hour; those of the period before were not yet.</p>
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
