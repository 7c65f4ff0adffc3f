import { and, inArray } from "drizzle-orm";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { countingUpTo, prepareGet } from "#db/queries.server";
import { entries } from "#db/schema";
import { isPermitted, type StaffRole } from "./permissions";

/** One more than a badge shows: every page asks. */
const MOST_COUNTED = 100;

/** The number of weeks awaiting a moderator, counted up to a hundred; null for a role that does not moderate. */
export function entriesPendingFor(role: StaffRole): number | null {
  if (!isPermitted(role, "entries.queue")) return null;
  return countWaitingEntries()?.found ?? 0;
}

const countWaitingEntries = prepareGet(() =>
  countingUpTo(MOST_COUNTED, entries, and(inArray(entries.moderation, ["PENDING", "FLAGGED"]), IS_OF_LIVING_YEAR)),
);
