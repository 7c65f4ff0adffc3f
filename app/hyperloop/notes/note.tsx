import { useLoaderData } from "@remix-run/react";
import { changeFollowUp, finishNote, noteNamed, noteOwners } from "~/domain/backoffice/staff/notes.server";
import { formatDay } from "~/domain/kernel/time/format-days";
import { type FollowUp, followUpForm } from "~/domain/people/staff/forms";
import { besideNote } from "~/hyperloop/notes-panel";
import { respondToForm, respondWithOutcome } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField, SelectField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Snooze a note – HyperLoop", noindex: true };

/** A note that is followed up and not done. */
function openNote(noteId: string) {
  const note = noteNamed(noteId);
  return note && note.doneAt === null ? note : notFound();
}

const pageOf = ({ orderId, accountId }: { orderId: string | null; accountId: string }) =>
  orderId ? `${PATHS.orders}/${orderId}` : `${PATHS.people}/${accountId}`;

export const loader = staffLoader("orders.note", ({ param }) => {
  const note = openNote(param("note"));
  return { note, page: pageOf(note), owners: noteOwners() };
});

/** Marks it as done, or gives it another owner and day. */
export const action = staffAction("orders.note", async ({ staff, param, form, now }) => {
  const note = openNote(param("note"));
  const to = pageOf(note);
  switch (form.get("intent")) {
    case "done":
      return await respondWithOutcome({ result: finishNote(note.id, staff.staffId, now), to, done: "Done." });
    case "follow_up":
      return await respondToForm(form, { id: "form", schema: followUpForm }, (input) => ({
        result: changeFollowUp(note.id, input, staff.staffId, now),
        to,
        done: input.dueDay === "" ? "Nobody follows it up now." : `Due ${formatDay(input.dueDay)}.`,
        beside: besideNote,
      }));
    default:
      notFound();
  }
});

export default function NotePage() {
  const { note, page, owners } = useLoaderData<typeof loader>();
  return (
    <FormPage<FollowUp>
      title="Snooze or give to"
      lead={note.note}
      back={note.orderId ? { label: "Order", href: page } : { label: "Account", href: page }}
      defaults={{ owner: note.ownerId ?? "", dueDay: note.dueDay ?? "" }}
      button="Save"
      intent="follow_up"
      fields={({ owner, dueDay }) => (
        <>
          <SelectField
            {...fieldOf(owner)}
            label="Owner"
            options={owners.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder="Nobody"
            optional
          />
          <DateField
            {...fieldOf(dueDay)}
            label="Follow up on"
            hint="It comes back to its owner’s inbox on that day"
            optional
          />
        </>
      )}
    />
  );
}
