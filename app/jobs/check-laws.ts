import { checkLaws } from "~/domain/alarms/laws.server";
import { logLine } from "./log";

/** Asks the laws of money of the whole shop. Each that is broken is a line in the log and an alarm for staff. */
export function checkMoney(now: Date): void {
  for (const { law, says, rows } of checkLaws(now)) {
    logLine("error", "law_broken", { law, says, count: rows.length, first: rows[0] });
  }
}
