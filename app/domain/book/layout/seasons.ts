import { WEEKS } from "~/domain/diary/rules/calendar";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { seasonOf } from "~/domain/kernel/time/days";

/** The four quarters of a year of 52 weeks, each opened by a spread with the name of its season. */

const WEEKS_IN_A_QUARTER = WEEKS / 4;
const SEASONS = ["Winter", "Spring", "Summer", "Autumn"] as const;

export interface Quarter {
  /** 0 to 3. */
  index: number;
  firstWeek: number;
  lastWeek: number;
  /** "Winter". */
  name: string;
  /** "Weeks one to thirteen". */
  span: string;
}

/**
 * Names the four quarters after the dates of their weeks. Thirteen weeks rarely fall into one season, so the quarters
 * take the seasons in turn, starting where most days of the year agree; no season is used twice.
 * @param middleDays the day in the middle of each week, "YYYY-MM-DD", week 1 first.
 */
export function quartersOf(middleDays: readonly string[]): Quarter[] {
  let best = { start: 0, agreeing: -1 };
  for (const start of SEASONS.keys()) {
    const agreeing = middleDays.filter(
      (day, week) => seasonOf(day) === SEASONS[(start + Math.floor(week / WEEKS_IN_A_QUARTER)) % 4],
    ).length;
    if (agreeing > best.agreeing) best = { start, agreeing };
  }
  return SEASONS.map((_, index) => {
    const firstWeek = index * WEEKS_IN_A_QUARTER + 1;
    const lastWeek = firstWeek + WEEKS_IN_A_QUARTER - 1;
    return {
      index,
      firstWeek,
      lastWeek,
      name: SEASONS[(best.start + index) % 4] ?? SEASONS[0],
      span: capitalise(`weeks ${numberInWords(firstWeek)} to ${numberInWords(lastWeek)}`),
    };
  });
}
