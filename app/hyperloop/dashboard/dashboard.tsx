import { useLoaderData } from "@remix-run/react";
import { PERIOD_NAMES, type Period, spanOf } from "~/domain/analytics/periods";
import { conversion } from "~/domain/analytics/rates";
import { type SalesFigures, salesWithin } from "~/domain/analytics/sales.server";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { recentHealth } from "~/domain/health/system-health.server";
import { readInbox } from "~/domain/inbox/inbox.server";
import { type EntryLine, priorityQueue } from "~/domain/moderation/moderation-queue.server";
import { formatPence } from "~/domain/money/pounds";
import { dayFigures } from "~/domain/staff/day-figures.server";
import { isPermitted, type Permission } from "~/domain/staff/permissions";
import { formatNumber, formatShare } from "~/domain/text/numbers";
import { londonDay } from "~/domain/time/days";
import { formatMoment } from "~/domain/time/format-days";
import { startOfLondonDay } from "~/domain/time/instants";
import { countExpiringSoon } from "~/domain/vouchers/voucher-figures.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { sayVisitors } from "~/hyperloop/visitor-words";
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

/** The numbers of the day that the role's rights allow, and nobody's name but one's own. */
export const loader = staffLoader("dashboard.read", async ({ request, staff, now }) => {
  const days = choiceIn(request, "days", DAYS);
  const may = (...permissions: Permission[]) => permissions.some((one) => isPermitted(staff.role, one));
  const figures = dayFigures(startOfLondonDay(londonDay(now)));
  const { accounts, newAccounts, activeLoops, pendingEntries, flaggedEntries } = figures;
  const queue = may("entries.queue") ? priorityQueue().map(describe) : null;
  const waiting = readInbox(staff, "all", now).groups.map(({ name, total }) => ({ name, total }));
  return {
    ...{ days, queue, waiting },
    at: formatMoment(now),
    sales: may("analytics.read") ? salesWithin(spanOf(periodOf(days), now)) : null,
    people: may("accounts.read", "analytics.read") ? { accounts, newAccounts, activeLoops } : null,
    bars: [
      ...(queue ? [bar("Pending entries", pendingEntries), bar("Flagged content", flaggedEntries)] : []),
      ...(may("printing.read") ? [bar("Print queue", figures.printQueue)] : []),
      ...(may("alarms.read") ? [bar("Open alarms", figures.openAlarms)] : []),
    ],
    toReview: pendingEntries + flaggedEntries,
    vouchers: may("vouchers.read") ? { usage: figures.voucherUsage, expiring: countExpiringSoon(now) } : null,
    health: may("system.read", "alarms.read") ? await recentHealth(now) : null,
  };
});

function describe({ id, theme, type, week, status }: EntryLine) {
  const kind = findLoopType(theme, type)?.displayName ?? "Loop";
  return { id, name: `${kind}, week ${week}`, isFlagged: status === "FLAGGED" };
}

export default function Dashboard() {
  const { staff, waiting, days, sales, people, bars, toReview, vouchers, health, queue, at } =
    useLoaderData<typeof loader>();
  return (
    <StaffFrame
      title={`Welcome, ${staff.name}`}
      lead={`Figures at ${at}`}
      actions={
        sales && (
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
        )
      }
    >
      {sales && <SalesKpis sales={sales} />}
      <WaitingPanel groups={waiting} />
      {sales && (
        <section className="staff-panel">
          <OrdersChart figures={sales} />
        </section>
      )}
      <div className="staff-panels">
        {queue && <ReviewPanel queue={queue} total={toReview} />}
        {sales && (
          <section className="staff-panel">
            <h2>From visit to order</h2>
            <FunnelChart funnel={sales.funnel} />
            <p>
              <a href={`/hyperloop/analytics?view=funnel&period=${periodOf(days)}`}>Funnel</a>
            </p>
          </section>
        )}
        {people && (
          <section className="staff-panel">
            <h2>Accounts</h2>
            <DescriptionList
              items={{
                "Total users": formatNumber(people.accounts),
                "New sign-ups today": formatNumber(people.newAccounts),
                "Active loops": formatNumber(people.activeLoops),
              }}
            />
          </section>
        )}
        {(bars.length > 0 || vouchers) && (
          <section className="staff-panel">
            <h2>Operations</h2>
            {bars.length > 0 && (
              <HatchedBars title="Waiting for staff" axis="Pile" measure="Waiting" bars={bars} />
            )}
            {vouchers && (
              <DescriptionList
                items={{
                  "Voucher usage rate": formatShare(vouchers.usage),
                  "Vouchers expiring within a week": (
                    <a href="/hyperloop/vouchers?soon=1">{formatNumber(vouchers.expiring)}</a>
                  ),
                }}
              />
            )}
          </section>
        )}
        {health && (
          <section className="staff-panel">
            <h2>System health</h2>
            <HealthChecks health={health} />
          </section>
        )}
      </div>
      <p className="muted">
        You see the figures your work needs.
        {sales && " Sales count on the day they’re paid, London time."}
        {vouchers && " The voucher usage rate covers all vouchers except cancelled ones."} Test data is left
        out, except from the lists of waiting work.
      </p>
    </StaffFrame>
  );
}

/** What was sold in the period, and to how many of those who came. */
function SalesKpis({ sales }: { readonly sales: SalesFigures }) {
  const { orders, pence, redeemed, redeemedPence, visitors } = sales;
  const sold = orders.loop + orders.gift;
  return (
    <Kpis
      kpis={{
        Revenue: {
          value: formatPence(pence.loop + pence.gift + pence.book_copies),
          note: "paid, less refunds",
        },
        "Self purchases": { value: orders.loop, note: formatPence(pence.loop) },
        "Gift vouchers sold": { value: orders.gift, note: formatPence(pence.gift) },
        "Vouchers redeemed": { value: redeemed, note: `worth ${formatPence(redeemedPence)}` },
        "Conversion rate": {
          value: formatShare(conversion(sold, visitors)),
          note: sayVisitors(visitors, sold),
        },
      }}
    />
  );
}

function bar(name: string, value: number) {
  return { name, value, shown: formatNumber(value) };
}
