import { useLoaderData } from "@remix-run/react";
import { peopleOver } from "~/domain/backoffice/analytics/people.server";
import { funnelOf } from "~/domain/backoffice/analytics/rates";
import { soldWithin, visitsWithin } from "~/domain/backoffice/analytics/sales.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { comparedOver, PERIOD_NAMES, PERIODS, periodBefore } from "~/domain/kernel/time/periods";
import { isPermitted } from "~/domain/people/staff/permissions";
import { SALES_UNREAD, salesOf, soldLoops } from "~/hyperloop/figure-labels";
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
  return {
    ...{ period, view, mayExport: isPermitted(staff.role, "analytics.export"), at: formatMoment(now) },
    sold: await panel(() => comparedOver(period, now, soldWithin)),
    visits: await panel(() => comparedOver(period, now, visitsWithin)),
    people: showsPeople(view) ? await panel(() => peopleOver(period, now)) : null,
  };
});

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
        {([read, { now, before }]) => {
          const sales = salesOf(...read);
          return <Comparison now={{ ...sales.now, ...now }} before={{ ...sales.before, ...before }} />;
        }}
      </PanelOf>
    );
  }
  return <Overview sold={sold} visits={visits} people={people} />;
}
