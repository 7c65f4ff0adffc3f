import { openWeek } from "~/domain/diary/entries/entries.server";
import { WISH_FIRST_DRAFT } from "~/domain/diary/loops/starting";
import { PHOTO_MESSAGES, type PhotoRefusal, RETRY_SECONDS } from "~/domain/diary/rules/photo-rules";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { deviceAccountOf } from "~/domain/people/accounts/device-account.server";
import { fail, failTooMany } from "~/web/json-responses";

/** Whether a device kept this for another account than the one that is signed in. */
export function isOfAnother(form: FormData, accountId: string): boolean {
  return form.has("account") && form.get("account") !== deviceAccountOf(accountId);
}

/** The refusal when this account may not add photos to the week now; null when it may. */
export function refuseWeek(
  { accountId, loopId, week }: { accountId: string; loopId: string; week: number },
  now: Date,
): Response | null {
  const opened = openWeek(accountId, loopId, week, now);
  if (!opened.ok) return opened.reason === "wish_first" ? fail(422, { error: WISH_FIRST_DRAFT }) : fail(404);
  return opened.writing.loop.status === "ACTIVE" ? null : refuseTooLate();
}

/** The refusal for a year that was sent to print, by whose code the page stops and sends its form. */
export function refuseTooLate(): Response {
  const error = "This loop has gone to print, so it can’t change any more. Your words are still on this page";
  return fail(409, { error, code: "read_only" });
}

/** The refusal of an upload slot for which an account has sent too much in a day. */
export function failUpload(limit: "uploads_account" | "photo_megabytes"): Response {
  const sentence = limit === "photo_megabytes" ? PHOTO_MESSAGES.too_much_today : undefined;
  return failTooMany(LIMITS[limit].seconds, sentence);
}

const STATUSES: Partial<Record<PhotoRefusal, number>> = {
  failed: 503,
  busy: 503,
  too_many: 409,
  too_much_today: 429,
  at_once: 429,
  no_room: 507,
};

/** The refusal of one photo, with the seconds to wait where the same photo may be taken later. */
export function refusePhoto(reason: PhotoRefusal): Response {
  const seconds = RETRY_SECONDS[reason];
  return fail(STATUSES[reason] ?? 422, {
    error: PHOTO_MESSAGES[reason],
    code: reason,
    ...(seconds && { headers: { "Retry-After": String(seconds) } }),
  });
}
