import { useLoaderData } from "@remix-run/react";
import { personData } from "~/domain/backoffice/people/person.server";
import { TABS } from "~/domain/backoffice/people/timeline-events";
import { openDisputesOfAccounts } from "~/domain/shop/orders/dispute-records.server";
import { formatDispute } from "~/hyperloop/dispute-band";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { choiceIn } from "~/web/list-query";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { PersonPage } from "./person-page";
import { chooseLines } from "./person-timeline";

export const handle: ScreenHandle<{ person: { name: string } }> = {
  title: ({ person }) => `${person.name}, guest – HyperLoop`,
  noindex: true,
};

export const loader = staffLoader("accounts.read", ({ param, request, staff, now }) => {
  const found = personData(param("guest"), "guest", now) ?? notFound();
  const { timeline, ...person } = found;
  const tab = choiceIn(request, "show", ["all", ...TABS]);
  const isWhole = choiceIn(request, "earlier", ["0", "1"]) === "1";
  return {
    person,
    shown: chooseLines(timeline, { role: staff.role, tab, isWhole }),
    disputes: openDisputesOfAccounts(person.ids).map((dispute) => formatDispute(dispute, now)),
  };
});

export default function Guest() {
  const { staff, person, shown, disputes } = useLoaderData<typeof loader>();
  return <PersonPage person={person} timeline={shown} disputes={disputes} role={staff.role} />;
}
