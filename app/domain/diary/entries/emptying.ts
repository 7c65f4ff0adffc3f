import { KEEP_REMOVED_PHOTOS_DAYS } from "~/domain/kernel/time/retention-periods";

/** What an owner can delete of a week until the year is sent to print, and the text about it. */

export const EMPTYING = {
  version: "We’ll delete this version for good. What the week says now, and its other versions, stay.",
  week: `We’ll delete what the week says, its draft and its earlier versions for good, and with them the list of our staff who have read it. Its photos can be put back for ${KEEP_REMOVED_PHOTOS_DAYS} days; then we delete them too.`,
} as const;

/** The promise, as the privacy policy makes it. */
export const EMPTYING_RULE =
  "Until you send your year to print, you can delete an earlier version of a week, or empty the whole week.";
