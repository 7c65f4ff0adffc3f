import { logLine } from "~/adapters/log/log.server";
import { readSwitches } from "~/domain/backoffice/settings/switches.server";
import { queueDueLastEmails, queueDueWeeklyEmails } from "~/domain/diary/entries/weekly-emails.server";

/** Queues the weekly emails that are due, and the last one of a year, unless staff have switched them off. */
export function queueWeeklyEmails(now: Date): void {
  if (!readSwitches().weeklyEmails) return;
  const count = queueDueWeeklyEmails(now) + queueDueLastEmails(now);
  if (count > 0) logLine("info", "weekly_emails_queued", { count });
}
