import { useLoaderData } from "@remix-run/react";
import { EMAIL_KINDS } from "~/domain/email/delivery-policy";
import { EMAILS_A_PAGE, emailFigures, listEmails } from "~/domain/staff/admin-emails.server";
import { formatMoment } from "~/domain/time/format-days";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import { readListQuery } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { sayKind } from "./email-labels";

export const handle: ScreenHandle = { title: "Emails – HyperLoop", noindex: true };

/** Every email of the outbox, sent or not. */
export const loader = staffLoader("emails.read", ({ request, now }) => {
  const states = ["all", "waiting", "sent", "dead", "cancelled"] as const;
  const query = readListQuery(request, { kind: ["all", ...EMAIL_KINDS], state: states });
  const { rows, total } = listEmails(
    { search: query.q, kind: query.kind, state: query.state },
    query.page,
    now,
  );
  const view = { query, rows, total, size: EMAILS_A_PAGE, figures: emailFigures() };
  return view;
});

export default function Emails() {
  const view = useLoaderData<typeof loader>();
  return (
    <StaffList
      path={PATHS.emails}
      view={view}
      title="Emails"
      lead={`${view.figures.waiting} waiting to be sent, ${view.figures.dead} given up`}
      hint="Start of the recipient’s email address"
      filters={[
        { name: "kind", label: "Kind", options: KIND_OPTIONS, width: "m" },
        { name: "state", label: "State", options: statusOptions("email") },
      ]}
      caption="Emails, newest first"
      columns={[
        {
          label: "Email",
          cell: ({ id, subject, isAgain }) => (
            <>
              <a href={`${PATHS.emails}/${id}`}>{subject}</a>
              {isAgain && <span className="staff-mark">Again</span>}
            </>
          ),
        },
        { label: "State", cell: ({ state }) => <StatusBadge of="email" is={state} /> },
        { label: "Kind", cell: ({ kind }) => sayKind(kind) },
        { label: "To", cell: ({ toEmail }) => toEmail || "Forgotten" },
        { label: "Written", cell: ({ createdAt }) => formatMoment(new Date(createdAt)) },
      ]}
      empty="No emails found"
    />
  );
}

const KIND_OPTIONS = [
  { value: "all", label: "All" },
  ...EMAIL_KINDS.map((kind) => ({ value: kind, label: sayKind(kind) })),
];
