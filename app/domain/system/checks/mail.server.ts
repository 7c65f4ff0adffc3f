import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { ageInWords } from "../health/age";
import { EMAIL_LATE_MS } from "../health/health-limits";
import { lateEmails } from "../health/waiting-work.server";
import { type Check, check, DOCTOR_COMMAND, failing, well } from "./check";

/** Whether emails go out. */
export const MAIL: readonly Check[] = [
  check({
    readers: { ready: "emails" },
    urgency: "high",
    stopsHeartbeat: true,
    alarms: {
      emails_waiting: {
        title: "Emails are waiting",
        means: "Verification codes, vouchers and receipts are late, so people can’t register.",
        steps: [
          "The System page shows why the last ones failed.",
          "Run the doctor. It sends a test through the relay and says what the relay objects to.",
          "Check whether the relay’s account is over its limit or its password has changed.",
          "Waiting emails go out automatically once the relay accepts them.",
        ],
        command: DOCTOR_COMMAND,
        ends: "itself",
      },
    },
    assess(now) {
      const { found, oldest } = lateEmails(now);
      if (!oldest) return well("Nothing is late.");
      const age = ageInWords(now.getTime() - oldest.getTime());
      const message = `${found} waited for more than ${EMAIL_LATE_MS / MINUTE_MS} minutes, the oldest for ${age}.`;
      return {
        ...failing(`${found} emails are late, the oldest for ${age}.`),
        raises: [{ kind: "emails_waiting", message }],
      };
    },
  }),
];
