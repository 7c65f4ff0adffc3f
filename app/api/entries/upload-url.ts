import type { ActionFunctionArgs } from "@remix-run/node";
import { countUpload, type OpenUploadResult, openUpload, type UploadSlot } from "~/domain/diary/entries/uploads.server";
import { PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import { param } from "~/web/params";
import { publicAddress } from "~/web/public-address.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { signToken } from "~/web/upload-tokens.server";
import { failUpload } from "../weeks/open-week.server";
import { READ_ONLY_MESSAGE } from "./written-response.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** An upload URL for a photo of one of the account's weeks. The file's name is not stored. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const now = currentTime();
  const sent = readFields(bodyOf(request), {
    filename: "text",
    contentType: "text",
    contentLength: "number",
  });
  const bytes = sent.contentLength ?? 0;
  if (!Number.isSafeInteger(bytes) || bytes < 1) {
    const error = "contentLength must be the photo’s size in bytes";
    return fail(422, { error, code: "invalid", fields: { contentLength: [error] } });
  }
  const file = { contentType: (sent.contentType ?? "").toLowerCase(), bytes };
  const opened = await openUpload(accountId, param(params, "entry"), file, now);
  if (!opened.ok) return failOpening(opened.reason);
  const exceeded = countUpload(accountId, bytes, now);
  if (exceeded) return failUpload(exceeded);
  const { place } = opened;
  return succeed({
    uploadUrl: place.direct?.url ?? ownAddress(place),
    finalUrl: publicAddress(`/photos/${place.photoId}/screen`),
    method: "PUT",
    headers: place.direct?.headers ?? { "Content-Type": place.contentType },
    expiresAt: place.expiresAt.toISOString(),
  });
}

function ownAddress(place: UploadSlot): string {
  const token = signToken({ ...place, expiresAt: place.expiresAt.getTime() });
  return publicAddress(`/uploads/${token}`);
}

function failOpening(reason: Exclude<OpenUploadResult, { ok: true }>["reason"]): Response {
  switch (reason) {
    case "not_found":
      return fail(404);
    case "read_only":
      return fail(409, { error: READ_ONLY_MESSAGE, code: reason });
    case "too_many":
      return fail(409, { error: PHOTO_MESSAGES.too_many, code: reason });
    default:
      return fail(422, { error: PHOTO_MESSAGES[reason], code: reason });
  }
}
