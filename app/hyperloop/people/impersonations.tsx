import { useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { IMPERSONATION_LIST } from "~/domain/people/staff/impersonations.server";
import { listStaff } from "~/domain/people/staff/staff-list.server";
import { listLoader } from "~/hyperloop/lists.server";
import { StaffList } from "~/hyperloop/staff-list";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Impersonations – HyperLoop", noindex: true };

export const loader = listLoader(IMPERSONATION_LIST, ({ now }) => ({
  now,
  people: listStaff().map(({ id, name }) => ({ value: id, label: name })),
}));

export default function Impersonations() {
  const view = useLoaderData<typeof loader>();
  const isNarrowed = view.query.q !== "" || view.query.by !== "";
  return (
    <StaffList
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
        { label: "From", sort: "-from", cell: ({ startedAt }) => formatMoment(startedAt) },
        {
          label: "To",
          cell: ({ endedAt, expiresAt }) =>
            endedAt ? formatMoment(endedAt) : view.now < expiresAt ? "Happening now" : "Timed out",
        },
      ]}
      empty={isNarrowed ? "No impersonations found" : "Nobody has impersonated a customer yet."}
    />
  );
}
