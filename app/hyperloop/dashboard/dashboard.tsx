import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StaffFrame } from "~/hyperloop/frame";
import { formatMoment } from "~/ui/format";
import { PRIVATE } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-door.server";

export const handle: ScreenHandle = { title: "HyperLoop dashboard", noindex: true };

/** The first page of the staff. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "dashboard.read");
  return data({ staff, at: readClock() }, { headers: PRIVATE });
}

export default function Dashboard() {
  const { staff, at } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title={`Welcome, ${staff.name}`}
      lead={`Figures to ${formatMoment(new Date(at))}`}
    >
      <p>Choose a room at the side.</p>
    </StaffFrame>
  );
}
