import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { activeUsers, activeUsersNoted, customersWithin } from "~/domain/analytics/people.server";
import { PERIOD_NAMES, PERIODS, periodBefore, type Span, spanOf } from "~/domain/analytics/periods";
import { salesWithin } from "~/domain/analytics/sales.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Tabs } from "~/ui/tabs";
import { PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { logError } from "~/web/error-log.server";
import { choiceIn, pageAddress } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { Comparison } from "./comparison";
import { Definitions } from "./definitions";
import type { PeriodFigures } from "./figure-labels";
import { Funnel } from "./funnel";
import { Overview } from "./overview";
import { Trends } from "./trends";

const VIEWS = ["overview", "funnel", "trends", "comparison"] as const;
const VIEW_NAMES = { overview: "Overview", funnel: "Funnel", trends: "Trends", comparison: "Comparison" };

export const handle: ScreenHandle = { title: "Sales analytics – HyperLoop", noindex: true };

/** Figures of a period, without any person's name. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "analytics.read");
  const now = currentTime();
  const period = choiceIn(request, "period", PERIODS);
  const view = choiceIn(request, "view", VIEWS);
  const mayExport = isPermitted(staff.role, "analytics.export");
  const shown = { staff, period, view, mayExport, at: formatMoment(now) };
  try {
    const span = spanOf(period, now);
    const isShown = view === "overview" || view === "comparison";
    const figures = figuresOf(span, isShown ? activeUsers(span) : null);
    const past = spanOf(period, now, "before");
    const before = isShown ? figuresOf(past, activeUsersNoted(period, past)) : null;
    return data({ ...shown, figures, before }, { headers: PRIVATE });
  } catch (error) {
    logError(error, request);
    return data({ ...shown, figures: null, before: null }, { status: 500, headers: PRIVATE });
  }
}

const figuresOf = (span: Span, active: number | null) => ({
  ...salesWithin(span),
  customers: customersWithin(span),
  active,
});

export default function Analytics() {
  const { period, view, mayExport, at, figures, before } = useLoaderData<typeof loader>();
  const hrefOf = (to: { period?: string; view?: string }) =>
    pageAddress(PATHS.analytics, { period, view, ...to }, 1);
  return (
    <StaffFrame
      title="Sales analytics"
      lead={`${PERIOD_NAMES[period]}, figures at ${at}${before ? `, compared with ${periodBefore(period)}` : ""}`}
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
      {figures ? (
        <View view={view} figures={figures} before={before} />
      ) : (
        <Banner tone="bad">
          <b>Failed to load sales data</b> <a href={hrefOf({})}>Retry</a>
        </Banner>
      )}
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

interface ViewProps {
  readonly view: (typeof VIEWS)[number];
  readonly figures: PeriodFigures;
  readonly before: PeriodFigures | null;
}

function View({ view, figures, before }: ViewProps) {
  if (view === "funnel") return <Funnel figures={figures} />;
  if (view === "trends") return <Trends figures={figures} />;
  if (before === null) return null;
  const Compared = view === "comparison" ? Comparison : Overview;
  return <Compared figures={figures} before={before} />;
}
