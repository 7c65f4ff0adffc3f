import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IMPERSONATIONS_A_PAGE, listImpersonations } from "~/domain/staff/impersonations.server";
import { listStaff } from "~/domain/staff/staff-list.server";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { SelectField } from "~/ui/field";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

const PATH = "/hyperloop/impersonations";

export const handle: ScreenHandle = { title: "Impersonations – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "impersonations.read");
  const people = listStaff().map(({ id, name }) => ({ value: id, label: name }));
  const by = choiceIn(request, "by", ["", ...people.map(({ value }) => value)]);
  const input = { q: searchIn(request), by };
  const page = pageIn(request);
  const { rows, total } = listImpersonations({ search: input.q, staffId: by === "" ? null : by }, page);
  const now = currentTime();
  const lines = rows.map(({ startedAt, endedAt, expiresAt, ...impersonation }) => ({
    ...impersonation,
    began: formatMoment(startedAt),
    ended: endedAt ? formatMoment(endedAt) : now < expiresAt ? "Under way" : "Ran out",
  }));
  return data(
    { staff, input, people, page, size: IMPERSONATIONS_A_PAGE, lines, total },
    { headers: PRIVATE },
  );
}

export default function Impersonations() {
  const { staff, input, people, page, size, lines, total } = useLoaderData<typeof loader>();
  return (
    <StaffFrame staff={staff} title="Impersonations" lead="Who saw Loop as which customer, when and why.">
      <ListFilters path={PATH} search={input.q} hint="How the customer’s email begins">
        <SelectField
          label="Who"
          name="by"
          width="s"
          options={[{ value: "", label: "Everybody" }, ...people]}
          defaultValue={input.by}
        />
      </ListFilters>
      <Table
        caption="Impersonations, newest first"
        captionHidden
        columns={COLUMNS}
        rows={lines.map((line) => ({
          key: line.id,
          cells: {
            by: line.by,
            whom: line.email ? (
              <a href={`/hyperloop/accounts/${line.accountId}`}>{line.email}</a>
            ) : (
              "An account that was deleted"
            ),
            why: line.reason || "Removed with the account",
            began: line.began,
            ended: line.ended,
          },
        }))}
        empty={
          <p>{input.q || input.by ? "No impersonations found" : "Nobody has looked as a customer yet."}</p>
        }
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, input, to)} />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "by", label: "Who" },
  { key: "whom", label: "As whom" },
  { key: "why", label: "Why" },
  { key: "began", label: "From" },
  { key: "ended", label: "To" },
];
