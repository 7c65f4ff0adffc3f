import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LOOKS_A_PAGE, listImpersonations } from "~/domain/staff/impersonations.server";
import { StaffFrame } from "~/hyperloop/frame";
import { formatMoment } from "~/ui/format";
import { ListFoot } from "~/ui/list-foot";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import { pageAddress, pageIn } from "~/web/list-question";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-door.server";

const PATH = "/hyperloop/impersonations";

export const handle: ScreenHandle = { title: "Impersonations – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "impersonations.read");
  const page = pageIn(request);
  const { rows, total } = listImpersonations(page);
  const now = readClock();
  const lines = rows.map(({ startedAt, endedAt, expiresAt, ...look }) => ({
    ...look,
    began: formatMoment(startedAt),
    ended: endedAt ? formatMoment(endedAt) : now < expiresAt ? "Under way" : "Ran out",
  }));
  return data({ staff, page, size: LOOKS_A_PAGE, lines, total }, { headers: PRIVATE });
}

export default function Impersonations() {
  const { staff, page, size, lines, total } = useLoaderData<typeof loader>();
  return (
    <StaffFrame staff={staff} title="Impersonations" lead="Who saw Loop as which customer, when and why.">
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
        empty={<p>Nobody has looked as a customer yet.</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, {}, to)} />
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
