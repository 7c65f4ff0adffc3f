import { personData } from "~/domain/backoffice/people/person.server";
import { TABS } from "~/domain/backoffice/people/timeline-events";
import { openDisputesOfAccounts } from "~/domain/shop/orders/dispute-records.server";
import { formatDispute } from "~/hyperloop/dispute-band";
import type { StaffRequest } from "~/hyperloop/staff-route.server";
import { choiceIn } from "~/web/list-query";
import { notFound } from "~/web/responses.server";
import { chooseLines } from "./person-timeline";

/** What the page of a person shows, as their address names them: an account or a guest. */
export function personView({ param, request, staff, now }: StaffRequest, as: "account" | "guest") {
  const { timeline, ...person } = personData(param(as), as, now) ?? notFound();
  const tab = choiceIn(request, "show", ["all", ...TABS]);
  const isWhole = choiceIn(request, "earlier", ["0", "1"]) === "1";
  return {
    person,
    shown: chooseLines(timeline, { role: staff.role, tab, isWhole }),
    disputes: openDisputesOfAccounts(person.ids).map((dispute) => formatDispute(dispute, now)),
  };
}
