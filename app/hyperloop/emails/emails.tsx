import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EMAIL_KINDS } from "~/domain/email/delivery-policy";
import { EMAILS_A_PAGE, emailFigures, listEmails } from "~/domain/staff/admin-emails.server";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { SelectField } from "~/ui/field";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { EmailBadge, STATE_OPTIONS, sayKind } from "./email-labels";

const PATH = "/hyperloop/emails";

export const handle: ScreenHandle = { title: "Emails – HyperLoop", noindex: true };

/** Every email that was written, whether it went or not. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "emails.read");
  const state = choiceIn(request, "state", ["all", "waiting", "sent", "dead", "cancelled"]);
  const input = { q: searchIn(request), kind: choiceIn(request, "kind", ["all", ...EMAIL_KINDS]), state };
  const page = pageIn(request);
  const { rows, total } = listEmails({ search: input.q, kind: input.kind, state }, page);
  const lines = rows.map((line) => ({ ...line, written: formatMoment(line.createdAt) }));
  const view = { staff, input, page, size: EMAILS_A_PAGE, lines, total };
  return data({ ...view, figures: emailFigures() }, { headers: PRIVATE });
}

const KIND_OPTIONS = [
  { value: "all", label: "All" },
  ...EMAIL_KINDS.map((kind) => ({ value: kind, label: sayKind(kind) })),
];

export default function Emails() {
  const { staff, input, page, size, lines, total, figures } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title="Emails"
      lead={`${figures.waiting} waiting to be posted, ${figures.dead} given up`}
    >
      <ListFilters path={PATH} search={input.q} hint="How the address it went to begins">
        <SelectField label="Kind" name="kind" options={KIND_OPTIONS} defaultValue={input.kind} width="m" />
        <SelectField
          label="State"
          name="state"
          options={STATE_OPTIONS}
          defaultValue={input.state}
          width="s"
        />
      </ListFilters>
      <Table
        caption="Emails, newest first"
        captionHidden
        columns={COLUMNS}
        rows={lines.map((line) => ({
          key: line.id,
          cells: {
            subject: (
              <>
                <a href={`${PATH}/${line.id}`}>{line.subject}</a>
                {line.isAgain && <span className="staff-mark">Again</span>}
              </>
            ),
            state: <EmailBadge state={line.state} />,
            kind: sayKind(line.kind),
            to: line.toEmail || "Forgotten",
            written: line.written,
          },
        }))}
        empty={<p>No emails found</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, input, to)} />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "subject", label: "Email" },
  { key: "state", label: "State" },
  { key: "kind", label: "Kind" },
  { key: "to", label: "To" },
  { key: "written", label: "Written" },
];
