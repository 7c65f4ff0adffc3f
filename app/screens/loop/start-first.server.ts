import { data } from "@remix-run/node";
import type { SentWeek } from "~/domain/diary/entries/week-form.server";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { formatStart } from "~/domain/diary/loops/starting";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { currentTime } from "~/web/clock.server";
import { describeWish } from "./loop-settings-data.server";

/** A week of a year that waits for the days to cancel: its text stays on the page until its owner asks us not to wait. */
export interface StartFirstResult {
  kind: "start_first";
  sent: SentWeek;
  wish: ReturnType<typeof describeWish>;
  isTickMissing: boolean;
}

export function startFirst(loop: Loop, sent: SentWeek, isTickMissing = false) {
  const wish = describeWish(loop, currentTime());
  return data<StartFirstResult>({ kind: "start_first", sent, wish, isTickMissing }, { status: 422 });
}

/** The message about a year that has just started at its owner's wish. */
export function formatStarted({ startDay, deliveryDay }: Loop): string {
  return `${formatStart(startDay, null, londonDay(currentTime()))} Your book arrives on ${formatDay(deliveryDay)}.`;
}
