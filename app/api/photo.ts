import type { LoaderFunctionArgs } from "@remix-run/node";
import { entryOf } from "~/domain/diary/entries/entries.server";
import { isPhotoSize } from "~/domain/diary/photos/photo-orders";
import { photoOwnedBy } from "~/domain/diary/photos/photos.server";
import { noteEntryOpened } from "~/domain/people/staff/impersonations.server";
import { apiClientOf } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { impersonationOf } from "~/web/impersonation.server";
import { fail } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { sendPhoto } from "./photo-response.server";

export const handle: { guard: RequestGuardHandle } = { guard: { picture: true } };

/**
 * A photo, for its owner alone; during an impersonation it opens its entry, which is recorded. Everybody else gets the
 * response for a photo that does not exist.
 */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const { size } = params;
  const person = await apiClientOf(request);
  if (!person || !isPhotoSize(size)) return fail(404);
  const photo = photoOwnedBy(person.accountId, param(params, "photo"));
  if (!photo) return fail(404);
  const impersonation = await impersonationOf(request);
  if (impersonation) {
    const opened = entryOf(person.accountId, photo.loopId, photo.week);
    if (!opened) return fail(404);
    noteEntryOpened(impersonation, opened.entry.id, currentTime());
  }
  return await sendPhoto(photo, size, impersonation ? null : (request.headers.get("accept") ?? ""));
}
