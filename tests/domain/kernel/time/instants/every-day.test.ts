import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, addMonths, daysBetween, isDay, londonDay } from "~/domain/kernel/time/days";
import { HOUR_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import {
  endOfLondonDay,
  hourInLondon,
  londonHour,
  londonMoment,
  londonTime,
  startOfLondonDay,
} from "~/domain/kernel/time/instants";
import { spanOf } from "~/domain/kernel/time/periods";
import { lastValidInstant } from "~/domain/kernel/time/voucher-validity";
import { cases } from "../../../../support/rounds";
import { anyDay } from "../../../diary/rules/calendar/years";

/** What holds for every day and every instant, also where London's clocks change. */

const anyInstant = fc.tuple(anyDay, fc.integer({ min: 0, max: 24 * 60 * 60 * 1000 - 1 })).map(([day, ms]) => {
  return new Date(Date.parse(`${day}T00:00:00Z`) + ms);
});
const anyHour = fc.integer({ min: 0, max: 23 });
const anyMinute = fc.integer({ min: 0, max: 59 });
const twoFigures = (number: number) => String(number).padStart(2, "0");

it("days follow each other without an instant between them, and have 23, 24 or 25 hours", () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const [first, last] = [startOfLondonDay(day), endOfLondonDay(day)];
      expect([londonDay(first), londonTime(first)]).toEqual([day, "00:00"]);
      expect([londonDay(last), londonTime(last)]).toEqual([day, "23:59"]);
      expect(startOfLondonDay(addDays(day, 1)).getTime()).toBe(last.getTime() + 1);
      expect([23, 24, 25]).toContain((last.getTime() + 1 - first.getTime()) / HOUR_MS);
    }),
    cases(20_000, 300),
  );
});

it("every instant lies within its day, and every period ends with it and begins with a day", () => {
  fc.assert(
    fc.property(anyInstant, fc.constantFrom("1d", "7d", "30d", "90d"), (now, period) => {
      const day = londonDay(now);
      expect(startOfLondonDay(day) <= now && now <= endOfLondonDay(day)).toBe(true);
      const [span, before] = [spanOf(period, now), spanOf(period, now, "before")];
      expect(span.until.getTime()).toBe(now.getTime() + 1);
      expect(londonTime(span.since)).toBe("00:00");
      expect(daysBetween(londonDay(before.since), londonDay(span.since))).toBe(Number.parseInt(period, 10));
      expect(before.until <= span.since || period === "1d").toBe(true);
    }),
    cases(5_000, 150),
  );
});

it("every time of a day is the one that London's clocks show, but for an hour that they leave out", () => {
  fc.assert(
    fc.property(anyDay, anyHour, anyMinute, (day, hour, minute) => {
      const instant = londonHour(day, hour);
      const isLeftOut =
        endOfLondonDay(day).getTime() + 1 - startOfLondonDay(day).getTime() < 24 * HOUR_MS && hour === 1;
      expect([londonDay(instant), hourInLondon(instant)]).toEqual([day, isLeftOut ? 2 : hour]);
      // Of an hour that comes twice, the first.
      const earlier = new Date(instant.getTime() - HOUR_MS);
      expect(hourInLondon(earlier) === hour && londonDay(earlier) === day).toBe(false);
      const moment = londonMoment(day, `${twoFigures(hour)}:${twoFigures(minute)}`);
      expect(moment.getTime()).toBe(instant.getTime() + minute * MINUTE_MS);
    }),
    cases(20_000, 300),
  );
});

it("days and months are counted back and forth, and a later day stays later", () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -800, max: 800 }), fc.integer({ min: -60, max: 60 }), (day, days, months) => {
      const other = addDays(day, days);
      expect(isDay(other) && isDay(addMonths(day, months))).toBe(true);
      expect([daysBetween(day, other), addDays(other, -days)]).toEqual([days, day]);
      const [earlier, later] = [day, other].toSorted().map((one) => addMonths(one, months));
      expect((earlier ?? "") <= (later ?? "")).toBe(true);
      const moved = addMonths(day, months);
      const monthsOf = (one: string) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7));
      expect(monthsOf(moved) - monthsOf(day)).toBe(months);
      const isLastOfMonth = addDays(moved, 1).endsWith("-01");
      expect(moved.slice(8) === day.slice(8) || (isLastOfMonth && moved.slice(8) < day.slice(8))).toBe(true);
    }),
    cases(20_000, 300),
  );
});

it("a voucher is valid for twelve months of whole days, from the later of buying and sending it", () => {
  fc.assert(
    fc.property(anyDay, fc.option(fc.integer({ min: -30, max: 365 })), (boughtOn, daysToSend) => {
      const sendOn = daysToSend === null ? null : addDays(boughtOn, daysToSend);
      const last = lastValidInstant(boughtOn, sendOn);
      const from = sendOn !== null && sendOn > boughtOn ? sendOn : boughtOn;
      expect(last).toEqual(endOfLondonDay(addMonths(from, 12)));
      expect(daysBetween(from, londonDay(last))).toBeGreaterThanOrEqual(365);
    }),
    cases(10_000, 200),
  );
});
