import type { ReactNode } from "react";
import type { People } from "~/domain/backoffice/analytics/people.server";
import type { Sold, Visits } from "~/domain/backoffice/analytics/sales.server";
import type { Compared } from "~/domain/kernel/time/periods";
import { CountedAt } from "~/hyperloop/counted-at";
import {
  figureNamed,
  type NamedFigure,
  PEOPLE_FIGURES,
  SALES_FIGURES,
  SALES_UNREAD,
  salesOf,
} from "~/hyperloop/figure-labels";
import { both, PanelOf } from "~/hyperloop/panel";
import type { Panel } from "~/hyperloop/panels.server";
import { SalesKpis } from "~/hyperloop/sales-kpis";
import { DescriptionList } from "~/ui/description-list";
import { OrdersChart } from "~/ui/sales-charts";
import { CellNote } from "~/ui/table";

interface OverviewProps {
  readonly sold: Panel<Compared<Sold>>;
  readonly visits: Panel<Compared<Visits>>;
  readonly people: Panel<Compared<People> & { readonly at: string | null }>;
}

/** The period at a glance, each figure with its change since the one before. */
export function Overview({ sold, visits, people }: OverviewProps) {
  return (
    <>
      <PanelOf title="Sales" of={sold} words={SALES_UNREAD}>
        {(read) => (
          <>
            <SalesKpis sales={salesOf(read, visits.read)} />
            <section className="staff-panel">
              <OrdersChart sold={read.now} />
            </section>
          </>
        )}
      </PanelOf>
      <div className="staff-panels">
        {sold.read && (
          <FiguresPanel
            title="Average order value"
            figures={SALES_FIGURES}
            of={salesOf(sold.read, visits.read)}
            named={{
              "All orders": "Average order",
              "Self purchase": "Average self purchase",
              "Voucher purchase": "Average voucher purchase",
              "Voucher redemption": "Average voucher redemption",
              "Copies of books": "Average book copy order",
            }}
          />
        )}
        <PanelOf title="Conversion rates" of={sold.reason === null ? both(sold, visits) : null}>
          {(read) => (
            <FiguresPanel
              title="Conversion rates"
              figures={SALES_FIGURES}
              of={salesOf(...read)}
              named={{
                "Loops and gifts": "Conversion rate",
                "Self purchase": "Conversion to self purchase",
                "Voucher purchase": "Conversion to voucher purchase",
                "Voucher redemption": "Conversion to voucher redemption",
              }}
            />
          )}
        </PanelOf>
        <PanelOf title="People" of={people}>
          {(read) => (
            <FiguresPanel
              title="People"
              figures={PEOPLE_FIGURES}
              of={read}
              note={<CountedAt at={read.at} />}
              named={{
                "Active users": "Active users",
                "New customers": "New customers",
                "Returning customers": "Returning customers",
              }}
            />
          )}
        </PanelOf>
      </div>
    </>
  );
}

interface FiguresPanelProps<Of> {
  readonly title: string;
  readonly figures: readonly NamedFigure<Of>[];
  readonly of: Compared<Of>;
  /** Names of figures by what they are called in this panel. */
  readonly named: Readonly<Record<string, string>>;
  readonly note?: ReactNode;
}

function FiguresPanel<Of>({ title, figures, of, named, note }: FiguresPanelProps<Of>) {
  return (
    <section className="staff-panel">
      <h2>{title}</h2>
      <DescriptionList
        items={Object.entries(named).map(([label, name]) => {
          const { value, change } = figureNamed(figures, name, of);
          return {
            name: label,
            value: (
              <>
                {value}
                <CellNote>{change}</CellNote>
              </>
            ),
          };
        })}
      />
      {note}
    </section>
  );
}
