import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ROLE_NAMES } from "~/domain/staff/permissions";
import { listStaff } from "~/domain/staff/staff-list.server";
import { londonDay } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { LinkButton } from "~/ui/button";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { StaffBadge } from "./staff-labels";

export const handle: ScreenHandle = { title: "Staff accounts – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const people = listStaff().map(({ createdAt, lastSignedInAt, ...person }) => ({
    ...person,
    since: londonDay(createdAt),
    lastIn: lastSignedInAt && londonDay(lastSignedInAt),
  }));
  return data({ staff, people }, { headers: PRIVATE });
}

export default function Staff() {
  const { staff, people } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title="Staff accounts"
      actions={
        <LinkButton href="/hyperloop/staff/add" size="staff">
          Add somebody
        </LinkButton>
      }
    >
      <Table
        caption="Everybody who works or worked here, by name"
        captionHidden
        columns={COLUMNS}
        rows={people.map((person) => ({
          key: person.id,
          cells: {
            who: (
              <>
                <a href={`/hyperloop/staff/${person.id}`}>{person.name}</a>
                <br />
                <span className="muted">{person.email}</span>
              </>
            ),
            role: ROLE_NAMES[person.role],
            state: <StaffBadge person={person} />,
            since: formatDay(person.since),
            last: person.lastIn ? formatDay(person.lastIn) : "Never",
          },
        }))}
      />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "who", label: "Name" },
  { key: "role", label: "Role" },
  { key: "state", label: "State" },
  { key: "since", label: "Since" },
  { key: "last", label: "Last sign-in" },
];
