import { mail } from "~/adapters/adapters.server";
import { postDueLetters } from "~/domain/email/outbox-worker.server";
import { logLine } from "./log";

/** Posts the letters that are due. */
export async function postLetters(now: Date): Promise<void> {
  const report = await postDueLetters(now, mail);
  for (const letterId of report.dead) logLine("error", "letter_dead", { letterId });
  if (report.failed > 0) logLine("warn", "letters_not_posted", { count: report.failed });
}
