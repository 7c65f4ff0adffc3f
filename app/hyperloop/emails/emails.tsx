import { useLoaderData } from "@remix-run/react";
import { EMAILS_A_PAGE, emailFigures, listEmails } from "~/domain/backoffice/staff/admin-emails.server";
import { formatShortMoment } from "~/domain/kernel/time/format-days";
import { EMAIL_KINDS } from "~/domain/mail/outbox/delivery-policy";
import { isPermitted } from "~/domain/people/staff/permissions";
import { LIST_FILTERS, listFacts } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import { readListQuery } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { formatKind } from "./email-labels";

export const handle: ScreenHandle = { title: "Emails – HyperLoop", noindex: true };

/** Every email of the outbox, sent or not. */
export const loader = staffLoader("emails.read", ({ request, staff, now }) => {
  const query = readListQuery(request, LIST_FILTERS.emails);
  const { q: search, page, kind, state, sort } = query;
  const { rows, total } = listEmails({ search, kind, state, sort }, page, now);
  return {
    query,
    rows,
    total,
    size: EMAILS_A_PAGE,
    figures: emailFigures(),
    ...listFacts("emails", { request, staff }),
  };
});

export default function Emails() {
  const view = useLoaderData<typeof loader>();
  return (
    <StaffList
      path={PATHS.emails}
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
          cell: ({ createdAt }) => formatShortMoment(new Date(createdAt)),
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
