import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportSales } from "~/domain/backoffice/analytics/sales-export.server";
import { londonDay } from "~/domain/kernel/time/days";
import { PERIODS } from "~/domain/kernel/time/periods";
import { staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";
import { requireStaff } from "~/web/staff-auth.server";

/** The file is made by the button of the page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "analytics.export");
  return redirect("/hyperloop/analytics");
}

/** The figures of a period, a line for each of its days or hours; who took them is written down. */
export const action = staffAction("analytics.export", ({ staff, form, now }) => {
  const wanted = form.get("period");
  const period = PERIODS.find((one) => one === wanted) ?? PERIODS[0];
  return sendCsv(`sales-${period}-${londonDay(now)}.csv`, exportSales(period, staff.staffId, now));
});
