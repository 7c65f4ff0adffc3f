import { addDays, londonDay } from "../loops/calendar";
import { startOfLondonDay } from "../vouchers/validity";

/**
 * The periods that figures are read over: so many days of London, today being the last of them, up to this moment. The
 * period before is as long and ends at the same time of day, so that a morning is not set beside whole days.
 */
export const PERIODS = ["30d", "1d", "7d", "90d"] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  "1d": "Today",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
};

const DAYS: Readonly<Record<Period, number>> = { "1d": 1, "7d": 7, "30d": 30, "90d": 90 };
const HOUR_MS = 3_600_000;

export interface Span {
  since: Date;
  /** Not within it any more. */
  until: Date;
  /** What the span is cut into, in order: its days "YYYY-MM-DD", or the hours "00" to "23" of one day. */
  bins: readonly string[];
}

/** The days of this period; `before` gives those of the one before it. */
export function spanOf(period: Period, now: Date, which: "now" | "before" = "now"): Span {
  const days = DAYS[period];
  const today = londonDay(now);
  const last = which === "now" ? today : addDays(today, -days);
  const names = Array.from({ length: days }, (_, place) => addDays(last, place + 1 - days));
  const sinceMidnight = now.getTime() - startOfLondonDay(today).getTime();
  const until = new Date(startOfLondonDay(last).getTime() + sinceMidnight + 1);
  const bins = days > 1 ? names : Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
  return { since: startOfLondonDay(names[0] ?? last), until, bins };
}

const londonHour = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  hourCycle: "h23",
});

/** Which bin of a span an hour falls into, counted in hours since 1970 UTC; London's days begin with an hour of it. */
export function binOf(span: Span, hour: number): string {
  const moment = new Date(hour * HOUR_MS);
  return span.bins[0]?.length === 2 ? londonHour.format(moment) : londonDay(moment);
}
