import type { ActionFunctionArgs } from "@remix-run/node";
import { openWeek } from "~/domain/loops/entries.server";
import { PHOTO_SENTENCES } from "~/domain/loops/photo-rules";
import { addPhotos } from "~/domain/loops/photos.server";
import { readSentWeek } from "~/domain/loops/week-form.server";
import { readClock } from "~/web/clock.server";
import type { GateHandle } from "~/web/gate-rules";
import { fail } from "~/web/json-answers";
import { signedInPerson } from "~/web/sessions.server";
import { submissionOf } from "~/web/submission.server";

export const handle: { gate: GateHandle } = { gate: { form: "entry" } };

/** One photo of a week, sent by the week's own page ahead of its words, so that it can say how far it is. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await signedInPerson(request);
  if (!person) return fail(401);
  const { form, files } = submissionOf(request);
  const { loopId, week } = readSentWeek(form);
  const opened = openWeek(person.accountId, loopId, week, readClock());
  if (!opened.ok) return fail(404);
  if (opened.writing.loop.status !== "ACTIVE") return fail(409);
  const place = { accountId: person.accountId, loopId, week };
  const { added, refused } = await addPhotos(place, files.get("photos") ?? [], readClock());
  const [first] = refused;
  if (first) {
    const status = first.reason === "failed" ? 503 : 422;
    return fail(status, { error: PHOTO_SENTENCES[first.reason], code: first.reason });
  }
  return added > 0
    ? new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } })
    : fail(422);
}
