import { addDays, londonDay } from "../../app/domain/time/days";
import type { Agenda } from "./agenda";
import { planCopies, planHelping } from "./helping";
import { planReviews } from "./reviews";
import { planSelling } from "./selling";
import { type BegunYear, beginSmallYear } from "./small-years";
import type { Means, Plan } from "./staff-plan";
import { BEGUN } from "./years/first-weeks";

/**
 * What the staff of the demonstration have been doing: reviewing weeks, making vouchers, answering for emails and
 * money. All of it by the acts of the back office itself, each at its own moment, so that every list has something to
 * show and the record of acts tells how it came about.
 */

/** Notes down everything the staff will do. Gives the small years as they begin. */
export function planBackOffice(agenda: Agenda, means: Means): ReadonlyMap<string, BegunYear> {
  const { now } = means;
  const today = londonDay(now);
  const on: Plan["on"] = (daysAgo, happen, time = "10:00") => {
    const at = new Date(`${addDays(today, -daysAgo)}T${time}:00Z`);
    agenda.add(at, () => happen(at));
  };
  const plan = { ...means, on, years: new Map<string, BegunYear>() };
  for (const [number, story] of BEGUN.entries()) {
    on(
      story.joinedDaysAgo,
      async (at) => plan.years.set(story.title, await beginSmallYear(story, 2000 + number, at, means)),
      "07:30",
    );
  }
  planReviews(plan);
  planCopies(plan);
  planSelling(plan);
  planHelping(plan);
  return plan.years;
}
