import type { ActionFunctionArgs } from "@remix-run/node";
import { countUpload, openUploadSlot } from "~/domain/diary/entries/uploads.server";
import { readSentWeek } from "~/domain/diary/entries/week-form.server";
import { photoIdFor } from "~/domain/diary/photos/photo-adding.server";
import { PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { currentTime } from "~/web/clock.server";
import { fail, succeed } from "~/web/json-responses";
import { sessionUserOf } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { failUpload, refuseTooLate, refuseWeek } from "./open-week.server";

/** An address to which the week's page may upload one photo directly to the storage, under the id that it has if it is sent again. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await sessionUserOf(request);
  if (!person) return fail(401);
  const now = currentTime();
  const form = formOf(request);
  const { loopId, week } = readSentWeek(form);
  const place = { accountId: person.accountId, loopId, week };
  const refusal = refuseWeek(place, now);
  if (refusal) return refusal;
  const bytes = Number(form.get("bytes") ?? "");
  if (!Number.isSafeInteger(bytes) || bytes < 1) return fail(422, { error: PHOTO_MESSAGES.not_a_photo });
  const contentType = String(form.get("contentType") ?? "").toLowerCase();
  const key = String(form.get("key") ?? "");
  const opened = await openUploadSlot(place, { contentType, bytes }, now, photoIdFor(place, key));
  if (!opened.ok) {
    if (opened.reason === "not_found") return fail(404);
    if (opened.reason === "read_only") return refuseTooLate();
    const status = opened.reason === "too_many" ? 409 : 422;
    return fail(status, { error: PHOTO_MESSAGES[opened.reason], code: opened.reason });
  }
  // This storage accepts uploads through our own server only.
  if (!opened.place.direct) return fail(404);
  const exceeded = countUpload(person.accountId, bytes, now);
  if (exceeded) return failUpload(exceeded);
  const { url, headers } = opened.place.direct;
  return succeed({ uploadUrl: url, headers, photo: opened.place.photoId });
}
