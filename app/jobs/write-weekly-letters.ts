import { writeDueWeeklyLetters } from "~/domain/loops/weekly-post.server";
import { logLine } from "./log";

/** Writes the letters of the week to those whose day and hour have come. */
export function writeWeeklyLetters(now: Date): void {
  const count = writeDueWeeklyLetters(now);
  if (count > 0) logLine("info", "weekly_letters_written", { count });
}
