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
