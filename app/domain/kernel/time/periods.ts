import { addDays, londonDay } from "./days";
import { HOUR_MS } from "./durations";
import { londonTime, startOfLondonDay } from "./instants";

/**
 * Periods of figures: this many days of London including today, up to now. The period before is as long and ends at
 * the same time of day, so that a morning is not compared with whole days.
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

/** The days before today that any period, or the one before it, reaches into, the oldest first. */
export function daysOfPeriods(now: Date): string[] {
  const many = 2 * Math.max(...Object.values(DAYS)) - 1;
  const today = londonDay(now);
  return Array.from({ length: many }, (_, place) => addDays(today, place - many));
}

/** What a period is compared with, for texts. */
export function periodBefore(period: Period): string {
  return period === "1d" ? "yesterday by this time" : `the ${DAYS[period]} days before`;
}

export interface Span {
  since: Date;
  /** Exclusive. */
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

/** What was read of a period, and of the one before it. */
export interface Compared<Read> {
  readonly now: Read;
  readonly before: Read;
}

/** Reads this period and the one before it. */
export function comparedOver<Read>(period: Period, now: Date, read: (span: Span) => Read): Compared<Read> {
  return { now: read(spanOf(period, now)), before: read(spanOf(period, now, "before")) };
}

/** A piece of a span that falls into one bin, in milliseconds since 1970 UTC. */
export interface Piece {
  bin: string;
  since: number;
  /** Not within it any more. */
  until: number;
}

/** The pieces of a span, in order. An hour that comes twice when the clocks change is two pieces of one bin. */
export function piecesOf({ since, until, bins }: Span): Piece[] {
  const end = until.getTime();
  const starts = bins[0]?.length === 2 ? hoursFrom(since, until) : bins.map((bin) => ({ bin, since: startOf(bin) }));
  return starts
    .filter((piece) => piece.since < end)
    .map((piece, place) => ({ ...piece, until: Math.min(end, starts[place + 1]?.since ?? end) }));
}

const startOf = (day: string) => startOfLondonDay(day).getTime();

function hoursFrom(since: Date, until: Date): { bin: string; since: number }[] {
  const many = Math.ceil((until.getTime() - since.getTime()) / HOUR_MS);
  return Array.from({ length: many }, (_, hour) => {
    const moment = since.getTime() + hour * HOUR_MS;
    return { bin: londonTime(new Date(moment)).slice(0, 2), since: moment };
  });
}
