import { useLoaderData } from "@remix-run/react";
import { EMAIL_LIST, emailFigures } from "~/domain/backoffice/staff/admin-emails.server";
import { formatShortMoment } from "~/domain/kernel/time/format-days";
import { EMAIL_KINDS } from "~/domain/mail/kinds/email-kinds";
import { isPermitted } from "~/domain/people/staff/permissions";
import { listLoader } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import type { ScreenHandle } from "~/web/screen";
import { formatKind } from "./email-labels";

export const handle: ScreenHandle = { title: "Emails – HyperLoop", noindex: true };

/** Every email of the outbox, sent or not. */
export const loader = listLoader(EMAIL_LIST, () => ({ figures: emailFigures() }));

export default function Emails() {
  const view = useLoaderData<typeof loader>();
  return (
    <StaffList
      view={view}
      title="Emails"
      lead={`${view.figures.waiting} waiting to be sent, ${view.figures.dead} failed`}
      hint="Start of the recipient’s email address"
      filters={[
        { name: "kind", label: "Kind", options: KIND_OPTIONS, width: "m" },
        { name: "state", label: "State", options: statusOptions("email") },
      ]}
      caption="Emails"
      columns={[
        {
          label: "Email",
          cell: ({ id, subject, isAgain }) => (
            <>
              <a href={`${PATHS.emails}/${id}`}>{subject}</a>
              {isAgain && <span className="staff-mark">Sent again</span>}
            </>
          ),
        },
        { label: "State", cell: ({ state }) => <StatusBadge of="email" is={state} /> },
        { label: "Kind", cell: ({ kind }) => formatKind(kind) },
        { label: "To", cell: ({ toEmail }) => <span className="typed-name">{toEmail || "Deleted"}</span> },
        {
          label: "Written",
          oneLine: true,
          sort: "-written",
          cell: ({ createdAt }) => formatShortMoment(createdAt),
        },
      ]}
      ticks={{
        acts: isPermitted(view.staff.role, "emails.resend")
          ? [{ label: "Send again", href: `${PATHS.emails}/ticked/send-again` }]
          : [],
        nameOf: ({ subject, toEmail }) => `“${subject}” to ${toEmail || "a deleted address"}`,
      }}
      empty="No emails found"
    />
  );
}

const KIND_OPTIONS = [
  { value: "all", label: "All" },
  ...EMAIL_KINDS.map((kind) => ({ value: kind, label: formatKind(kind) })),
];
