import { inArray } from "drizzle-orm";
import { countRows } from "#db/queries.server";
import { entries } from "#db/schema";
import { countOnce } from "./large-counts.server";
import { isPermitted, type StaffRole } from "./permissions";

/** The number of weeks awaiting a moderator; null for a role that does not moderate. */
export function entriesPendingFor(role: StaffRole, now: Date): number | null {
  if (!isPermitted(role, "entries.queue")) return null;
  return countOnce("entries to review", now, () => {
    const waiting = inArray(entries.moderation, ["PENDING", "FLAGGED"]);
    return countRows(entries, waiting);
  });
}
