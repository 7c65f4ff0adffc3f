import type { ActionFunctionArgs } from "@remix-run/node";
import { readSentWeek, saveSentWeek } from "~/domain/diary/entries/week-form.server";
import { WISH_FIRST_DRAFT } from "~/domain/diary/loops/starting";
import { currentTime } from "~/web/clock.server";
import { fail } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { sessionUserOf } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { isOfAnother, refuseTooLate } from "./open-week.server";

export const handle: { guard: RequestGuardHandle } = { guard: { form: "entry", signedInOnly: true } };

/**
 * The text of a week, sent by its page while somebody types, or later by a device that kept it without a connection.
 * Saved as a draft, or by intent "save" as the entry that it may be, and never overwrites a change from elsewhere. A
 * response header carries the new revision for the next save.
 */
export async function action({ request }: ActionFunctionArgs) {
  const person = await sessionUserOf(request);
  if (!person) return fail(401);
  const form = formOf(request);
  if (isOfAnother(form, person.accountId)) return fail(403);
  const complete = form.get("intent") === "save";
  const { written } = saveSentWeek(person.accountId, readSentWeek(form), currentTime(), { isTyping: true, complete });
  if (written.ok || written.reason === "incomplete") {
    const headers = { "X-Week-Revision": written.revision, "Cache-Control": "no-store" };
    return new Response(null, { status: 204, headers });
  }
  if (written.reason === "too_long") return fail(422, { error: written.problems[0]?.message ?? "" });
  if (written.reason === "wish_first") return fail(422, { error: WISH_FIRST_DRAFT });
  if (written.reason === "read_only") return refuseTooLate();
  return fail(written.reason === "not_found" || written.reason === "not_yet" ? 404 : 409);
}
