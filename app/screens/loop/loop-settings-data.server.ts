import { readSwitches } from "~/domain/backoffice/settings/switches.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { emailTimeOf, previewEmail } from "~/domain/diary/entries/weekly-emails";
import { emailLoopOf } from "~/domain/diary/entries/weekly-emails.server";
import { promisedBookDay } from "~/domain/diary/loops/book-days";
import { firstStartOfLoop } from "~/domain/diary/loops/credits.server";
import { type Loop, writtenWeeks } from "~/domain/diary/loops/loops.server";
import {
  describeDays,
  moveWindow,
  pauseAllowance,
  pauseOn,
  planResume,
  type YearDays,
} from "~/domain/diary/loops/rescheduling";
import { hasWritten, wasGiven } from "~/domain/diary/loops/rescheduling.server";
import { needsWish } from "~/domain/diary/loops/starting";
import { deliveryWindow, WEEKS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { bookOnItsWay } from "~/domain/operations/printing/book-destinations.server";

/** The view model of a loop's settings. */
export function describeSettings(loop: Loop, now: Date) {
  const today = londonDay(now);
  const type = findLoopType(loop.theme, loop.type);
  const emails = emailLoopOf(loop.accountId, loop.id);
  const nextEmail = emails && readSwitches().weeklyEmails ? previewEmail(emails, now) : null;
  const sent = loop.status === "ACTIVE" ? null : bookOnItsWay(loop.accountId, loop.id);
  const bookDay = promisedBookDay(loop, sent?.expectedDay ?? null, today);
  const allowance = pauseAllowance(loop, today);
  return {
    id: loop.id,
    name: loop.title ?? type?.displayName ?? "Your loop",
    theme: type?.themeId ?? ("classic" as const),
    about: {
      recipientName: loop.recipientName ?? "",
      occasion: loop.occasion ?? "",
      dedication: loop.dedication ?? "",
    },
    isFinished: loop.status !== "ACTIVE",
    isFilled: writtenWeeks(loop.id).length >= WEEKS,
    days: describeDays(loop, today),
    isLate: loop.deliveryDay < today,
    /** When the book arrives at the soonest, if that is after the chosen day. */
    laterDay: loop.status === "ACTIVE" && bookDay > loop.deliveryDay ? bookDay : null,
    bookDay,
    deliveredOn: loop.deliveredAt && londonDay(loop.deliveredAt),
    wish: describeWish(loop, now),
    window: moveWindow(loop, hasWritten(loop.id), today),
    pause: {
      weeksLeft: allowance.weeks,
      weeksTaken: loop.pausedWeeks,
      problem: allowance.problem,
      canEndEarly: planResume(loop, today).ok,
      resumeDay: pauseOn(loop.pauses, today)?.resumeDay ?? null,
    },
    message: {
      ...emailTimeOf(loop),
      isOn: loop.emailsPausedAt === null,
      byEmail: emails?.owner.notifyByEmail ?? false,
      next: nextEmail && formatMoment(nextEmail),
    },
    giver: { isThere: wasGiven(loop.id), seesProgress: loop.giverSeesProgress },
  };
}

export type LoopSettingsData = ReturnType<typeof describeSettings>;

/** While a year waits for the days to cancel: when it starts without its owner's wish, and its book's day with it. */
export function describeWish({ id, startDay, status }: Loop, now: Date) {
  const today = londonDay(now);
  const laterStart = firstStartOfLoop(id, now);
  if (status !== "ACTIVE" || laterStart === null || startDay <= today) return null;
  return { laterStart, bookDay: deliveryWindow(today).recommended };
}

/** The days before and after a change. */
export function describeChange(loop: Loop, after: YearDays, now: Date) {
  const today = londonDay(now);
  const firstStart = firstStartOfLoop(loop.id, now);
  return {
    laterStart: needsWish(loop, after, firstStart) ? firstStart : null,
    before: describeDays(loop, today),
    after: describeDays(after, today),
  };
}

export type ChangeData = ReturnType<typeof describeChange>;
