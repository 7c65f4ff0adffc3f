import { writeDueLastLetters, writeDueWeeklyLetters } from "~/domain/loops/weekly-emails.server";
import { readSwitches } from "~/domain/settings/switches.server";
import { logLine } from "./log";

/** Writes the letters of the week, and the last of a year, to those whose day and hour have come, unless staff have switched them off. */
export function writeWeeklyLetters(now: Date): void {
  if (!readSwitches().weeklyLetters) return;
  const count = writeDueWeeklyLetters(now) + writeDueLastLetters(now);
  if (count > 0) logLine("info", "weekly_letters_written", { count });
}
