import fc from "fast-check";
import { expect, it } from "vitest";
import { bookDayOf } from "~/domain/diary/loops/book-days";
import { signOffProblem } from "~/domain/diary/loops/completion";
import {
  describeDays,
  isYearOver,
  pauseAllowance,
  pauseOn,
  planMove,
  planPause,
  planResume,
  weeksPaused,
  type YearDays,
} from "~/domain/diary/loops/rescheduling";
import {
  currentWeek,
  DAYS_A_WEEK,
  daysCounted,
  MOST_PAUSED_WEEKS,
  startDayFor,
  WEEKS,
  weekDays,
  weekStates,
} from "~/domain/diary/rules/calendar";
import { MAKING_DAYS } from "~/domain/kernel/time/agreed-days";
import { addDays, daysBetween } from "~/domain/kernel/time/days";
import { cases } from "../../../../support/rounds";
import { anyYear, anyYearAndDay, daysOf } from "./years";

/** What holds for every year, whatever its days, however often it was paused, resumed and moved. */

const allWeeks = Array.from({ length: WEEKS }, (_, index) => index + 1);
const daysOfWeeks = (year: YearDays) => allWeeks.map((week) => weekDays(year, week));

it("52 weeks follow each other from the first day to the last, with no day between them or in two", () => {
  fc.assert(
    fc.property(anyYear, (year) => {
      const weeks = daysOfWeeks(year);
      expect(weeks[0]?.from).toBe(year.startDay);
      for (const [place, { from, to }] of weeks.entries()) {
        expect(from <= to).toBe(true);
        expect(weeks[place + 1]?.from ?? addDays(to, 1)).toBe(addDays(to, 1));
      }
      const last = weeks.at(-1)?.to ?? "";
      expect(daysBetween(year.startDay, last)).toBe((WEEKS + weeksPaused(year.pauses)) * DAYS_A_WEEK);
    }),
    cases(20_000, 300),
  );
});

it("every day is in the week whose days include it, and the year is over on the day after the last", () => {
  fc.assert(
    fc.property(anyYear, (year) => {
      const weeks = daysOfWeeks(year);
      for (const today of daysOf(year)) {
        const { from, to } = weeks[currentWeek(year, today) - 1] ?? { from: "", to: "" };
        if (today < from || today > to) throw new Error(`${today} is not in its week, ${from} to ${to}.`);
      }
      const last = weeks.at(-1)?.to ?? "";
      expect([isYearOver(year, last), isYearOver(year, addDays(last, 1))]).toEqual([false, true]);
      expect(currentWeek(year, addDays(year.startDay, -1))).toBe(1);
      expect(currentWeek(year, addDays(last, 1))).toBe(WEEKS);
    }),
    cases(3_000, 40),
  );
});

it("each week has its seven days beside pauses, the first eight, whatever day it begins on", () => {
  fc.assert(
    fc.property(anyYear, (year) => {
      for (const week of allWeeks) {
        const { from, to } = weekDays(year, week);
        const paused = year.pauses.filter(({ fromDay }) => from <= fromDay && fromDay <= to);
        const days = daysBetween(from, to) + 1 - weeksPaused(paused) * DAYS_A_WEEK;
        expect([week, days]).toEqual([week, week === 1 ? DAYS_A_WEEK + 1 : DAYS_A_WEEK]);
      }
    }),
    cases(10_000, 150),
  );
});

it("a day counts unless it is paused, and no other day is left out", () => {
  fc.assert(
    fc.property(anyYear, (year) => {
      for (const today of daysOf(year)) {
        const counted = daysCounted(year, addDays(today, 1)) - daysCounted(year, today);
        expect([today, counted]).toEqual([today, pauseOn(year.pauses, today) ? 0 : 1]);
      }
    }),
    cases(2_000, 40),
  );
});

it("a pause keeps the week, and moves every later one and the book by its length", () => {
  fc.assert(
    fc.property(anyYearAndDay, fc.integer({ min: 1, max: MOST_PAUSED_WEEKS + 1 }), ({ year, today }, weeks) => {
      const planned = planPause(year, weeks, today);
      expect(planned.ok).toBe(weeks <= pauseAllowance(year, today).weeks);
      if (!planned.ok) return;
      const after = planned.year;
      const week = currentWeek(year, today);
      expect(currentWeek(after, today)).toBe(week);
      expect(weeksPaused(after.pauses)).toBe(weeksPaused(year.pauses) + weeks);
      const later = (day: string) => addDays(day, weeks * DAYS_A_WEEK);
      expect(after.deliveryDay).toBe(later(year.deliveryDay));
      for (const one of allWeeks) {
        const [old, moved] = [weekDays(year, one), weekDays(after, one)];
        expect(moved).toEqual({
          from: one > week ? later(old.from) : old.from,
          to: one >= week ? later(old.to) : old.to,
        });
      }
    }),
    cases(10_000, 200),
  );
});

it("no year is paused for more than eight weeks, and none before it begins or after it ends", () => {
  fc.assert(
    fc.property(anyYearAndDay, ({ year, today }) => {
      expect(weeksPaused(year.pauses)).toBeLessThanOrEqual(MOST_PAUSED_WEEKS);
      for (const { fromDay } of year.pauses) {
        expect(fromDay >= year.startDay).toBe(true);
        expect(fromDay <= weekDays(year, WEEKS).to).toBe(true);
      }
      const isWithin = year.startDay <= today && today <= weekDays(year, WEEKS).to;
      if (!isWithin) expect(planPause(year, 1, today).ok).toBe(false);
    }),
    cases(20_000, 300),
  );
});

it("resuming gives back the weeks of a pause that have not begun, and changes no week", () => {
  fc.assert(
    fc.property(anyYearAndDay, ({ year, today }) => {
      const planned = planResume(year, today);
      const pause = pauseOn(year.pauses, today);
      if (!planned.ok) {
        expect(pause === null || daysBetween(today, pause.resumeDay) < DAYS_A_WEEK).toBe(true);
        return;
      }
      const givenBack = weeksPaused(year.pauses) - weeksPaused(planned.year.pauses);
      expect(givenBack).toBeGreaterThan(0);
      expect(planned.year.deliveryDay).toBe(addDays(year.deliveryDay, -givenBack * DAYS_A_WEEK));
      expect(currentWeek(planned.year, today)).toBe(currentWeek(year, today));
      for (const one of allWeeks.filter((week) => weekDays(year, week).to < today)) {
        expect(weekDays(planned.year, one)).toEqual(weekDays(year, one));
      }
      const resumed = pauseOn(planned.year.pauses, today)?.resumeDay ?? today;
      expect(daysBetween(today, resumed)).toBeLessThan(DAYS_A_WEEK);
    }),
    cases(20_000, 400),
  );
});

it("a pause that is taken back on its first day leaves the year as it was", () => {
  fc.assert(
    fc.property(anyYearAndDay, fc.integer({ min: 1, max: MOST_PAUSED_WEEKS }), ({ year, today }, weeks) => {
      const paused = planPause(year, weeks, today);
      fc.pre(paused.ok && pauseOn(year.pauses, today) === null);
      expect(paused.ok && planResume(paused.year, today)).toEqual({ ok: true, year });
    }),
    cases(10_000, 200),
  );
});

it("a book is promised for no sooner than the days of making it after the year, or after it is sent to print", () => {
  fc.assert(
    fc.property(
      anyYearAndDay,
      fc.integer({ min: -400, max: 800 }),
      fc.boolean(),
      ({ year, today }, days, hasWritten) => {
        const deliveryDay = addDays(year.deliveryDay, days);
        const lastDay = weekDays(year, WEEKS).to;
        expect(year.deliveryDay >= addDays(lastDay, MAKING_DAYS)).toBe(true);
        expect(bookDayOf(year, lastDay)).toBe(year.deliveryDay);
        expect(bookDayOf(year, today) >= addDays(today, MAKING_DAYS)).toBe(true);
        const moved = planMove(year, { deliveryDay, hasWritten }, today);
        if (!moved.ok) return;
        expect(moved.year.pauses).toEqual(year.pauses);
        // The year moves with its book until it has begun, and never afterwards.
        if (hasWritten || year.pauses.length > 0) expect(moved.year.startDay).toBe(year.startDay);
        expect([year.startDay, startDayFor(deliveryDay)]).toContain(moved.year.startDay);
      },
    ),
    cases(20_000, 300),
  );
});

it("a year can be sent to print from the first day of week 52 on, or once all its weeks are written", () => {
  fc.assert(
    fc.property(anyYear, fc.integer({ min: 1, max: WEEKS }), (year, written) => {
      const loop = { ...year, status: "ACTIVE" } as const;
      const { from } = weekDays(year, WEEKS);
      expect(signOffProblem(loop, written, from)).toBeNull();
      expect(signOffProblem(loop, written, addDays(from, -1))).toBe(written === WEEKS ? null : "too_early");
    }),
    cases(20_000, 300),
  );
});

it("each week is one of written, missed, due and to come, and only one is due", () => {
  fc.assert(
    fc.property(anyYearAndDay, fc.uniqueArray(fc.integer({ min: 1, max: WEEKS })), ({ year, today }, written) => {
      const { week, weekEnds } = describeDays(year, today);
      const states = weekStates(new Set(written), week, false);
      expect(states).toHaveLength(WEEKS);
      expect(states.filter((state) => state === "completed")).toHaveLength(written.length);
      expect(states.filter((state) => state === "due")).toHaveLength(written.includes(week) ? 0 : 1);
      expect(states.slice(week)).not.toContain("missing");
      expect(states.slice(0, week)).not.toContain("upcoming");
      expect(weekEnds).toBe(weekDays(year, week).to);
    }),
    cases(10_000, 200),
  );
});
