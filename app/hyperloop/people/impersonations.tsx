import { useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { IMPERSONATIONS_A_PAGE, listImpersonations } from "~/domain/people/staff/impersonations.server";
import { listStaff } from "~/domain/people/staff/staff-list.server";
import { LIST_FILTERS, listFacts } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { readListQuery } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Impersonations – HyperLoop", noindex: true };

export const loader = staffLoader("impersonations.read", ({ request, staff, now }) => {
  const people = listStaff().map(({ id, name }) => ({ value: id, label: name }));
  const query = readListQuery(request, {
    ...LIST_FILTERS.impersonations,
    by: ["", ...people.map(({ value }) => value)],
  });
  const { q: search, page, by, sort } = query;
  const { rows, total } = listImpersonations({ search, staffId: by || null, sort }, page);
  const lines = rows.map(({ startedAt, endedAt, expiresAt, ...impersonation }) => ({
    ...impersonation,
    began: formatMoment(startedAt),
    ended: endedAt ? formatMoment(endedAt) : now < expiresAt ? "Happening now" : "Timed out",
  }));
  const view = { query, rows: lines, total, size: IMPERSONATIONS_A_PAGE, people };
  return { ...view, ...listFacts("impersonations", { request, staff }) };
});

export default function Impersonations() {
  const view = useLoaderData<typeof loader>();
  const isNarrowed = view.query.q !== "" || view.query.by !== "";
  return (
    <StaffList
      path={PATHS.impersonations}
      view={view}
      title="Impersonations"
      lead="Who viewed Loop as which customer, when and why."
      hint="Start of the customer’s email address"
      filters={[{ name: "by", label: "Who", options: [{ value: "", label: "Everybody" }, ...view.people] }]}
      caption="Impersonations"
      columns={[
        { label: "Who", cell: ({ by }) => by },
        {
          label: "Customer",
          cell: ({ accountId, email }) =>
            email ? <a href={`/hyperloop/people/${accountId}`}>{email}</a> : "A deleted account",
        },
        { label: "Why", cell: ({ reason }) => reason || "Deleted with the account" },
        { label: "From", sort: "-from", cell: ({ began }) => began },
        { label: "To", cell: ({ ended }) => ended },
      ]}
      empty={isNarrowed ? "No impersonations found" : "Nobody has impersonated a customer yet."}
    />
  );
}
