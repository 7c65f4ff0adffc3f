import type { ActionFunctionArgs } from "@remix-run/node";
import { receiveUpload } from "~/domain/entries/uploads.server";
import { PHOTO_SENTENCES } from "~/domain/photos/photo-rules";
import { currentTime } from "~/web/clock.server";
import { fail, succeed } from "~/web/json-answers";
import { param } from "~/web/params";
import { piecesOf } from "~/web/raw-body.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { readToken } from "~/web/upload-tokens.server";

export const handle: { guard: RequestGuardHandle } = {
  guard: { json: ["PUT"], token: true, secretParams: ["token"] },
};

/**
 * Public: for the holder of the signed token, for two minutes. The upload is shown to nobody until it has been
 * processed.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const now = currentTime();
  const token = readToken(param(params, "token"), now);
  if (!token) return fail(403, { code: "no_token" });
  if (request.headers.get("content-type") !== token.contentType) {
    return fail(415, { error: `Please send the photo as ${token.contentType}.`, code: "wrong_type" });
  }
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) !== token.bytes) return fail(400, { code: "wrong_length" });
  const received = await receiveUpload(token, piecesOf(request.body), now);
  if (received.ok) return succeed({}, { status: 201 });
  switch (received.reason) {
    case "failed":
      return fail(503, { error: PHOTO_SENTENCES.failed, code: received.reason });
    case "there_already":
      return fail(409, { code: received.reason });
    default:
      return fail(400, { code: received.reason });
  }
}
