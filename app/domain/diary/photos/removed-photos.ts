import { addDays, londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { KEEP_REMOVED_PHOTOS_DAYS } from "~/domain/kernel/time/retention-periods";

/** A photo that was removed from its week: how long it can be put back, and the text about it. */

/** The last day of London on which it can be put back; then it is deleted. */
export function lastRestoreDay(removedAt: Date): string {
  return addDays(londonDay(removedAt), KEEP_REMOVED_PHOTOS_DAYS);
}

export const isRestorable = (removedAt: Date, now: Date) => londonDay(now) <= lastRestoreDay(removedAt);

export const REMOVED_PHOTO_RULE = `We keep a photo you’ve removed for ${KEEP_REMOVED_PHOTOS_DAYS} days, in case you want it back. Then we delete it.`;

/** Shown beside the photo. */
export const untilRestored = (removedAt: Date) =>
  `Removed. You can put it back until ${formatDay(lastRestoreDay(removedAt))}; then we delete it.`;
