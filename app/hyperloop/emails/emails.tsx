import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LETTER_KINDS } from "~/domain/email/delivery-policy";
import { LETTERS_A_PAGE, letterFigures, listLetters } from "~/domain/staff/admin-emails.server";
import { StaffFrame } from "~/hyperloop/frame";
import { SelectField } from "~/ui/field";
import { formatMoment } from "~/ui/format";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { LetterBadge, STATE_OPTIONS, sayKind } from "./email-labels";

const PATH = "/hyperloop/letters";

export const handle: ScreenHandle = { title: "Letters – HyperLoop", noindex: true };

/** Every letter that was written, whether it went or not. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "letters.read");
  const state = choiceIn(request, "state", ["all", "waiting", "sent", "dead", "cancelled"]);
  const asked = { q: searchIn(request), kind: choiceIn(request, "kind", ["all", ...LETTER_KINDS]), state };
  const page = pageIn(request);
  const { rows, total } = listLetters({ search: asked.q, kind: asked.kind, state }, page);
  const lines = rows.map((line) => ({ ...line, written: formatMoment(line.createdAt) }));
  const facts = { staff, asked, page, size: LETTERS_A_PAGE, lines, total };
  return data({ ...facts, figures: letterFigures() }, { headers: PRIVATE });
}

const KIND_OPTIONS = [
  { value: "all", label: "All" },
  ...LETTER_KINDS.map((kind) => ({ value: kind, label: sayKind(kind) })),
];

export default function Letters() {
  const { staff, asked, page, size, lines, total, figures } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title="Letters"
      lead={`${figures.waiting} waiting to be posted, ${figures.dead} given up`}
    >
      <ListFilters path={PATH} search={asked.q} hint="How the address it went to begins">
        <SelectField label="Kind" name="kind" options={KIND_OPTIONS} defaultValue={asked.kind} width="m" />
        <SelectField
          label="State"
          name="state"
          options={STATE_OPTIONS}
          defaultValue={asked.state}
          width="s"
        />
      </ListFilters>
      <Table
        caption="Letters, newest first"
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
            state: <LetterBadge state={line.state} />,
            kind: sayKind(line.kind),
            to: line.toEmail || "Forgotten",
            written: line.written,
          },
        }))}
        empty={<p>No letters found</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, asked, to)} />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "subject", label: "Letter" },
  { key: "state", label: "State" },
  { key: "kind", label: "Kind" },
  { key: "to", label: "To" },
  { key: "written", label: "Written" },
];
