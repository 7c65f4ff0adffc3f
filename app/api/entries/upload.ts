import type { ActionFunctionArgs } from "@remix-run/node";
import { receiveUpload, uploadAccount } from "~/domain/diary/entries/uploads.server";
import { PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { fail, succeed } from "~/web/json-responses";
import { param } from "~/web/params";
import { piecesOf } from "~/web/raw-body.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { admitUpload } from "~/web/upload-capacity.server";
import { readToken } from "~/web/upload-tokens.server";
import { refusePhoto } from "../weeks/open-week.server";

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
  const sender = { account: uploadAccount(token.key), address: clientAddress() };
  // It lies in the folder of incoming files and in the store for a moment.
  const admitted = await admitUpload(sender, token.bytes * 2);
  if (!admitted.ok) return refusePhoto(admitted.reason);
  const received = await receiveUpload(token, piecesOf(request.body), now).finally(admitted.end);
  if (received.ok) return succeed({}, { status: 201 });
  switch (received.reason) {
    case "failed":
      return fail(503, { error: PHOTO_MESSAGES.failed, code: received.reason });
    case "there_already":
      return fail(409, { code: received.reason });
    default:
      return fail(400, { code: received.reason });
  }
}
