import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { currentWeek } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { currentTime } from "~/web/clock.server";
import { weekAddress } from "./week-address";

/** The own loop to lead back to from a week without an entry, and its form where it can be written. */
export function missingWeek(accountId: string, loopId: string, week: number) {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return null;
  const isOpen =
    loop.status === "ACTIVE" &&
    Number.isInteger(week) &&
    week >= 1 &&
    week <= currentWeek(loop, londonDay(currentTime()));
  return { loopId, week, form: isOpen ? `${weekAddress(loopId, week)}#week` : null };
}

export type MissingWeek = ReturnType<typeof missingWeek>;
