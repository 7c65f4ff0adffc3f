import { addDays } from "./days";
import { HOUR_MS, MINUTE_MS } from "./durations";

/** Instants of days and hours in London, where a day has 23 or 25 hours when the clocks change. */

const clock = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The time that London's clocks show at this instant, "16:05". */
export function londonTime(instant: Date): string {
  return clock.format(instant);
}

/** The hour that London's clocks show at this instant, 0 to 23. */
export function hourInLondon(instant: Date): number {
  return Number(londonTime(instant).slice(0, 2));
}

/**
 * The instant at which the clock in London shows this full hour of this day. An hour that the clock shows twice is
 * the first of the two; one that it leaves out is the next.
 */
export function londonHour(day: string, hour: number): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
  const inSummer = new Date(asUtc - HOUR_MS);
  return hourInLondon(inSummer) === hour ? inSummer : new Date(asUtc);
}

/** The instant at which the clock in London shows this time, "16:05", of this day. */
export function londonMoment(day: string, time: string): Date {
  const [hour, minute] = time.split(":").map(Number);
  return new Date(londonHour(day, hour ?? 0).getTime() + (minute ?? 0) * MINUTE_MS);
}

/** The first instant of a day in London. */
export function startOfLondonDay(day: string): Date {
  return londonHour(day, 0);
}

/** The last millisecond of a day in London. */
export function endOfLondonDay(day: string): Date {
  return new Date(startOfLondonDay(addDays(day, 1)).getTime() - 1);
}
