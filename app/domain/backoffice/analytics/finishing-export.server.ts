import { write } from "#db/client.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { Counted } from "./counted-figures.server";
import {
  type Finishing,
  GROUPING_NAMES,
  GROUPINGS,
  PACE_NAMES,
  PACES,
  REMINDER_NAMES,
  stopName,
  YEARS,
} from "./finishing";
import { FINISHING } from "./finishing.server";

/** CSV rows of how the begun years are doing, a number each, header included. Records who took them. */
export function exportFinishing(staffId: string, now: Date): (string | number)[][] {
  const counted = FINISHING.read();
  const rows = counted ? rowsOf(counted) : [];
  write((tx) =>
    recordAuditEvent(tx, {
      staffId,
      action: "analytics.export_finishing",
      object: { type: "analytics", id: "finishing" },
      after: { rows: rows.length },
      now,
    }),
  );
  return [["Counted by", "Line", "Figure", "Number"], ...rows];
}

function rowsOf({ figures, at }: Counted<Finishing>): (string | number)[][] {
  const { groups, stops, reminders } = figures;
  return [
    ["All", "Counted at", formatMoment(at), ""],
    ...GROUPINGS.flatMap((by) =>
      groups[by].flatMap(({ name, years, paces }) => [
        [GROUPING_NAMES[by], name, YEARS, years],
        ...PACES.map((pace) => [GROUPING_NAMES[by], name, PACE_NAMES[pace], paces[pace]]),
      ]),
    ),
    ...stops.map((years, week) => ["Last week written", stopName(week), PACE_NAMES.asleep, years]),
    ...reminders.flatMap(({ isOn, years, wrote, weeks }) => [
      ["Weekly email", REMINDER_NAMES[`${isOn}`], "Years", years],
      ["Weekly email", REMINDER_NAMES[`${isOn}`], "Years that wrote", wrote],
      ["Weekly email", REMINDER_NAMES[`${isOn}`], "Weeks written", weeks],
    ]),
  ];
}
