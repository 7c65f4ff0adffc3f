import { isDay, londonDay } from "~/domain/kernel/time/days";
import { firstDayOf, monthOf } from "~/domain/kernel/time/months";
import type { DaySpan } from "~/domain/operations/bookkeeping/ledger.server";

/** The days that a page or a file of the ledger is about: this month, unless others are named. */
export function readSpan(values: Pick<URLSearchParams, "get"> | FormData, now: Date): DaySpan {
  const day = (name: string) => {
    const text = String(values.get(name) ?? "").trim();
    return isDay(text) ? text : null;
  };
  const today = londonDay(now);
  const until = day("until") ?? today;
  const from = day("from") ?? firstDayOf(monthOf(until));
  return from <= until ? { from, until } : { from: until, until: from };
}
