import { useLoaderData } from "@remix-run/react";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { ROLE_NAMES } from "~/domain/people/staff/permissions";
import { listStaff, STAFF_SORTS } from "~/domain/people/staff/staff-list.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { sortingOf } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { LinkButton } from "~/ui/button";
import { SortMenu } from "~/ui/sort-menu";
import { CellNote, type Column, Table } from "~/ui/table";
import { choiceIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { StaffBadge } from "./staff-labels";

export const handle: ScreenHandle = { title: "Staff accounts – HyperLoop", noindex: true };

export const loader = staffLoader("staff.manage", ({ request }) => {
  const sort = choiceIn(request, "sort", STAFF_SORTS.words);
  const people = listStaff(sort).map(({ createdAt, lastSignedInAt, ...person }) => ({
    ...person,
    since: londonDay(createdAt),
    lastIn: lastSignedInAt && londonDay(lastSignedInAt),
  }));
  return { people, sort, usual: STAFF_SORTS.usual };
});

export default function Staff() {
  const { people, sort, usual } = useLoaderData<typeof loader>();
  const sorting = sortingOf(PATHS.staff, { sort }, usual);
  return (
    <StaffFrame
      title="Staff accounts"
      actions={
        <LinkButton href="/hyperloop/staff/add" size="staff">
          Add somebody
        </LinkButton>
      }
    >
      <SortMenu columns={COLUMNS} sorting={sorting} />
      <Table caption="Current and former staff" captionHidden columns={COLUMNS} sorting={sorting} rows={people} />
    </StaffFrame>
  );
}

type Person = ReturnType<typeof useLoaderData<typeof loader>>["people"][number];

const COLUMNS: readonly Column<Person>[] = [
  {
    label: "Name",
    sort: "name",
    cell: ({ id, name, email }) => (
      <>
        <a href={`/hyperloop/staff/${id}`}>{name}</a>
        <CellNote>{email}</CellNote>
      </>
    ),
  },
  { label: "Role", sort: "role", cell: ({ role }) => ROLE_NAMES[role] },
  { label: "State", cell: (person) => <StaffBadge person={person} /> },
  { label: "Since", oneLine: true, sort: "-since", cell: ({ since }) => formatDay(since) },
  {
    label: "Last sign-in",
    oneLine: true,
    sort: "-last-sign-in",
    cell: ({ lastIn }) => (lastIn ? formatDay(lastIn) : "Never"),
  },
];
