import type { ActionFunctionArgs } from "@remix-run/node";
import { dropUpload, finishUpload } from "~/domain/diary/entries/uploads.server";
import { readSentWeek } from "~/domain/diary/entries/week-form.server";
import { addPhoto, photoIdFor } from "~/domain/diary/photos/photo-adding.server";
import { isWorthRetrying } from "~/domain/diary/rules/photo-rules";
import { currentTime } from "~/web/clock.server";
import { fail } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { sessionUserOf } from "~/web/sessions.server";
import { submissionOf } from "~/web/submission.server";
import { isOfAnother, refusePhoto, refuseWeek } from "./open-week.server";

export const handle: { guard: RequestGuardHandle } = { guard: { form: "entry", signedInOnly: true } };

/**
 * One photo of a week, sent by the week's page before its text, so that the page can show progress: either the file
 * itself, or the id of a photo already uploaded directly to the storage.
 */
export async function action({ request }: ActionFunctionArgs) {
  const person = await sessionUserOf(request);
  if (!person) return fail(401);
  const { form, files } = submissionOf(request);
  if (isOfAnother(form, person.accountId)) return fail(403);
  const { loopId, week } = readSentWeek(form);
  const place = { accountId: person.accountId, loopId, week };
  const refusal = refuseWeek(place, currentTime());
  if (refusal) return refusal;
  const photoId = String(form.get("photo") ?? "");
  if (photoId !== "") return await finish(place, photoId, String(form.get("name") ?? ""));
  const [file] = files.get("photos") ?? [];
  if (!file) return fail(422);
  const key = String(form.get("key") ?? "");
  const reason = await addPhoto(place, file, currentTime(), photoIdFor(place, key));
  return reason ? refusePhoto(reason) : taken();
}

async function finish(place: { accountId: string; loopId: string; week: number }, photoId: string, name: string) {
  if (!/^[0-9a-z]{1,40}$/.test(photoId)) return fail(404);
  const finished = await finishUpload(place, photoId, currentTime(), name);
  if (finished.ok) return taken();
  if (finished.reason === "not_uploaded") return fail(404);
  // The page still has the photo and offers to send it again.
  if (isWorthRetrying(finished.reason)) await dropUpload(place, photoId, currentTime());
  return refusePhoto(finished.reason);
}

function taken(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
