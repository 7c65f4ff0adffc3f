import { useActionData, useLoaderData } from "@remix-run/react";
import { addNote, noteOwners, notesOfAccount } from "~/domain/backoffice/staff/notes.server";
import { noteForm } from "~/domain/people/staff/forms";
import { isPermitted } from "~/domain/people/staff/permissions";
import { besideNote, NotesPanel } from "~/hyperloop/notes-panel";
import { respondToForm } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import type { ScreenHandle } from "~/web/screen";
import { PersonPage } from "./person-page";
import { personView } from "./person-view.server";

export const handle: ScreenHandle<{ person: { name: string } }> = {
  title: ({ person }) => `${person.name} – HyperLoop`,
  noindex: true,
};

export const loader = staffLoader("accounts.read", (at) => {
  const view = personView(at, "account");
  return { ...view, notes: notesOfAccount(view.person.account.id), owners: noteOwners() };
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
  const { staff, notes, owners, ...view } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <PersonPage {...view} role={staff.role}>
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
