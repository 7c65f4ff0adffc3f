import type { People } from "~/domain/backoffice/analytics/people.server";
import { formatShare } from "~/domain/kernel/text/numbers";
import type { Compared } from "~/domain/kernel/time/periods";
import { changeWords } from "~/hyperloop/change-words";
import { type NamedFigure, PEOPLE_FIGURES, SALES_FIGURES, type Sales } from "~/hyperloop/figure-labels";
import { Table } from "~/ui/table";

const FIGURES: readonly NamedFigure<Sales & People>[] = [...SALES_FIGURES, ...PEOPLE_FIGURES];

/** Every figure beside that of the period before, to the same time of day. */
export function Comparison({ now, before }: Compared<Sales & People>) {
  return (
    <section className="staff-panel">
      <h2>Compared with the period before</h2>
      <Table
        caption="This period and the one before"
        captionHidden
        columns={[
          { label: "Figure", cell: ({ id }) => id },
          { label: "This period", numeric: true, cell: ({ value, shown }) => shown(value(now)) },
          { label: "The period before", numeric: true, cell: ({ value, shown }) => shown(value(before)) },
          {
            label: "Change",
            numeric: true,
            cell: ({ value, shown }) => changeWords(value(now), value(before), shown === formatShare),
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
