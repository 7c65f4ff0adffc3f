import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { Note } from "~/domain/backoffice/staff/notes.server";
import { formatDay, formatMoment } from "~/domain/kernel/time/format-days";
import type { NoteGiven } from "~/domain/people/staff/forms";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { DateField, SelectField, TextArea } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { useStaff } from "./frame";

export const NOTE_REFUSALS = {
  no_account: "The buyer’s account was deleted, so there’s nowhere to keep a note",
  owner: "Please choose somebody who can see orders",
  day: "Please choose the day, today or later",
} as const;

/** Where each refusal of a note is shown. */
export function besideNote(refusal: keyof typeof NOTE_REFUSALS): Readonly<Record<string, string>> {
  const field = { no_account: "note", owner: "owner", day: "dueDay" }[refusal];
  return { [field]: NOTE_REFUSALS[refusal] };
}

interface NotesPanelProps {
  readonly notes: readonly Note[];
  readonly owners: readonly { readonly id: string; readonly name: string }[];
  readonly actionData: { readonly reply: SubmissionResult } | undefined;
  readonly mayWrite: boolean;
  /** On an account: names the order of each note that is about one. */
  readonly namesOrders?: boolean;
  /** Whether a note is what the page is for, so that its button is the filled one. */
  readonly isMain?: boolean;
}

/** Notes with their owner and day, and the form for another one. */
export function NotesPanel({ notes, owners, actionData, mayWrite, namesOrders, isMain }: NotesPanelProps) {
  const [form, fields] = useForm<NoteGiven>({ id: "note", lastResult: actionData?.reply });
  const options = owners.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <section className="staff-panel">
      <h2>Notes</h2>
      {notes.length === 0 && <p className="muted">None yet.</p>}
      <ul className="staff-acts-done">
        {notes.map((note) => (
          <li key={note.id}>
            {namesOrders && note.orderId && (
              <>
                <a href={`/hyperloop/orders/${note.orderId}`}>{note.orderNumber}</a>:{" "}
              </>
            )}
            {note.note}
            <br />
            <span className="muted">
              {note.by}, {formatMoment(note.at)}
            </span>
            <FollowUp note={note} mayWrite={mayWrite} />
          </li>
        ))}
      </ul>
      {mayWrite && (
        <>
          <ErrorSummary problems={problemsOf(form)} />
          <PostForm {...getFormProps(form)} className="form-stack">
            <TextArea
              {...fieldOf(fields.note)}
              label="Add a note"
              rows={3}
              hint="Colleagues can read it. Never put card numbers here"
            />
            <SelectField {...fieldOf(fields.owner)} label="Owner" options={options} placeholder="Nobody" optional />
            <DateField
              {...fieldOf(fields.dueDay)}
              label="Follow up on"
              hint="It comes back to its owner’s inbox on that day"
              optional
            />
            <Button size="staff" variant={isMain ? "primary" : "line"} name="intent" value="note">
              Save note
            </Button>
          </PostForm>
        </>
      )}
    </section>
  );
}

function FollowUp({ note, mayWrite }: { readonly note: Note; readonly mayWrite: boolean }) {
  const { staffId } = useStaff();
  if (note.dueDay === null) return null;
  const whose = note.ownerId === staffId ? "Yours" : `${note.owner ?? "A former colleague"}’s`;
  if (note.doneAt) {
    return (
      <>
        <br />
        <span className="muted">Done {formatMoment(note.doneAt)}</span>
      </>
    );
  }
  const path = `/hyperloop/notes/${note.id}`;
  const which = <VisuallyHidden>: {note.note}</VisuallyHidden>;
  return (
    <>
      <br />
      <b>
        {whose}, due {formatDay(note.dueDay)}
      </b>
      {mayWrite && (
        <PostForm action={path} className="staff-acts">
          <button type="submit" className="staff-action" name="intent" value="done">
            Done{which}
          </button>
          <a href={path}>Snooze or give to…{which}</a>
        </PostForm>
      )}
    </>
  );
}
