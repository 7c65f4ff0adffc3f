import { useLoaderData } from "@remix-run/react";
import { leftEarlierToday } from "~/domain/backoffice/undo/sent-emails.server";
import { sendHeldNow, undoHeld } from "~/domain/backoffice/undo/undo.server";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { londonTime } from "~/domain/kernel/time/instants";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { HeldList, UNDO_UNREAD } from "~/hyperloop/undo-tray";
import { ListPanel } from "~/ui/panels";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Undo – HyperLoop", noindex: true };

/** What can still be taken back, and what has left; the buttons are in the tray on top of each page too. */
export const loader = staffLoader("inbox.change", ({ staff, now }) => ({
  left: leftEarlierToday(staff.staffId, now).map(({ id, title, leftAt, hasFailed }) => ({
    id,
    title,
    state: hasFailed ? "It didn’t arrive." : leftAt ? `It went out at ${londonTime(leftAt)}.` : "It’s going out now.",
  })),
}));

const REFUSALS = {
  too_late: "It’s too late to undo that: it’s been sent.",
  refunded: "It stays cancelled, because its order has been refunded since.",
  limit:
    "They stay cancelled. With what you’ve given away since, they’d take you over your limit. You can make new ones for a second person to approve.",
  used: "It’s too late to undo that: the gift has been redeemed.",
  reprinted: "It’s already being printed again, so you can’t undo sending it.",
} as const;

/** Takes back, or lets leave, what this person has had sent. */
export const action = staffAction("inbox.change", async ({ staff, form, now }) => {
  const heldId = String(form.get("held") ?? "");
  const isUndo = form.get("intent") === "undo";
  if (!isUndo && form.get("intent") !== "send_now") notFound();
  const act = isUndo ? undoHeld : sendHeldNow;
  return await respondWithOutcome({
    result: act(heldId, staff.staffId, now),
    to: pageOf(String(form.get("to") ?? "")),
    done: isUndo ? undoneOf(heldId) : "It’s going out now.",
    refused: (refusal) => REFUSALS[refusal],
  });
});

function undoneOf(heldId: string): string {
  if (heldId.startsWith("cancelled:")) return "Undone. It can be used again.";
  return heldId.startsWith("extended:") ? "Undone. It ends when it did before." : "Undone. Nothing was sent.";
}

/** The page of the back office that the button was on. */
const pageOf = (typed: string) => (/^\/hyperloop\/[\w/?=&%.:,-]*$/.test(typed) ? typed.slice(0, 500) : PATHS.dashboard);

export default function Undo() {
  const { staff, left } = useLoaderData<typeof loader>();
  const canRead = isPermitted(staff.role, "emails.read");
  return (
    <StaffFrame title="Undo" lead={`Your own acts of the last ${UNDO_MINUTES} minutes`}>
      <section className="staff-panel">
        <h2>Not sent yet</h2>
        {staff.held && staff.held.length > 0 ? (
          <HeldList held={staff.held} />
        ) : (
          <p className="muted">{staff.held ? "Nothing to undo" : UNDO_UNREAD}.</p>
        )}
      </section>
      <ListPanel title="Sent earlier today" empty="Nothing of yours has gone out today." className="held-list">
        {left.map(({ id, title, state }) => (
          <li key={id}>
            <b>{canRead ? <a href={`${PATHS.emails}/${id}`}>{title}</a> : title}</b>
            <p>{state}</p>
          </li>
        ))}
      </ListPanel>
    </StaffFrame>
  );
}
