import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { sendHeldNow, undoHeld } from "~/domain/undo/undo.server";
import { answerOutcome } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/answers.server";
import { requireStaff } from "~/web/staff-auth.server";

/** The buttons are in the tray on top of each page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "inbox.change");
  return redirect(PATHS.dashboard);
}

const REFUSALS = {
  too_late: "It’s too late to undo that: it has left.",
  reprinted: "It’s being printed again already, so you can’t undo that it was sent.",
} as const;

/** Takes back, or lets leave, what this person has had sent. */
export const action = staffAction("inbox.change", async ({ staff, form, now }) => {
  const emailId = String(form.get("email") ?? "");
  const isUndo = form.get("intent") === "undo";
  if (!isUndo && form.get("intent") !== "send_now") notFound();
  const act = isUndo ? undoHeld : sendHeldNow;
  return await answerOutcome({
    result: act(emailId, staff.staffId, now),
    to: pageOf(String(form.get("to") ?? "")),
    done: isUndo ? "Undone. Nobody has been emailed." : "It’s leaving now.",
    refused: (refusal) => REFUSALS[refusal],
  });
});

/** The page of the back office that the button was on. */
const pageOf = (typed: string) =>
  /^\/hyperloop\/[\w/?=&%.:,-]*$/.test(typed) ? typed.slice(0, 500) : PATHS.dashboard;
