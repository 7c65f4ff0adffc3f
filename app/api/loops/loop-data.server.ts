import type { LoopSummary } from "~/domain/diary/loops/loops.server";
import { currentWeek, WEEKS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";

/** A loop for API clients. Days are "YYYY-MM-DD" in London's time zone. */
export function loopData(loop: LoopSummary, now: Date) {
  const { id, title, theme, type, status, startDay, deliveryDay, occasion, recipientName } = loop;
  const entriesCount = Math.min(WEEKS, loop.entriesCount);
  return {
    id,
    title: title ?? "",
    theme,
    type,
    status,
    startDate: startDay,
    endDate: deliveryDay,
    occasion: occasion ?? "",
    recipientName: recipientName ?? "",
    currentWeek: currentWeek(loop, londonDay(now)),
    totalWeeks: WEEKS,
    entriesCount,
    _count: { entries: entriesCount },
    createdAt: loop.createdAt.toISOString(),
  };
}
