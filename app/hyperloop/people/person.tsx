import { useActionData, useLoaderData } from "@remix-run/react";
import { personData } from "~/domain/backoffice/people/person.server";
import { TABS } from "~/domain/backoffice/people/timeline-events";
import { addNote, noteOwners, notesOfAccount } from "~/domain/backoffice/staff/notes.server";
import { noteForm } from "~/domain/people/staff/forms";
import { isPermitted } from "~/domain/people/staff/permissions";
import { openDisputesOfAccounts } from "~/domain/shop/orders/dispute-records.server";
import { formatDispute } from "~/hyperloop/dispute-band";
import { besideNote, NotesPanel } from "~/hyperloop/notes-panel";
import { respondToForm } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { choiceIn } from "~/web/list-query";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { PersonPage } from "./person-page";
import { chooseLines } from "./person-timeline";

export const handle: ScreenHandle<{ person: { name: string } }> = {
  title: ({ person }) => `${person.name} – HyperLoop`,
  noindex: true,
};

export const loader = staffLoader("accounts.read", ({ param, request, staff, now }) => {
  const found = personData(param("account"), "account", now) ?? notFound();
  const { timeline, ...person } = found;
  const tab = choiceIn(request, "show", ["all", ...TABS]);
  const isWhole = choiceIn(request, "earlier", ["0", "1"]) === "1";
  return {
    person,
    shown: chooseLines(timeline, { role: staff.role, tab, isWhole }),
    disputes: openDisputesOfAccounts(person.ids).map((dispute) => formatDispute(dispute, now)),
    notes: notesOfAccount(person.account.id),
    owners: noteOwners(),
  };
});

/** Leaves a note for colleagues. */
export const action = staffAction("accounts.note", async ({ param, form, staff, now }) => {
  const accountId = param("account");
  return await respondToForm(form, { id: "note", schema: noteForm }, (input) => ({
    result: addNote({ accountId }, input, staff.staffId, now),
    to: `${PATHS.people}/${accountId}`,
    done: "The note is saved.",
    beside: besideNote,
  }));
});

export default function PersonWithAccount() {
  const { staff, person, shown, disputes, notes, owners } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <PersonPage person={person} timeline={shown} disputes={disputes} role={staff.role}>
      <NotesPanel
        notes={notes}
        owners={owners}
        actionData={actionData}
        mayWrite={isPermitted(staff.role, "accounts.note")}
        namesOrders
      />
    </PersonPage>
  );
}
