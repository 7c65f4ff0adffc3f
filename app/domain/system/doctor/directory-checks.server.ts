import { identity } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { formatDay } from "~/domain/kernel/time/format-days";
import { directorySecretProblem } from "../checks/directory.server";
import { type Finding, failing, warning, well } from "./finding";

const NEW_SECRET = "Make a new client secret in the Entra admin centre, and set it and ENTRA_SECRET_ENDS.";

/** Whether the staff's directory responds, and how long it accepts our secret. */
export async function checkDirectory(now: Date): Promise<Finding[]> {
  if (!settings.entra || !identity)
    return [well("Directory", "It isn’t set up, so staff sign in with passwords only.")];
  const begun = await identity.begin(settings.publicOrigin);
  const { secretEndsOn } = settings.entra;
  const problem = directorySecretProblem(now);
  return [
    begun.ok
      ? well("Directory", "It answers.")
      : failing("Directory", "It doesn’t answer.", "Compare ENTRA_TENANT_ID and ENTRA_ISSUER with its pages."),
    problem
      ? warning("Directory: secret", problem, NEW_SECRET)
      : secretEndsOn
        ? well("Directory: secret", `It ends on ${formatDay(secretEndsOn)}.`)
        : warning(
            "Directory: secret",
            "We don’t know when the client secret ends.",
            "Set ENTRA_SECRET_ENDS to its last day, so that an alarm comes in time.",
          ),
  ];
}
