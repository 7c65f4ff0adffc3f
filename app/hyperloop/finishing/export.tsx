import { exportFinishing } from "~/domain/backoffice/analytics/finishing-export.server";
import { londonDay } from "~/domain/kernel/time/days";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";

/** The file is made by the button of the page. */
export const loader = leadToPage("analytics.export", () => PATHS.finishing);

/** The figures of the page, a line for each number; who took them is written down. */
export const action = staffAction("analytics.export", ({ staff, now }) =>
  sendCsv(`finishing-${londonDay(now)}.csv`, exportFinishing(staff.staffId, now)),
);
