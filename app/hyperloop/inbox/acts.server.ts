import { closeWork } from "~/domain/backoffice/inbox/assignment.server";
import { workNamed } from "~/domain/backoffice/inbox/inbox.server";
import { reasonForm } from "~/domain/people/staff/forms";
import { act, type StaffAct } from "~/hyperloop/declared-acts.server";
import { PATHS } from "~/hyperloop/paths";
import { notFound } from "~/web/responses.server";
import { WORK_REFUSALS } from "./inbox-labels";

const itemIn = (request: Request) => new URL(request.url).searchParams.get("item") ?? "";

/** What staff do with an item of the inbox. */
export const INBOX_ACTS: Readonly<Record<string, StaffAct>> = {
  /** Work that nothing else finishes, such as an email that can't be delivered. */
  "/hyperloop/inbox/close": act("emails.resend", {
    tab: "Close without doing more?",
    back: () => ({ label: "Inbox", href: PATHS.inbox }),
    schema: reasonForm,
    ask: ({ request, staff, now }) => {
      const work = workNamed(itemIn(request), staff, now);
      if (!work?.isClosable) notFound();
      return {
        title: "Close without doing more?",
        lead: work.title,
        button: "Close it",
        says: [`${work.facts}. It disappears from everybody’s inbox. Your reason is kept in staff activity.`],
      };
    },
    run: ({ reason }, { request, staff, now }) => ({
      result: closeWork([itemIn(request)], reason, staff, now),
      done: "Closed.",
      refused: (refusal: keyof typeof WORK_REFUSALS) => WORK_REFUSALS[refusal],
    }),
  }),
};
