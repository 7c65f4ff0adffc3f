import { useLoaderData } from "@remix-run/react";
import { staffLoader } from "~/hyperloop/staff-route.server";
import type { ScreenHandle } from "~/web/screen";
import { PersonPage } from "./person-page";
import { personView } from "./person-view.server";

export const handle: ScreenHandle<{ person: { name: string } }> = {
  title: ({ person }) => `${person.name}, guest – HyperLoop`,
  noindex: true,
};

export const loader = staffLoader("accounts.read", (at) => personView(at, "guest"));

export default function Guest() {
  const { staff, ...view } = useLoaderData<typeof loader>();
  return <PersonPage {...view} role={staff.role} />;
}
