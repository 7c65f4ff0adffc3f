import { useLoaderData } from "@remix-run/react";
import { addNote, noteOwners } from "~/domain/backoffice/staff/notes.server";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { type NoteGiven, noteForm } from "~/domain/people/staff/forms";
import { orderById } from "~/domain/shop/orders/orders.server";
import { BulkPage } from "~/hyperloop/bulk";
import { respondToEach, selectedIn } from "~/hyperloop/bulk.server";
import { NOTE_REFUSALS } from "~/hyperloop/notes-panel";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField, SelectField, TextArea } from "~/ui/field";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Add a note to these orders – HyperLoop", noindex: true };

export const loader = staffLoader("orders.note", ({ request }) => {
  const things = selectedIn(request).flatMap((id) => {
    const order = orderById(id);
    if (!order) return [];
    const buyer = `${order.firstName} ${order.lastName}`.trim() || order.email;
    const problem = order.accountId === null ? `${NOTE_REFUSALS.no_account}.` : null;
    return [{ id, name: [order.number, buyer].filter(Boolean).join(", "), problem }];
  });
  return { things, owners: noteOwners().map(({ id, name }) => ({ value: id, label: name })) };
});

export const action = staffAction("orders.note", (at) =>
  respondToEach(
    at,
    noteForm,
    {
      to: PATHS.orders,
      one: "note",
      many: "notes",
      done: "saved",
      refused: (refusal: keyof typeof NOTE_REFUSALS | "not_found") =>
        refusal === "not_found" ? "It no longer exists." : `${NOTE_REFUSALS[refusal]}.`,
    },
    (orderId, given) => addNote({ orderId }, given, at.staff.staffId, at.now),
  ),
);

export default function NoteSelected() {
  const { things, owners } = useLoaderData<typeof loader>();
  return (
    <BulkPage<NoteGiven>
      title="Add a note to these orders"
      back={{ label: "Orders", href: PATHS.orders }}
      things={things}
      lead="The same note goes on each of these"
      button={(count) => `Add the note to ${formatFigureOf(count, "order", "orders")}`}
      fields={({ note, owner, dueDay }) => (
        <>
          <TextArea
            {...fieldOf(note)}
            label="Note"
            rows={3}
            hint="Colleagues can read it. Never put card numbers here"
          />
          <SelectField {...fieldOf(owner)} label="Owner" options={owners} placeholder="Nobody" optional />
          <DateField
            {...fieldOf(dueDay)}
            label="Follow up on"
            hint="They come back to the owner’s inbox on that day"
            optional
          />
        </>
      )}
    />
  );
}
