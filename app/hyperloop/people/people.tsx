import { useLoaderData } from "@remix-run/react";
import { ACCOUNT_LIST } from "~/domain/backoffice/staff/account-list.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatShortLondonDay } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import { listLoader } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import { LinkButton } from "~/ui/button";
import { CellNote } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "People – HyperLoop", noindex: true };

export const loader = listLoader(ACCOUNT_LIST);

export default function People() {
  const view = useLoaderData<typeof loader>();
  return (
    <StaffList
      view={view}
      title="People"
      actions={
        isPermitted(view.staff.role, "accounts.create") && (
          <>
            <LinkButton href={`${PATHS.people}/test-users`} size="staff" variant="line">
              10 test users
            </LinkButton>
            <LinkButton href={`${PATHS.people}/new`} size="staff">
              Create account
            </LinkButton>
          </>
        )
      }
      hint="Start of an email address or name"
      filters={[
        { name: "status", label: "Status", options: statusOptions("account") },
        { name: "kind", label: "Kind", options: KINDS },
      ]}
      caption="Accounts"
      columns={[
        {
          label: "Customer",
          sort: "name",
          cell: ({ id, firstName, lastName, email, isTest }) => (
            <>
              <a href={`${PATHS.people}/${id}`}>{`${firstName} ${lastName}`.trim() || email}</a>
              {isTest && <span className="staff-mark">Test</span>}
              <CellNote>{email}</CellNote>
            </>
          ),
        },
        { label: "Status", cell: ({ status }) => <StatusBadge of="account" is={status} /> },
        { label: "Loops", numeric: true, cell: ({ loopCount }) => loopCount },
        { label: "Spent", numeric: true, cell: ({ spentPence }) => formatPence(spentPence) },
        { label: "Since", oneLine: true, sort: "-since", cell: ({ createdAt }) => formatShortLondonDay(createdAt) },
        {
          label: "Last sign-in",
          oneLine: true,
          sort: "-last-sign-in",
          cell: ({ lastSignedInAt }) => (lastSignedInAt ? formatShortLondonDay(lastSignedInAt) : "Never"),
        },
      ]}
      empty="No accounts found"
    />
  );
}

const KINDS = [
  { value: "all", label: "All" },
  { value: "real", label: "Real" },
  { value: "test", label: "Test" },
];
