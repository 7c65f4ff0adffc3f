import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addDays, londonDay } from "~/domain/loops/calendar";
import { dayFigures } from "~/domain/staff/day-figures.server";
import { endOfLondonDay } from "~/domain/vouchers/validity";
import { StaffFrame } from "~/hyperloop/frame";
import { Facts } from "~/ui/facts";
import { formatMoment, formatPence } from "~/ui/format";
import { Kpis } from "~/ui/kpis";
import { PRIVATE } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import { choiceIn } from "~/web/list-question";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-door.server";

const PATH = "/hyperloop/dashboard";

export const handle: ScreenHandle = { title: "HyperLoop dashboard", noindex: true };

const PERIODS = [
  { days: "1", label: "Today" },
  { days: "7", label: "7 days" },
  { days: "30", label: "30 days" },
  { days: "90", label: "90 days" },
] as const;

/** The numbers of the day, and nobody's name but one's own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "dashboard.read");
  const now = readClock();
  const days = choiceIn(request, "days", ["1", "7", "30", "90"]);
  const since = new Date(endOfLondonDay(addDays(londonDay(now), -Number(days))).getTime() + 1);
  return data({ staff, days, figures: dayFigures(since), at: formatMoment(now) }, { headers: PRIVATE });
}

export default function Dashboard() {
  const { staff, days, figures, at } = useLoaderData<typeof loader>();
  const number = (value: number) => value.toLocaleString("en-GB");
  return (
    <StaffFrame
      staff={staff}
      title={`Welcome, ${staff.name}`}
      lead={`Figures to ${at}`}
      actions={
        <nav className="segments" aria-label="Period">
          {PERIODS.map((period) => (
            <a
              key={period.days}
              href={`${PATH}?days=${period.days}`}
              aria-current={period.days === days ? "true" : undefined}
            >
              {period.label}
            </a>
          ))}
        </nav>
      }
    >
      <Kpis
        kpis={[
          { name: "Revenue", value: formatPence(figures.revenuePence), note: "paid, less refunds" },
          { name: "Self purchases", value: number(figures.selfPurchases), note: "loops paid for" },
          { name: "Gift vouchers sold", value: number(figures.vouchersSold), note: "gifts paid for" },
          {
            name: "Vouchers redeemed",
            value: number(figures.vouchersRedeemed),
            note: "loops begun with one",
          },
          { name: "New sign-ups", value: number(figures.newAccounts), note: "accounts opened" },
        ]}
      />
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Accounts and workroom</h2>
          <Facts
            facts={[
              { name: "Accounts", value: number(figures.accounts) },
              { name: "Loops being written", value: number(figures.activeLoops) },
              { name: "Entries waiting for review", value: number(figures.pendingEntries) },
            ]}
          />
        </section>
        <section className="staff-panel">
          <h2>Operations</h2>
          <Facts
            facts={[
              { name: "Flagged content", value: number(figures.flaggedEntries) },
              { name: "Print queue", value: number(figures.printQueue) },
              { name: "Open alarms", value: number(figures.openAlarms) },
            ]}
          />
        </section>
      </div>
      <p className="muted">
        Sales count on the day they were paid, in London. Test accounts, orders and vouchers are left out.
      </p>
    </StaffFrame>
  );
}
