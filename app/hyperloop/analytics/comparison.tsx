import { formatShare } from "~/domain/text/numbers";
import { changeWords } from "~/hyperloop/change-words";
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
      {before.active === null && (
        <p className="muted">We count active users every hour. There’s no count yet for the period before.</p>
      )}
    </section>
  );
}
