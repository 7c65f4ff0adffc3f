import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatFigureOf, numberInWords } from "~/domain/kernel/text/numbers";

/** What becomes of the years that were begun, and the definition of each figure. */

/** A year is behind with at least so many weeks unwritten that have passed. */
export const BEHIND_WEEKS = 3;
/** A year is asleep once nothing has been saved in it for so many days. */
export const ASLEEP_DAYS = 28;
/** A week counts as written after an email for so many days. */
export const REMINDED_DAYS = 7;

/** Every begun year is in one of these. */
export const PACES = ["waiting", "on_time", "behind", "asleep", "finished", "printed"] as const;
export type Pace = (typeof PACES)[number];

export const PACE_NAMES: Readonly<Record<Pace, string>> = {
  waiting: "Not started",
  on_time: "On time",
  behind: "Behind",
  asleep: "Gone quiet",
  finished: "Finished",
  printed: "Printed",
};

export const PACE_MEANINGS: Readonly<Record<Pace, string>> = {
  waiting: "The delivery date is chosen, and the first day is still to come.",
  on_time: `Fewer than ${formatFigureOf(BEHIND_WEEKS, "week", "weeks")} missed so far.`,
  behind: `${formatFigureOf(BEHIND_WEEKS, "week", "weeks")} or more missed so far, but not gone quiet. Paused weeks don’t count.`,
  asleep: `Nothing written for ${formatFigureOf(ASLEEP_DAYS, "day", "days")}. A year that was paused in that time doesn’t count.`,
  finished: `All ${numberInWords(WEEKS)} weeks written, or sent to print by its owner, and not at the printer yet.`,
  printed: "At the printer, on its way or delivered.",
};

/** By what the years are counted. */
export const GROUPINGS = ["all", "kind", "month", "source"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const GROUPING_NAMES: Readonly<Record<Grouping, string>> = {
  all: "All",
  kind: "Kind",
  month: "Month of the first day",
  source: "Gift or own",
};
export const YEARS = "Years";

export const REMINDER_NAMES = {
  true: "After the latest weekly email",
  false: "Weekly email switched off",
} as const;

/** The last written week of a year that stopped. */
export const stopName = (week: number) => (week === 0 ? "None" : `Week ${week}`);

/** Years of one kind, month or source; of one week among those that are asleep. */
export interface PaceLine {
  readonly name: string;
  readonly years: number;
  readonly paces: Readonly<Record<Pace, number>>;
}

/** What years wrote within so many days after their latest weekly email, or without one. */
export interface ReminderLine {
  readonly isOn: boolean;
  readonly years: number;
  /** Years that wrote at least one week. */
  readonly wrote: number;
  readonly weeks: number;
}

export interface Finishing {
  readonly groups: Readonly<Record<Grouping, readonly PaceLine[]>>;
  /** How many years fell asleep after each week, from none to the last one. */
  readonly stops: readonly number[];
  readonly reminders: readonly ReminderLine[];
}
