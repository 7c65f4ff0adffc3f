import { useLoaderData } from "@remix-run/react";
import {
  type Finishing,
  GROUPING_NAMES,
  PACE_MEANINGS,
  PACE_NAMES,
  PACES,
  type PaceLine,
  REMINDED_DAYS,
  REMINDER_NAMES,
  stopName,
  YEARS,
} from "~/domain/backoffice/analytics/finishing";
import { FINISHING } from "~/domain/backoffice/analytics/finishing.server";
import { rate } from "~/domain/backoffice/analytics/rates";
import { formatNumber, formatShare } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import { CountedAt } from "~/hyperloop/counted-at";
import { StaffFrame } from "~/hyperloop/frame";
import { PanelOf } from "~/hyperloop/panel";
import { panelsOf } from "~/hyperloop/panels.server";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Button } from "~/ui/button";
import { ColumnChart } from "~/ui/column-chart";
import { DescriptionList } from "~/ui/description-list";
import { HatchedBars } from "~/ui/hatched-bars";
import { PostForm } from "~/ui/post-form";
import { type Column, Table } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Finishing – HyperLoop", noindex: true };

/** How the begun years were doing when the worker counted them last, without any person's name. */
export const loader = staffLoader("analytics.read", async ({ request, staff }) => ({
  counted: await panelsOf(request)(() => {
    const counted = FINISHING.read();
    return { figures: counted?.figures ?? null, at: counted ? formatMoment(counted.at) : null };
  }),
  mayExport: isPermitted(staff.role, "analytics.export"),
}));

export default function FinishingPage() {
  const { counted, mayExport } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      title="Finishing"
      lead="How our customers’ years are going"
      actions={
        mayExport &&
        counted.read?.figures && (
          <PostForm action={`${PATHS.finishing}/export`}>
            <Button size="staff">Export CSV</Button>
          </PostForm>
        )
      }
    >
      <PanelOf title="Years" of={counted}>
        {({ figures, at }) => (
          <>
            <CountedAt at={at} />
            {figures && <Years {...figures} />}
          </>
        )}
      </PanelOf>
      <section className="staff-panel">
        <h2>What these figures mean</h2>
        <DescriptionList
          items={{
            ...Object.fromEntries(PACES.map((pace) => [PACE_NAMES[pace], PACE_MEANINGS[pace]])),
            [YEARS]:
              "Years with a delivery date. Cancelled years and test data are left out. Each year counts once, and days are London days.",
            Written:
              "The week is finished. If its last photo is removed, it counts as unfinished until it has another.",
            Gift: "Started with a voucher; the others were bought by their owner.",
            [REMINDER_NAMES.true]: `For each year being written, the latest weekly email sent at least ${REMINDED_DAYS} days ago. We don’t email about a week that’s already written.`,
            [REMINDER_NAMES.false]: `For comparison: what was written in the last ${REMINDED_DAYS} days.`,
          }}
        />
      </section>
    </StaffFrame>
  );
}

const REMINDERS = `Weeks written within ${REMINDED_DAYS} days of a weekly email`;

function Years({ groups, stops, reminders }: Finishing) {
  const [all] = groups.all;
  if (!all) return <p>No year has a delivery date yet.</p>;
  return (
    <>
      <section className="staff-panel">
        <h2>
          {formatNumber(all.years)} {all.years === 1 ? "year" : "years"}
        </h2>
        <HatchedBars
          title="All years"
          axis="How they’re doing"
          measure="Years"
          bars={PACES.map((pace) => ({
            name: PACE_NAMES[pace],
            value: all.paces[pace],
            shown: formatNumber(all.paces[pace]),
            note: formatShare(rate(all.paces[pace], all.years)),
          }))}
        />
      </section>
      {(["kind", "month", "source"] as const).map((by) => (
        <section key={by} className="staff-panel">
          <Table
            caption={`By ${GROUPING_NAMES[by].toLowerCase()}`}
            columns={columnsOf(GROUPING_NAMES[by])}
            rows={groups[by].map((line) => ({ ...line, id: line.name }))}
          />
        </section>
      ))}
      <section className="staff-panel">
        <ColumnChart
          title="The last week written before a year went quiet"
          axis="Week"
          labels={stops.map((_, week) => stopName(week))}
          values={stops}
          show={formatNumber}
        />
      </section>
      <section className="staff-panel">
        <h2>{REMINDERS}</h2>
        <Table
          caption="What people did after the latest weekly email"
          captionHidden
          columns={REMINDER_COLUMNS}
          rows={reminders.map(({ isOn, ...line }) => ({ ...line, id: REMINDER_NAMES[`${isOn}`] }))}
          empty={<p>No year is being written yet.</p>}
        />
      </section>
    </>
  );
}

type Line = PaceLine & { readonly id: string };

const columnsOf = (label: string): readonly Column<Line>[] => [
  { label, cell: ({ name }) => name },
  { label: YEARS, numeric: true, cell: ({ years }) => formatNumber(years) },
  ...PACES.map((pace) => ({
    label: PACE_NAMES[pace],
    numeric: true,
    cell: ({ paces }: Line) => formatNumber(paces[pace]),
  })),
];

const REMINDER_COLUMNS: readonly Column<{ id: string; years: number; wrote: number; weeks: number }>[] = [
  { label: "Weekly email", cell: ({ id }) => id },
  { label: "Years", numeric: true, cell: ({ years }) => formatNumber(years) },
  { label: "Wrote", numeric: true, cell: ({ wrote }) => formatNumber(wrote) },
  { label: "Wrote nothing", numeric: true, cell: ({ years, wrote }) => formatNumber(years - wrote) },
  { label: "Share", numeric: true, cell: ({ years, wrote }) => formatShare(rate(wrote, years)) },
  { label: "Weeks written", numeric: true, cell: ({ weeks }) => formatNumber(weeks) },
];
