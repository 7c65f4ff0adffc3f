import { openWeek } from "~/domain/entries/entries.server";
import { fail } from "~/web/json-answers";

/** The refusal when this account may not add photos to the week now; null when it may. */
export function refuseWeek(
  { accountId, loopId, week }: { accountId: string; loopId: string; week: number },
  now: Date,
): Response | null {
  const opened = openWeek(accountId, loopId, week, now);
  if (!opened.ok) return fail(404);
  return opened.writing.loop.status === "ACTIVE" ? null : fail(409);
}
