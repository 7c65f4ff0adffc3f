import type { ActionFunctionArgs } from "@remix-run/node";
import { writeWeek } from "~/domain/diary/entries/entries.server";
import { finishUpload } from "~/domain/diary/entries/uploads.server";
import { writingOwnedBy } from "~/domain/diary/entries/written-weeks.server";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { isWorthRetrying, PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields } from "~/web/json-fields";
import { fail } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { readWords } from "./entry-data.server";
import { READ_ONLY_MESSAGE, respondWithWritten } from "./written-response.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["PATCH"] } };

/** Updates one of the account's weeks. Fields left out keep their value. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const stored = writingOwnedBy(accountId, param(params, "entry"));
  if (!stored) return fail(404);
  const { revision, photo } = readFields(bodyOf(request), { revision: "text", photo: "text" });
  const words = readWords(bodyOf(request), stored.words);
  const place = { accountId, loopId: stored.loopId, week: stored.week };
  if (loopOwnedBy(accountId, stored.loopId)?.status !== "ACTIVE") {
    return fail(409, { error: READ_ONLY_MESSAGE, code: "read_only" });
  }
  const refusal = photo ? await attach(place, photo) : null;
  if (refusal) return refusal;
  const result = writeWeek({ ...place, words, revision: revision || stored.revision, complete: true }, currentTime());
  return respondWithWritten(place, result, 200);
}

/** Adds the uploaded photo to the week; `finalUrl` is the one given with the upload address. */
async function attach(
  place: { accountId: string; loopId: string; week: number },
  finalUrl: string,
): Promise<Response | null> {
  const photoId = /\/photos\/([0-9a-z]{1,40})\/screen$/.exec(finalUrl)?.[1];
  const finished = photoId
    ? await finishUpload(place, photoId, currentTime())
    : ({ ok: false, reason: "not_uploaded" } as const);
  if (finished.ok) return null;
  const { reason } = finished;
  if (reason !== "not_uploaded" && isWorthRetrying(reason)) {
    return fail(503, { error: PHOTO_MESSAGES[reason], code: reason });
  }
  const error =
    reason === "not_uploaded"
      ? "That photo hasn’t arrived. Please ask for an upload address and send it there first."
      : PHOTO_MESSAGES[reason];
  const fields = { photo: [error] };
  return fail(reason === "too_many" ? 409 : 422, { error, code: reason, fields });
}
