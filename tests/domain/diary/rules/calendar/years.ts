import fc from "fast-check";
import { planMove, planPause, planResume, type YearDays } from "~/domain/diary/loops/rescheduling";
import {
  DAYS_A_WEEK,
  DAYS_FROM_START_TO_DELIVERY,
  EARLIEST_DELIVERY_DAYS,
  MOST_PAUSED_WEEKS,
  startDayFor,
  WEEKS,
  weekDays,
} from "~/domain/diary/rules/calendar";
import { addDays } from "~/domain/kernel/time/days";

/** Years as people can have them: any delivery day, and whatever they paused, resumed and moved on the way. */

const FIRST_DAY = "2024-01-01";
/** To the end of 2103: 29 February of leap years, and 2100, which is not a leap year. */
const DAYS = 29_219;

/** Any day, the first of them where a failure is shrunk. */
export const anyDay = fc.integer({ min: 0, max: DAYS }).map((days) => addDays(FIRST_DAY, days));

export type YearAct =
  | { act: "pause"; weeks: number }
  | { act: "resume" }
  | { act: "move"; days: number; hasWritten: boolean };

export const anyYearAct: fc.Arbitrary<YearAct> = fc.oneof(
  fc.record({ act: fc.constant("pause" as const), weeks: fc.integer({ min: 1, max: MOST_PAUSED_WEEKS }) }),
  fc.constant({ act: "resume" as const }),
  fc.record({
    act: fc.constant("move" as const),
    days: fc.integer({ min: -400, max: 800 }),
    hasWritten: fc.boolean(),
  }),
);

/** The year after an act on this day; the same year where the act is refused. */
export function actOn(year: YearDays, act: YearAct, today: string): YearDays {
  const planned = planAct(year, act, today);
  return planned.ok ? planned.year : year;
}

function planAct(year: YearDays, act: YearAct, today: string) {
  if (act.act === "pause") return planPause(year, act.weeks, today);
  if (act.act === "resume") return planResume(year, today);
  const deliveryDay = addDays(year.deliveryDay, act.days);
  return planMove(year, { deliveryDay, hasWritten: act.hasWritten }, today);
}

const anyWait = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 120 }));

/** Acts of an owner, each some days after the one before. */
const anyActs = fc.array(fc.tuple(anyWait, anyYearAct), { maxLength: 8, size: "max" });

/** A year, and a day that is not before the last act. */
export const anyYearAndDay: fc.Arbitrary<{ year: YearDays; today: string }> = fc
  .record({
    begunOn: anyDay,
    // The recommended delivery of a new loop, or from the earliest to the latest.
    daysToDelivery: fc.oneof(
      fc.constant(DAYS_FROM_START_TO_DELIVERY),
      fc.integer({ min: EARLIEST_DELIVERY_DAYS, max: 730 }),
    ),
    acts: anyActs,
    daysSince: fc.oneof(anyWait, fc.integer({ min: 0, max: (WEEKS + MOST_PAUSED_WEEKS) * DAYS_A_WEEK })),
  })
  .map(({ begunOn, daysToDelivery, acts, daysSince }) => {
    const deliveryDay = addDays(begunOn, daysToDelivery);
    let year: YearDays = { startDay: startDayFor(deliveryDay), deliveryDay, pauses: [] };
    let today = begunOn;
    for (const [days, act] of acts) {
      today = addDays(today, days);
      year = actOn(year, act, today);
    }
    return { year, today: addDays(today, daysSince) };
  });

export const anyYear: fc.Arbitrary<YearDays> = anyYearAndDay.map(({ year }) => year);

/** All days of a year, in order. */
export function daysOf(year: YearDays): string[] {
  const days: string[] = [];
  for (let day = year.startDay; day <= weekDays(year, WEEKS).to; day = addDays(day, 1)) days.push(day);
  return days;
}
