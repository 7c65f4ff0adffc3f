import { reasonForm } from "~/domain/people/staff/forms";
import { isOpen } from "~/domain/system/backups/restore-requests";
import { restoreRequestData, withdrawRestore } from "~/domain/system/backups/restore-requests.server";
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
