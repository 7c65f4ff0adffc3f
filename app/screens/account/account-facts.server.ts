import { pendingEmailChange } from "~/domain/accounts/email-change.server";
import { profileOf } from "~/domain/accounts/profile.server";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { currentWeek, londonDay, WEEKS } from "~/domain/loops/calendar";
import { firstLoop, type LoopSummary, loopsOf, writtenWeeks } from "~/domain/loops/loops.server";
import { weeksToMask } from "~/ui/artwork/mask";
import { readClock } from "~/web/clock.server";

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

export function accountFacts(accountId: string) {
  const now = readClock();
  const loop = firstLoop(loopsOf(accountId));
  const stitched = new Set(loop ? writtenWeeks(loop.id).map(({ week }) => week) : []);
  return {
    profile: profileOf(accountId),
    pendingEmail: pendingEmailChange(accountId, now)?.email ?? null,
    loop: loop
      ? {
          ...describeLoop(loop, now),
          picture: `/art/${findLoopType(loop.theme, loop.type)?.themeId ?? "classic"}/${weeksToMask(stitched)}.svg`,
        }
      : null,
  };
}

export type AccountFacts = ReturnType<typeof accountFacts>;
