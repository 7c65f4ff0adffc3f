import { findLoopType } from "~/domain/catalogue/catalogue";
import { currentWeek, londonDay, WEEKS } from "~/domain/loops/calendar";
import { type LoopSummary, loopsOf } from "~/domain/loops/loops.server";
import { unspentLoopOf } from "~/domain/orders/orders.server";

/** A loop in a few words: its name, where it stands, and how much of it is written. */
export function describeLoop(loop: LoopSummary, now: Date) {
  const type = findLoopType(loop.theme, loop.type);
  return {
    id: loop.id,
    name: loop.title ?? type?.displayName ?? "Untitled loop",
    theme: type?.themeId ?? ("classic" as const),
    week: currentWeek(loop.startDay, londonDay(now)),
    isFinished: loop.status !== "ACTIVE",
    entriesCount: Math.min(WEEKS, loop.entriesCount),
  };
}

export function myLoopFacts(accountId: string, now: Date) {
  return {
    loops: loopsOf(accountId).map((loop) => describeLoop(loop, now)),
    toBegin: unspentLoopOf(accountId) !== undefined,
  };
}

export type MyLoopFacts = ReturnType<typeof myLoopFacts>;
