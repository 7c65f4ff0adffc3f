import { useLoaderData } from "@remix-run/react";
import { PERIOD_NAMES, type Period, spanOf } from "~/domain/analytics/periods";
import { rate } from "~/domain/analytics/rates";
import { salesWithin } from "~/domain/analytics/sales.server";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { recentHealth } from "~/domain/health/system-health.server";
import { readInbox } from "~/domain/inbox/inbox.server";
import { type EntryLine, priorityQueue } from "~/domain/moderation/moderation-queue.server";
import { formatPence } from "~/domain/money/pounds";
import { dayFigures } from "~/domain/staff/day-figures.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatNumber, formatShare } from "~/domain/text/numbers";
import { londonDay } from "~/domain/time/days";
import { formatMoment } from "~/domain/time/format-days";
import { startOfLondonDay } from "~/domain/time/instants";
import { countExpiringSoon } from "~/domain/vouchers/voucher-figures.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { DescriptionList } from "~/ui/description-list";
import { HatchedBars } from "~/ui/hatched-bars";
import { HealthChecks } from "~/ui/health-checks";
import { Kpis } from "~/ui/kpis";
import { FunnelChart, OrdersChart } from "~/ui/sales-charts";
import { choiceIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { ReviewPanel } from "./review-panel";
import { WaitingPanel } from "./waiting-panel";

export const handle: ScreenHandle = { title: "HyperLoop dashboard", noindex: true };

const DAYS = ["1", "7", "30", "90"] as const;
const periodOf = (days: (typeof DAYS)[number]): Period => `${days}d`;

/** The numbers of the day, and nobody's name but one's own. */
export const loader = staffLoader("dashboard.read", async ({ request, staff, now }) => {
  const days = choiceIn(request, "days", DAYS);
  const sales = salesWithin(spanOf(periodOf(days), now));
  const figures = dayFigures(startOfLondonDay(londonDay(now)));
  const expiring = countExpiringSoon(now);
  const health = await recentHealth(now);
  const queue = isPermitted(staff.role, "entries.queue") ? priorityQueue().map(describe) : null;
  const waiting = readInbox(staff, "all", now).groups.map(({ name, total }) => ({ name, total }));
  const view = { waiting, days, sales, figures, expiring, health, queue };
  return { ...view, at: formatMoment(now) };
});

function describe({ id, theme, type, week, status }: EntryLine) {
  const kind = findLoopType(theme, type)?.displayName ?? "Loop";
  return { id, name: `${kind}, week ${week}`, isFlagged: status === "FLAGGED" };
}

export default function Dashboard() {
  const { staff, waiting, days, sales, figures, expiring, health, queue, at } =
    useLoaderData<typeof loader>();
  const { orders, pence, redeemed, redeemedPence, visitors } = sales;
  const revenue = pence.loop + pence.gift + pence.book_copies;
  const systemHealth = (
    <section className="staff-panel">
      <h2>System health</h2>
      <HealthChecks health={health} />
    </section>
  );
  return (
    <StaffFrame
      title={`Welcome, ${staff.name}`}
      lead={`Figures at ${at}`}
      actions={
        <nav className="segments" aria-label="Period">
          {DAYS.map((one) => (
            <a
              key={one}
              href={`${PATHS.dashboard}?days=${one}`}
              aria-current={one === days ? "true" : undefined}
            >
              {PERIOD_NAMES[periodOf(one)]}
            </a>
          ))}
        </nav>
      }
    >
      <Kpis
        kpis={{
          Revenue: { value: formatPence(revenue), note: "paid, less refunds" },
          "Self purchases": { value: orders.loop, note: formatPence(pence.loop) },
          "Gift vouchers sold": { value: orders.gift, note: formatPence(pence.gift) },
          "Vouchers redeemed": { value: redeemed, note: `worth ${formatPence(redeemedPence)}` },
          "Conversion rate": {
            value: formatShare(rate(orders.loop + orders.gift, visitors)),
            note: `of ${formatNumber(visitors)} visitors`,
          },
        }}
      />
      <WaitingPanel groups={waiting} />
      <section className="staff-panel">
        <OrdersChart figures={sales} />
      </section>
      <div className="staff-panels">
        {queue && <ReviewPanel queue={queue} total={figures.pendingEntries + figures.flaggedEntries} />}
        <section className="staff-panel">
          <h2>From visit to order</h2>
          <FunnelChart funnel={sales.funnel} />
          {isPermitted(staff.role, "analytics.read") && (
            <p>
              <a href={`/hyperloop/analytics?view=funnel&period=${periodOf(days)}`}>Funnel</a>
            </p>
          )}
        </section>
        <div>
          <section className="staff-panel">
            <h2>Accounts</h2>
            <DescriptionList
              items={{
                "Total users": formatNumber(figures.accounts),
                "New sign-ups today": formatNumber(figures.newAccounts),
                "Active loops": formatNumber(figures.activeLoops),
                "Pending entries": formatNumber(figures.pendingEntries),
              }}
            />
          </section>
          {queue && systemHealth}
        </div>
        <section className="staff-panel">
          <h2>Operations</h2>
          <HatchedBars
            title="Waiting for staff"
            axis="Pile"
            measure="Waiting"
            bars={[
              bar("Pending entries", figures.pendingEntries),
              bar("Flagged content", figures.flaggedEntries),
              bar("Print queue", figures.printQueue),
              bar("Open alarms", figures.openAlarms),
            ]}
          />
          <DescriptionList
            items={{
              "Voucher usage rate": formatShare(figures.voucherUsage),
              "Vouchers expiring within a week": isPermitted(staff.role, "vouchers.read") ? (
                <a href="/hyperloop/vouchers?soon=1">{formatNumber(expiring)}</a>
              ) : (
                formatNumber(expiring)
              ),
            }}
          />
        </section>
        {!queue && systemHealth}
      </div>
      <p className="muted">
        Sales count on the day they’re paid, London time. Accounts and operations show the current state, and
        system health is at most a minute old. The voucher usage rate covers all vouchers except cancelled
        ones. Test data is left out, except from the lists of waiting work.
      </p>
    </StaffFrame>
  );
}

const bar = (name: string, value: number) => ({ name, value, shown: formatNumber(value) });
