import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportFinishing } from "~/domain/backoffice/analytics/finishing-export.server";
import { londonDay } from "~/domain/kernel/time/days";
import { PATHS } from "~/hyperloop/paths";
import { staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";
import { requireStaff } from "~/web/staff-auth.server";

/** The file is made by the button of the page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "analytics.export");
  return redirect(PATHS.finishing);
}

/** The figures of the page, a line for each number; who took them is written down. */
export const action = staffAction("analytics.export", ({ staff, now }) =>
  sendCsv(`finishing-${londonDay(now)}.csv`, exportFinishing(staff.staffId, now)),
);
