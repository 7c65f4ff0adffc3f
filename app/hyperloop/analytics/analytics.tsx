import { useLoaderData } from "@remix-run/react";
import { activeUsers, activeUsersNoted, customersWithin } from "~/domain/analytics/people.server";
import { PERIOD_NAMES, PERIODS, type Span, spanOf } from "~/domain/analytics/periods";
import { funnelOf } from "~/domain/analytics/rates";
import { soldWithin, visitsWithin } from "~/domain/analytics/sales.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { both, PanelOf } from "~/hyperloop/panel";
import { panelsOf } from "~/hyperloop/panels.server";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Tabs } from "~/ui/tabs";
import { choiceIn, pageAddress } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { Comparison } from "./comparison";
import { Definitions } from "./definitions";
import { type PeriodFigures, SALES_UNREAD } from "./figure-labels";
import { Funnel } from "./funnel";
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
  const span = spanOf(period, now);
  const past = spanOf(period, now, "before");
  const isCompared = view === "comparison";
  return {
    ...{ period, view, mayExport: isPermitted(staff.role, "analytics.export"), at: formatMoment(now) },
    sold: await panel(() => soldWithin(span)),
    visits: await panel(() => visitsWithin(span)),
    people:
      view === "overview"
        ? await panel(() => ({ customers: customersWithin(span), active: activeUsers(span) }))
        : null,
    compared: isCompared
      ? await panel(() => ({
          figures: figuresOf(span, activeUsers(span)),
          before: figuresOf(past, activeUsersNoted(period, past)),
        }))
      : null,
  };
});

const figuresOf = (span: Span, active: number | null): PeriodFigures => ({
  ...soldWithin(span),
  visitors: visitsWithin(span).visits.visit,
  customers: customersWithin(span),
  active,
});

export default function Analytics() {
  const shown = useLoaderData<typeof loader>();
  const { period, view, mayExport, at } = shown;
  const hrefOf = (to: { period?: string; view?: string }) =>
    pageAddress(PATHS.analytics, { period, view, ...to }, 1);
  return (
    <StaffFrame
      title="Sales analytics"
      lead={`${PERIOD_NAMES[period]}, figures at ${at}`}
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
          <Button size="staff" variant="line">
            Export CSV
          </Button>
        </PostForm>
      )}
    </StaffFrame>
  );
}

const byLength = (one: string, other: string) => Number.parseInt(one, 10) - Number.parseInt(other, 10);

type ViewProps = ReturnType<typeof useLoaderData<typeof loader>>;

function View({ view, sold, visits, people, compared }: ViewProps) {
  if (view === "funnel") {
    return (
      <PanelOf title="From visit to order" of={both(sold, visits)} words={SALES_UNREAD}>
        {([{ orders }, read]) => <Funnel funnel={funnelOf(read.visits, orders.loop + orders.gift)} />}
      </PanelOf>
    );
  }
  if (view === "trends") {
    return (
      <>
        <PanelOf title="Sales" of={sold} words={SALES_UNREAD}>
          {(read) => <SalesTrends sold={read} />}
        </PanelOf>
        <PanelOf title="Website visitors" of={visits}>
          {(read) => <VisitTrend visits={read} />}
        </PanelOf>
      </>
    );
  }
  if (view === "comparison") {
    return (
      <PanelOf title="Compared with the period before" of={compared} words={SALES_UNREAD}>
        {(read) => <Comparison {...read} />}
      </PanelOf>
    );
  }
  return people && <Overview sold={sold} visits={visits} people={people} />;
}
