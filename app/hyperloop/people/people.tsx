import { useLoaderData } from "@remix-run/react";
import { ACCOUNTS_A_PAGE, listAccounts } from "~/domain/backoffice/staff/account-list.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { londonDay } from "~/domain/kernel/time/days";
import { formatShortDay } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import { LIST_FILTERS, listFacts } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import { LinkButton } from "~/ui/button";
import { CellNote } from "~/ui/table";
import { readListQuery } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "People – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.read", ({ request, staff, now }) => {
  const query = readListQuery(request, LIST_FILTERS.people);
  const { q: search, status, kind, sort, page } = query;
  const { rows, total } = listAccounts({ search, status, kind, sort }, page, now);
  const lines = rows.map(({ account, loopCount, spentPence }) => ({
    id: account.id,
    name: `${account.firstName} ${account.lastName}`.trim(),
    email: account.email,
    status: account.status,
    isTest: account.isTest,
    loopCount,
    spentPence,
    since: londonDay(account.createdAt),
    lastIn: account.lastSignedInAt && londonDay(account.lastSignedInAt),
  }));
  return { query, rows: lines, total, size: ACCOUNTS_A_PAGE, ...listFacts("people", { request, staff }) };
});

export default function People() {
  const view = useLoaderData<typeof loader>();
  return (
    <StaffList
      path={PATHS.people}
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
          cell: ({ id, name, email, isTest }) => (
            <>
              <a href={`${PATHS.people}/${id}`}>{name || email}</a>
              {isTest && <span className="staff-mark">Test</span>}
              <CellNote>{email}</CellNote>
            </>
          ),
        },
        { label: "Status", cell: ({ status }) => <StatusBadge of="account" is={status} /> },
        { label: "Loops", numeric: true, cell: ({ loopCount }) => loopCount },
        { label: "Spent", numeric: true, cell: ({ spentPence }) => formatPence(spentPence) },
        { label: "Since", oneLine: true, sort: "-since", cell: ({ since }) => formatShortDay(since) },
        {
          label: "Last sign-in",
          oneLine: true,
          sort: "-last-sign-in",
          cell: ({ lastIn }) => (lastIn ? formatShortDay(lastIn) : "Never"),
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
