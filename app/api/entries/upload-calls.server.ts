import {
  countUpload,
  type OpenUploadResult,
  openUpload,
  receiveUpload,
  type UploadSlot,
  uploadAccount,
} from "~/domain/diary/entries/uploads.server";
import { PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { clientAddress } from "~/web/connection.server";
import { fail, failField, succeed } from "~/web/json-responses";
import { publicAddress } from "~/web/public-address.server";
import { piecesOf } from "~/web/raw-body.server";
import { admitUpload } from "~/web/upload-capacity.server";
import { readToken, signToken } from "~/web/upload-tokens.server";
import { type Calls, call } from "../declared-calls.server";
import { failUpload, refusePhoto } from "../weeks/open-week.server";
import { READ_ONLY_MESSAGE } from "./calls.server";

export const UPLOAD_CALLS: Calls = {
  /** An upload URL for a photo of one of the account's weeks. The file's name is not stored. */
  "POST /entries/:entry/attachments/upload-url": call({
    who: "customer",
    takes: { filename: "text", contentType: "text", contentLength: "number" },
    run: async ({ client: { accountId }, param, sent, now }) => {
      const bytes = sent.contentLength ?? 0;
      if (!Number.isSafeInteger(bytes) || bytes < 1) {
        return failField("contentLength", "contentLength must be the photo’s size in bytes");
      }
      const file = { contentType: (sent.contentType ?? "").toLowerCase(), bytes };
      const opened = await openUpload(accountId, param("entry"), file, now);
      if (!opened.ok) return failOpening(opened.reason);
      const exceeded = countUpload(accountId, bytes, now);
      if (exceeded) return failUpload(exceeded);
      const { place } = opened;
      return {
        uploadUrl: place.direct?.url ?? ownAddress(place),
        finalUrl: publicAddress(`/photos/${place.photoId}/screen`),
        method: "PUT",
        headers: place.direct?.headers ?? { "Content-Type": place.contentType },
        expiresAt: place.expiresAt.toISOString(),
      };
    },
  }),

  /**
   * For the holder of the signed token, for two minutes. The upload is shown to nobody until it has been processed.
   */
  "PUT /uploads/:token": call({
    who: "anybody",
    guard: { token: true, secretParams: ["token"] },
    run: async ({ request, param, now }) => {
      const token = readToken(param("token"), now);
      if (!token) return fail(403, { code: "no_token" });
      if (request.headers.get("content-type") !== token.contentType) {
        return fail(415, { error: `Please send the photo as ${token.contentType}.`, code: "wrong_type" });
      }
      const announced = request.headers.get("content-length");
      if (announced !== null && Number(announced) !== token.bytes) return fail(400, { code: "wrong_length" });
      const sender = { account: uploadAccount(token.key), address: clientAddress() };
      // It lies in the folder of incoming files and in the store for a moment.
      const admitted = await admitUpload(sender, token.bytes * 2);
      if (!admitted.ok) return refusePhoto(admitted.reason);
      const received = await receiveUpload(token, piecesOf(request), now).finally(admitted.end);
      if (received.ok) return succeed({}, { status: 201 });
      const { reason: code } = received;
      if (code === "failed") return fail(503, { error: PHOTO_MESSAGES.failed, code });
      return fail(code === "there_already" ? 409 : 400, { code });
    },
  }),
};

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
