import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import type { Agenda } from "./agenda";
import { planCopies, planHelping } from "./helping";
import { planReviews } from "./reviews";
import { planSelling } from "./selling";
import { type BegunYear, beginSmallYear } from "./small-years";
import type { Means, Plan } from "./staff-plan";
import { BEGUN } from "./written-years";

/**
 * The staff's work in the demo world: reviewing weeks, creating vouchers, handling emails and money. It uses the back
 * office's own actions, each at its own time, so that every list has content and the audit log explains it.
 */

/** Plans everything the staff do. Returns the small years, filled as they begin. */
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
