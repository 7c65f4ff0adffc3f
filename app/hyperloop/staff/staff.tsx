import { useLoaderData } from "@remix-run/react";
import { ROLE_NAMES } from "~/domain/staff/permissions";
import { listStaff } from "~/domain/staff/staff-list.server";
import { londonDay } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { LinkButton } from "~/ui/button";
import { Table } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";
import { StaffBadge } from "./staff-labels";

export const handle: ScreenHandle = { title: "Staff accounts – HyperLoop", noindex: true };

export const loader = staffLoader("staff.manage", () => {
  const people = listStaff().map(({ createdAt, lastSignedInAt, ...person }) => ({
    ...person,
    since: londonDay(createdAt),
    lastIn: lastSignedInAt && londonDay(lastSignedInAt),
  }));
  return { people };
});

export default function Staff() {
  const { people } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      title="Staff accounts"
      actions={
        <LinkButton href="/hyperloop/staff/add" size="staff">
          Add somebody
        </LinkButton>
      }
    >
      <Table
        caption="Current and former staff, by name"
        captionHidden
        columns={[
          {
            label: "Name",
            cell: ({ id, name, email }) => (
              <>
                <a href={`/hyperloop/staff/${id}`}>{name}</a>
                <br />
                <span className="muted">{email}</span>
              </>
            ),
          },
          { label: "Role", cell: ({ role }) => ROLE_NAMES[role] },
          { label: "State", cell: (person) => <StaffBadge person={person} /> },
          { label: "Since", cell: ({ since }) => formatDay(since) },
          { label: "Last sign-in", cell: ({ lastIn }) => (lastIn ? formatDay(lastIn) : "Never") },
        ]}
        rows={people}
      />
    </StaffFrame>
  );
}
