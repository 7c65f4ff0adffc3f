import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IMPERSONATIONS_A_PAGE, listImpersonations } from "~/domain/staff/impersonations.server";
import { listStaff } from "~/domain/staff/staff-list.server";
import { formatMoment } from "~/domain/time/format-days";
import { StaffList } from "~/hyperloop/staff-list";
import { PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { readListQuery } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

export const handle: ScreenHandle = { title: "Impersonations – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "impersonations.read");
  const people = listStaff().map(({ id, name }) => ({ value: id, label: name }));
  const query = readListQuery(request, { by: ["", ...people.map(({ value }) => value)] });
  const { rows, total } = listImpersonations({ search: query.q, staffId: query.by || null }, query.page);
  const now = currentTime();
  const lines = rows.map(({ startedAt, endedAt, expiresAt, ...impersonation }) => ({
    ...impersonation,
    began: formatMoment(startedAt),
    ended: endedAt ? formatMoment(endedAt) : now < expiresAt ? "Under way" : "Ran out",
  }));
  const view = { staff, query, rows: lines, total, size: IMPERSONATIONS_A_PAGE, people };
  return data(view, { headers: PRIVATE });
}

export default function Impersonations() {
  const view = useLoaderData<typeof loader>();
  const isNarrowed = view.query.q !== "" || view.query.by !== "";
  return (
    <StaffList
      path="/hyperloop/impersonations"
      view={view}
      title="Impersonations"
      lead="Who saw Loop as which customer, when and why."
      hint="How the customer’s email begins"
      filters={[{ name: "by", label: "Who", options: [{ value: "", label: "Everybody" }, ...view.people] }]}
      caption="Impersonations, newest first"
      columns={[
        { label: "Who", cell: ({ by }) => by },
        {
          label: "As whom",
          cell: ({ accountId, email }) =>
            email ? <a href={`/hyperloop/accounts/${accountId}`}>{email}</a> : "An account that was deleted",
        },
        { label: "Why", cell: ({ reason }) => reason || "Removed with the account" },
        { label: "From", cell: ({ began }) => began },
        { label: "To", cell: ({ ended }) => ended },
      ]}
      empty={isNarrowed ? "No impersonations found" : "Nobody has looked as a customer yet."}
    />
  );
}
