import { mail } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";

export async function sendEmails(now: Date): Promise<void> {
  const report = await sendDueEmails(now, mail);
  for (const emailId of report.dead) logLine("error", "email_dead", { emailId });
  if (report.failed > 0) logLine("warn", "emails_not_sent", { count: report.failed });
}
