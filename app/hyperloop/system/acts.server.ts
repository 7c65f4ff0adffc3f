import { LANE_NAMES, LANES, type Lane } from "~/domain/mail/kinds/email-kinds";
import { reasonForm } from "~/domain/people/staff/forms";
import { isOpen } from "~/domain/system/backups/restore-requests";
import { restoreRequestData, withdrawRestore } from "~/domain/system/backups/restore-requests.server";
import { pauseLane, resumeLane } from "~/domain/system/status/email-lanes.server";
import { act, type StaffAct } from "~/hyperloop/declared-acts.server";
import { PATHS } from "~/hyperloop/paths";
import { notFound } from "~/web/responses.server";
import { RESTORE_REFUSALS } from "./restore-labels";

/** What super admins do with a request to bring something back. */
export const RESTORE_ACTS: Readonly<Record<string, StaffAct>> = {
  /** Takes back one's own request or approval, while nothing has come back. */
  "/hyperloop/system/restores/:request/withdraw": act("accounts.restore", {
    tab: "Withdraw it?",
    back: ({ param }) => ({ label: "Bring it back?", href: `${PATHS.restores}/${param("request")}` }),
    schema: reasonForm,
    ask: ({ param, now }) => {
      const found = restoreRequestData(param("request"), now);
      if (!found || !isOpen(found.state)) notFound();
      return {
        title: "Withdraw it?",
        lead: found.request.account,
        button: "Withdraw it",
        variant: "danger",
        says: ["Nothing comes back then. Anybody may ask again."],
      };
    },
    run: ({ reason }, { staff, param, now }) => ({
      result: withdrawRestore(param("request"), reason, staff.staffId, now),
      done: "Withdrawn.",
      refused: (refusal: keyof typeof RESTORE_REFUSALS) => RESTORE_REFUSALS[refusal],
    }),
  }),
};

const laneNamed = (name: string): Lane => LANES.find((lane) => lane === name) ?? notFound();
const BACK_TO_SYSTEM = { label: "System", href: PATHS.system };
const ALREADY = { already: "It’s like that already. Somebody else did it." } as const;

/** What super admins do with a lane of the outbox. */
export const LANE_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/system/lanes/:lane/pause": act("system.retry", {
    tab: "Pause these emails?",
    back: () => BACK_TO_SYSTEM,
    schema: reasonForm,
    ask: ({ param }) => ({
      title: "Pause these emails?",
      lead: LANE_NAMES[laneNamed(param("lane"))],
      button: "Pause them",
      variant: "danger",
      says: [
        "They wait until somebody sends them again. The others go on.",
        "A code that has run out and a weekly email whose week is over won’t be sent afterwards.",
      ],
    }),
    run: ({ reason }, { staff, param, now }) => ({
      result: pauseLane(laneNamed(param("lane")), reason, staff.staffId, now),
      done: "Paused.",
      refused: (refusal: keyof typeof ALREADY) => ALREADY[refusal],
    }),
  }),
  "/hyperloop/system/lanes/:lane/resume": act("system.retry", {
    tab: "Send these emails again?",
    back: () => BACK_TO_SYSTEM,
    schema: reasonForm,
    ask: ({ param }) => ({
      title: "Send these emails again?",
      lead: LANE_NAMES[laneNamed(param("lane"))],
      button: "Send them again",
      says: ["What waits leaves from now on, at the usual pace."],
    }),
    run: ({ reason }, { staff, param, now }) => ({
      result: resumeLane(laneNamed(param("lane")), reason, staff.staffId, now),
      done: "They’re being sent again.",
      refused: (refusal: keyof typeof ALREADY) => ALREADY[refusal],
    }),
  }),
};
