import { and, inArray } from "drizzle-orm";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { countingRows, prepareGet } from "#db/queries.server";
import { entries } from "#db/schema";
import { cachedCount } from "~/domain/kernel/limits/large-counts.server";
import { isPermitted, type StaffRole } from "./permissions";

/** The number of weeks awaiting a moderator; null for a role that does not moderate. */
export function entriesPendingFor(role: StaffRole, now: Date): number | null {
  if (!isPermitted(role, "entries.queue")) return null;
  return cachedCount("entries to review", now, () => countWaitingEntries()?.found ?? 0);
}

const countWaitingEntries = prepareGet(() =>
  countingRows(entries, and(inArray(entries.moderation, ["PENDING", "FLAGGED"]), IS_OF_LIVING_YEAR)),
);
