import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { exportAuditEvents } from "~/domain/staff/audit-log.server";
import { londonDay } from "~/domain/time/days";
import { currentTime } from "~/web/clock.server";
import { sendCsv } from "~/web/csv";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { questionOf, readAuditQuery } from "./audit-query.server";

const HEAD = ["Number", "When (UTC)", "Who", "Act", "Object", "Id", "Before", "After", "Reason"];

/** The file is made by the button of the list. */
export async function loader({ request }: ActionFunctionArgs) {
  await requireStaff(request, "audit.export");
  return redirect("/hyperloop/audit");
}

/** The acts that were asked for, as a file for spreadsheets; who took it is written down. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "audit.export");
  const now = currentTime();
  const rows = exportAuditEvents(questionOf(readAuditQuery(formOf(request))), staff.staffId, now);
  const lines = rows.map((row) => [
    ...[row.sequence, row.at.toISOString(), row.by ?? "A script", row.action, row.objectType, row.objectId],
    ...[row.before ?? "", row.after ?? "", row.reason ?? ""],
  ]);
  return sendCsv(`audit-${londonDay(now)}.csv`, [HEAD, ...lines]);
}
