import { settings } from "~/adapters/settings.server";
import { daysBetween, londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { DIRECTORY_SECRET_DAYS } from "../health/health-limits";
import { alarming, type Check, check } from "./check";
import { RUNBOOK } from "./runbook";

export const DIRECTORY: readonly Check[] = [
  check({
    alarms: { directory_secret: RUNBOOK.directory_secret },
    assess: (now) => alarming("directory_secret", directorySecretProblem(now)),
  }),
];

/** Null where no directory is set, or the day its secret ends is far off or not known. */
export function directorySecretProblem(now: Date): string | null {
  const endsOn = settings.entra?.secretEndsOn;
  if (!endsOn) return null;
  const days = daysBetween(londonDay(now), endsOn);
  if (days > DIRECTORY_SECRET_DAYS) return null;
  return `ENTRA_CLIENT_SECRET ${days < 0 ? "ended" : "ends"} on ${formatDay(endsOn)}.`;
}
