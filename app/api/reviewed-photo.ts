import type { LoaderFunctionArgs } from "@remix-run/node";
import { openedPhoto } from "~/domain/backoffice/moderation/review.server";
import { isPhotoSize } from "~/domain/diary/photos/photo-orders";
import { currentTime } from "~/web/clock.server";
import { fail } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { requireStaff } from "~/web/staff-auth.server";
import { sendPhoto } from "./photo-response.server";

export const handle: { guard: RequestGuardHandle } = { guard: { picture: true } };

/** A photo of an entry, for the moderator who has the entry open and nobody else. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "entries.open", "programs");
  const { size, entry: entryId = "", photo: photoId = "" } = params;
  if (!isPhotoSize(size)) return fail(404);
  const photo = openedPhoto({ entryId, photoId }, staff.staffId, currentTime());
  return photo ? await sendPhoto(photo, size, null) : fail(404);
}
