import { identity } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { daysBetween, londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { DIRECTORY_SECRET_DAYS } from "../health/health-limits";
import { type Check, failing, warning, well } from "./check";
import { RUNBOOK } from "./runbook";

const isUsed = () => settings.entra !== null && identity !== null;

/** Whether the staff's directory responds, and how long it accepts our secret. */
export const DIRECTORY: readonly Check[] = [
  {
    readers: { doctor: "Directory" },
    toDo: "Compare ENTRA_TENANT_ID and ENTRA_ISSUER with its pages.",
    async assess() {
      if (!isUsed()) return well("It isn’t set up, so staff sign in with passwords only.");
      const begun = await identity?.begin(settings.publicOrigin);
      return begun?.ok ? well("It answers.") : failing("It doesn’t answer.");
    },
  },
  {
    readers: { doctor: "Directory: secret" },
    alarm: { kind: "directory_secret", ...RUNBOOK.directory_secret },
    toDo: "Make a new client secret in the Entra admin centre, and set it and ENTRA_SECRET_ENDS.",
    isUsed,
    assess(now) {
      const endsOn = settings.entra?.secretEndsOn;
      if (!endsOn)
        return warning(
          "We don’t know when the client secret ends.",
          "Set ENTRA_SECRET_ENDS to its last day, so that an alarm comes in time.",
        );
      const days = daysBetween(londonDay(now), endsOn);
      if (days > DIRECTORY_SECRET_DAYS) return well(`It ends on ${formatDay(endsOn)}.`);
      const message = `ENTRA_CLIENT_SECRET ${days < 0 ? "ended" : "ends"} on ${formatDay(endsOn)}.`;
      return { ...warning(message), alarm: message };
    },
  },
];
