import { exportSales } from "~/domain/backoffice/analytics/sales-export.server";
import { londonDay } from "~/domain/kernel/time/days";
import { PERIODS } from "~/domain/kernel/time/periods";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";

/** The file is made by the button of the page. */
export const loader = leadToPage("analytics.export", () => "/hyperloop/analytics");

/** The figures of a period, a line for each of its days or hours; who took them is written down. */
export const action = staffAction("analytics.export", ({ staff, form, now }) => {
  const wanted = form.get("period");
  const period = PERIODS.find((one) => one === wanted) ?? PERIODS[0];
  return sendCsv(`sales-${period}-${londonDay(now)}.csv`, exportSales(period, staff.staffId, now));
});
