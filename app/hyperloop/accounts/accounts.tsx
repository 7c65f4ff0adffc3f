import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { ACCOUNTS_A_PAGE, listAccounts } from "~/domain/staff/account-list.server";
import { isPermitted } from "~/domain/staff/permissions";
import { londonDay } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { LinkButton } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { AccountBadge } from "./account-labels";

const PATH = "/hyperloop/accounts";

export const handle: ScreenHandle = { title: "Accounts – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "accounts.read");
  const status = choiceIn(request, "status", ["all", "active", "inactive", "suspended"]);
  const kind = choiceIn(request, "kind", ["all", "real", "test"]);
  const input = { q: searchIn(request), status, kind };
  const page = pageIn(request);
  const { rows, total } = listAccounts({ search: input.q, status, kind }, page, currentTime());
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
  return data({ staff, input, page, size: ACCOUNTS_A_PAGE, lines, total }, { headers: PRIVATE });
}

export default function Accounts() {
  const { staff, input, page, size, lines, total } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title="Accounts"
      actions={
        isPermitted(staff.role, "accounts.create") && (
          <>
            <LinkButton href={`${PATH}/test-users`} size="staff" variant="line">
              10 test users
            </LinkButton>
            <LinkButton href={`${PATH}/new`} size="staff">
              Create account
            </LinkButton>
          </>
        )
      }
    >
      <ListFilters path={PATH} search={input.q} hint="How the email or a name begins">
        <SelectField label="Status" name="status" options={STATUSES} defaultValue={input.status} width="s" />
        <SelectField label="Kind" name="kind" options={KINDS} defaultValue={input.kind} width="s" />
      </ListFilters>
      <Table
        caption="Accounts, newest first"
        captionHidden
        columns={COLUMNS}
        rows={lines.map((line) => ({
          key: line.id,
          cells: {
            who: (
              <>
                <a href={`${PATH}/${line.id}`}>{line.name || line.email}</a>
                {line.isTest && <span className="staff-mark">Test</span>}
                <br />
                <span className="muted">{line.email}</span>
              </>
            ),
            status: <AccountBadge status={line.status} />,
            loops: line.loopCount,
            spent: formatPence(line.spentPence),
            since: formatDay(line.since),
            last: line.lastIn ? formatDay(line.lastIn) : "Never",
          },
        }))}
        empty={<p>No accounts found</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, input, to)} />
    </StaffFrame>
  );
}

const STATUSES = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
  { value: "suspended", label: "Suspended" },
];

const KINDS = [
  { value: "all", label: "All" },
  { value: "real", label: "Real" },
  { value: "test", label: "Test" },
];

const COLUMNS = [
  { key: "who", label: "Customer" },
  { key: "status", label: "Status" },
  { key: "loops", label: "Loops", numeric: true },
  { key: "spent", label: "Spent", numeric: true },
  { key: "since", label: "Since" },
  { key: "last", label: "Last sign-in" },
];
