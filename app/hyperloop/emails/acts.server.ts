import { emailData, resendForCustomer } from "~/domain/backoffice/staff/admin-emails.server";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { nothingForm } from "~/domain/people/staff/forms";
import { actOnSelected, type StaffAct } from "~/hyperloop/declared-acts.server";
import { PATHS } from "~/hyperloop/paths";
import { REFUSALS } from "./email-labels";

/** What staff do with the selected emails. */
export const EMAIL_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/emails/ticked/send-again": actOnSelected("emails.resend", {
    tab: "Send these emails again",
    schema: nothingForm,
    find: (id, now) => {
      const email = emailData(id, now);
      if (!email) return null;
      const { subject, toEmail } = email.line;
      const problem = email.resend && (REFUSALS[email.resend] ?? "");
      return { name: `“${subject}” to ${toEmail || "a deleted address"}`, problem };
    },
    title: "Send these emails again?",
    back: { label: "Emails", href: PATHS.emails },
    lead: "We’ll send these word for word, to the same addresses",
    button: (count) => `Send ${formatFigureOf(count, "email", "emails")} again`,
    run: (id, _, { staff, now }) => resendForCustomer(id, staff.staffId, now),
    one: "email",
    many: "emails",
    done: "being sent again",
    refused: (refusal: string) => REFUSALS[refusal] ?? "It no longer exists.",
  }),
};
