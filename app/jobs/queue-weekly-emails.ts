import { queueDueLastEmails, queueDueWeeklyEmails } from "~/domain/entries/weekly-emails.server";
import { readSwitches } from "~/domain/settings/switches.server";
import { logLine } from "./log";

/** Writes the emails of the week, and the last of a year, to those whose day and hour have come, unless staff have switched them off. */
export function queueWeeklyEmails(now: Date): void {
  if (!readSwitches().weeklyEmails) return;
  const count = queueDueWeeklyEmails(now) + queueDueLastEmails(now);
  if (count > 0) logLine("info", "weekly_emails_written", { count });
}
