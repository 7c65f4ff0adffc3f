import { useLoaderData } from "@remix-run/react";
import { funnelOf } from "~/domain/backoffice/analytics/rates";
import { soldWithin, visitsWithin } from "~/domain/backoffice/analytics/sales.server";
import { readInbox } from "~/domain/backoffice/inbox/inbox.server";
import { type EntryLine, priorityQueue } from "~/domain/backoffice/moderation/moderation-queue.server";
import {
  entriesToReview,
  MOST_WAITING,
  openAlarms,
  SHOP,
  shipmentsToMake,
} from "~/domain/backoffice/staff/day-figures.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { formatNumber, formatShare, formatUpTo } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { comparedOver, PERIOD_NAMES, type Period, periodBefore } from "~/domain/kernel/time/periods";
import { isPermitted, type Permission } from "~/domain/people/staff/permissions";
import { countExpiringSoon } from "~/domain/shop/vouchers/voucher-figures.server";
import { recentHealth } from "~/domain/system/checks/health.server";
import { formatChange } from "~/hyperloop/change-words";
import { CountedAt } from "~/hyperloop/counted-at";
import { salesOf, soldLoops } from "~/hyperloop/figure-labels";
import { StaffFrame } from "~/hyperloop/frame";
import { both, PanelOf } from "~/hyperloop/panel";
import { panelsOf } from "~/hyperloop/panels.server";
import { PATHS } from "~/hyperloop/paths";
import { SalesKpis } from "~/hyperloop/sales-kpis";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { DescriptionList } from "~/ui/description-list";
import { HatchedBars } from "~/ui/hatched-bars";
import { HealthChecks } from "~/ui/health-checks";
import { FunnelChart, OrdersChart } from "~/ui/sales-charts";
import { CellNote } from "~/ui/table";
import { choiceIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { ReviewPanel } from "./review-panel";
import { WaitingPanel } from "./waiting-panel";

export const handle: ScreenHandle = { title: "HyperLoop dashboard", noindex: true };

const DAYS = ["1", "7", "30", "90"] as const;
const periodOf = (days: (typeof DAYS)[number]): Period => `${days}d`;

/** The numbers of the day that the role's rights allow, and nobody's name but one's own. Each panel can fail alone. */
export const loader = staffLoader("dashboard.read", async ({ request, staff, now }) => {
  const days = choiceIn(request, "days", DAYS);
  const may = (...permissions: Permission[]) => permissions.some((one) => isPermitted(staff.role, one));
  const panel = panelsOf(request);
  const queue = may("entries.queue")
    ? await panel(() => {
        const { pending, flagged } = entriesToReview();
        const total = formatUpTo(pending + flagged, MOST_WAITING);
        return { lines: priorityQueue().map(describe), pending, flagged, total };
      })
    : null;
  const piles = [
    ...(may("printing.read") ? [{ name: "Print queue", count: shipmentsToMake }] : []),
    ...(may("alarms.read") ? [{ name: "Open alarms", count: openAlarms }] : []),
  ];
  const period = periodOf(days);
  return {
    ...{ days, at: formatMoment(now) },
    waiting: await panel(() => readInbox(staff, "all", now).groups.map(({ name, total }) => ({ name, total }))),
    sales: may("analytics.read")
      ? {
          sold: await panel(() => comparedOver(period, now, soldWithin)),
          visits: await panel(() => comparedOver(period, now, visitsWithin)),
        }
      : null,
    people: may("accounts.read", "analytics.read") ? await panel(shopFigures) : null,
    queue,
    bars:
      queue || piles.length > 0
        ? await panel(() => [
            ...(queue?.read ? [bar("Pending entries", queue.read.pending)] : []),
            ...(queue?.read ? [bar("Flagged content", queue.read.flagged)] : []),
            ...piles.map(({ name, count }) => bar(name, count())),
          ])
        : null,
    vouchers: may("vouchers.read")
      ? await panel(() => {
          const { figures, countedAt } = shopFigures();
          return { usage: figures?.voucherUsage ?? null, countedAt, expiring: countExpiringSoon(now) };
        })
      : null,
    health: may("system.read", "alarms.read") ? await panel(() => recentHealth(now)) : null,
  };
});

/** What was counted of the whole shop, and when; both null before the first time. */
function shopFigures() {
  const counted = SHOP.read();
  return { figures: counted?.figures ?? null, countedAt: counted ? formatMoment(counted.at) : null };
}

function describe({ id, theme, type, week, status }: EntryLine) {
  const kind = findLoopType(theme, type)?.displayName ?? "Loop";
  return { id, name: `${kind}, week ${week}`, isFlagged: status === "FLAGGED" };
}

export default function Dashboard() {
  const { staff, waiting, days, sales, people, bars, vouchers, health, queue, at } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      title={`Welcome, ${staff.name}`}
      lead={sales?.sold.read ? `Figures at ${at}, compared with ${periodBefore(periodOf(days))}` : `Figures at ${at}`}
      actions={
        sales && (
          <nav className="segments" aria-label="Period">
            {DAYS.map((one) => (
              <a key={one} href={`${PATHS.dashboard}?days=${one}`} aria-current={one === days ? "true" : undefined}>
                {PERIOD_NAMES[periodOf(one)]}
              </a>
            ))}
          </nav>
        )
      }
    >
      {sales && (
        <PanelOf title="Sales" of={sales.sold}>
          {(read) => <SalesKpis sales={salesOf(read, sales.visits.read)} />}
        </PanelOf>
      )}
      <PanelOf title="Waiting for you" of={waiting}>
        {(groups) => <WaitingPanel groups={groups} />}
      </PanelOf>
      {sales?.sold.read && (
        <section className="staff-panel">
          <OrdersChart sold={sales.sold.read.now} />
        </section>
      )}
      <div className="staff-panels">
        <PanelOf title="Waiting for review" of={queue}>
          {({ lines, total }) => <ReviewPanel queue={lines} total={total} />}
        </PanelOf>
        {sales && (
          <PanelOf title="From visit to order" of={both(sales.sold, sales.visits)}>
            {([{ now }, visited]) => (
              <section className="staff-panel">
                <h2>From visit to order</h2>
                <FunnelChart funnel={funnelOf(visited.now.visits, soldLoops(now))} />
                <p>
                  <a href={`/hyperloop/analytics?view=funnel&period=${periodOf(days)}`}>Funnel</a>
                </p>
              </section>
            )}
          </PanelOf>
        )}
        <PanelOf title="Accounts" of={people}>
          {({ figures, countedAt }) => (
            <section className="staff-panel">
              <h2>Accounts</h2>
              {figures && (
                <>
                  <DescriptionList
                    items={{
                      "Total users": <Compared now={figures.accounts} before={figures.accountsBefore} />,
                      "New sign-ups today": <Compared now={figures.newAccounts} before={figures.newBefore} />,
                      "Active loops": formatNumber(figures.activeLoops),
                    }}
                  />
                  <p className="muted">Compared with {periodBefore("1d")}.</p>
                </>
              )}
              <CountedAt at={countedAt} />
            </section>
          )}
        </PanelOf>
        <PanelOf title="Operations" of={bars}>
          {(read) => (
            <section className="staff-panel">
              <h2>Operations</h2>
              <HatchedBars title="Waiting for staff" axis="Kind of work" measure="Waiting" bars={read} />
            </section>
          )}
        </PanelOf>
        <PanelOf title="Vouchers" of={vouchers}>
          {({ usage, countedAt, expiring }) => (
            <section className="staff-panel">
              <h2>Vouchers</h2>
              <DescriptionList
                items={{
                  "Voucher usage rate": formatShare(usage),
                  "Vouchers expiring within a week": <a href="/hyperloop/vouchers?soon=1">{formatNumber(expiring)}</a>,
                }}
              />
              <CountedAt at={countedAt} what="Usage rate" />
            </section>
          )}
        </PanelOf>
        <PanelOf title="System health" of={health}>
          {(read) => (
            <section className="staff-panel">
              <h2>System health</h2>
              <HealthChecks health={read} />
            </section>
          )}
        </PanelOf>
      </div>
      <p className="muted">
        You see the figures your work needs.
        {sales && " Sales count on the day they’re paid, London time."}
        {vouchers && " The voucher usage rate covers all vouchers except cancelled ones."} Test data is left out, except
        from the lists of waiting work.
      </p>
    </StaffFrame>
  );
}

/** A number, and how it has changed. */
function Compared({ now, before }: { readonly now: number; readonly before: number }) {
  return (
    <>
      {formatNumber(now)}
      <CellNote>{formatChange(now, before, formatNumber)}</CellNote>
    </>
  );
}

function bar(name: string, value: number) {
  return { name, value, shown: formatUpTo(value, MOST_WAITING) };
}
