import { useLoaderData } from "@remix-run/react";
import { type People, peopleOver } from "~/domain/backoffice/analytics/people.server";
import { type FunnelLine, funnelOf } from "~/domain/backoffice/analytics/rates";
import { soldWithin, visitsWithin } from "~/domain/backoffice/analytics/sales.server";
import { formatNumber, formatShare } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import {
  type Compared,
  comparedOver,
  PERIOD_NAMES,
  PERIODS,
  type Period,
  periodBefore,
} from "~/domain/kernel/time/periods";
import { isPermitted } from "~/domain/people/staff/permissions";
import { changeWords, formatChange } from "~/hyperloop/change-words";
import { CountedAt } from "~/hyperloop/counted-at";
import {
  type NamedFigure,
  PEOPLE_FIGURES,
  SALES_FIGURES,
  SALES_UNREAD,
  type Sales,
  salesOf,
  soldLoops,
} from "~/hyperloop/figure-labels";
import { StaffFrame } from "~/hyperloop/frame";
import { both, PanelOf } from "~/hyperloop/panel";
import { panelsOf } from "~/hyperloop/panels.server";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { FunnelChart } from "~/ui/sales-charts";
import { Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { choiceIn, pageAddress } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { Definitions } from "./definitions";
import { Overview } from "./overview";
import { SalesTrends, VisitTrend } from "./trends";

const VIEWS = ["overview", "funnel", "trends", "comparison"] as const;
const VIEW_NAMES = { overview: "Overview", funnel: "Funnel", trends: "Trends", comparison: "Comparison" };

export const handle: ScreenHandle = { title: "Sales analytics – HyperLoop", noindex: true };

/** Figures of a period, without any person's name. Each panel can fail alone. */
export const loader = staffLoader("analytics.read", async ({ request, staff, now }) => {
  const period = choiceIn(request, "period", PERIODS);
  const view = choiceIn(request, "view", VIEWS);
  const panel = panelsOf(request);
  return {
    ...{ period, view, mayExport: isPermitted(staff.role, "analytics.export"), at: formatMoment(now) },
    sold: await panel(() => comparedOver(period, now, soldWithin)),
    visits: await panel(() => comparedOver(period, now, visitsWithin)),
    people: showsPeople(view) ? await panel(() => peopleOfPeriod(period)) : null,
  };
});

function peopleOfPeriod(period: Period) {
  const { at, ...people } = peopleOver(period);
  return { ...people, at: at && formatMoment(at) };
}

const showsPeople = (view: (typeof VIEWS)[number]) => view === "overview" || view === "comparison";

export default function Analytics() {
  const shown = useLoaderData<typeof loader>();
  const { period, view, mayExport, at } = shown;
  const hrefOf = (to: { period?: string; view?: string }) => pageAddress(PATHS.analytics, { period, view, ...to }, 1);
  return (
    <StaffFrame
      title="Sales analytics"
      lead={`${PERIOD_NAMES[period]}, figures at ${at}, compared with ${periodBefore(period)}`}
      actions={
        <nav className="segments" aria-label="Period">
          {[...PERIODS].sort(byLength).map((one) => (
            <a key={one} href={hrefOf({ period: one })} aria-current={one === period ? "true" : undefined}>
              {PERIOD_NAMES[one]}
            </a>
          ))}
        </nav>
      }
    >
      <div className="analytics-views">
        <Tabs
          label="Views"
          tabs={VIEWS.map((one) => ({
            label: VIEW_NAMES[one],
            href: hrefOf({ view: one }),
            current: one === view,
          }))}
        />
      </div>
      <View {...shown} />
      <Definitions />
      {mayExport && (
        <PostForm action={`${PATHS.analytics}/export`}>
          <input type="hidden" name="period" value={period} />
          <Button size="staff">Export CSV</Button>
        </PostForm>
      )}
    </StaffFrame>
  );
}

const byLength = (one: string, other: string) => Number.parseInt(one, 10) - Number.parseInt(other, 10);

type ViewProps = ReturnType<typeof useLoaderData<typeof loader>>;

function View({ view, sold, visits, people }: ViewProps) {
  if (view === "funnel") {
    return (
      <PanelOf title="From visit to order" of={both(sold, visits)} words={SALES_UNREAD}>
        {([sold, visited]) => (
          <Funnel
            now={funnelOf(visited.now.visits, soldLoops(sold.now))}
            before={funnelOf(visited.before.visits, soldLoops(sold.before))}
          />
        )}
      </PanelOf>
    );
  }
  if (view === "trends") {
    return (
      <>
        <PanelOf title="Sales" of={sold} words={SALES_UNREAD}>
          {(read) => <SalesTrends {...read} />}
        </PanelOf>
        <PanelOf title="Website visitors" of={visits}>
          {(read) => <VisitTrend {...read} />}
        </PanelOf>
      </>
    );
  }
  if (people === null) return null;
  if (view === "comparison") {
    return (
      <PanelOf title="Compared with the period before" of={both(both(sold, visits), people)} words={SALES_UNREAD}>
        {([read, { now, before, at }]) => {
          const sales = salesOf(...read);
          return <Comparison now={{ ...sales.now, ...now }} before={{ ...sales.before, ...before }} peopleAt={at} />;
        }}
      </PanelOf>
    );
  }
  return <Overview sold={sold} visits={visits} people={people} />;
}

const FIGURES: readonly NamedFigure<Sales & People>[] = [...SALES_FIGURES, ...PEOPLE_FIGURES];

/** Every figure beside that of the period before, to the same time of day. */
function Comparison({ now, before, peopleAt }: Compared<Sales & People> & { readonly peopleAt: string | null }) {
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
      <CountedAt at={peopleAt} what="Customers and active users" />
      {before.active === null && (
        <p className="muted">We count active users every hour. There’s no count yet for the period before.</p>
      )}
    </section>
  );
}

/** The steps to an order, and how many people leave at each. */
function Funnel({ now: funnel, before }: Compared<readonly FunnelLine[]>) {
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
