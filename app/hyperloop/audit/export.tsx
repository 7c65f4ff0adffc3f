import { AUDIT_LIST, exportAuditEvents } from "~/domain/backoffice/staff/audit-log.server";
import { londonDay } from "~/domain/kernel/time/days";
import { auditActor } from "~/domain/people/staff/audit-sentences";
import { askedOf } from "~/hyperloop/lists.server";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";

const HEAD = ["Number", "When (UTC)", "Who", "Action", "Object", "Id", "Before", "After", "Reason"];

/** The file is made by the button of the list. */
export const loader = leadToPage("audit.export", () => "/hyperloop/audit");

/** The audit events of the query as a file for spreadsheets; who took it is written down. */
export const action = staffAction("audit.export", ({ staff, form, now }) => {
  const rows = exportAuditEvents(askedOf(AUDIT_LIST, form), staff, now);
  const lines = rows.map((row) => [
    ...[row.sequence, row.at.toISOString(), auditActor(row.action, row.by), row.action, row.objectType, row.objectId],
    ...[row.before ?? "", row.after ?? "", row.reason ?? ""],
  ]);
  return sendCsv(`audit-${londonDay(now)}.csv`, [HEAD, ...lines]);
});
