import { logLine } from "~/adapters/log/log.server";
import { makeMediumSizes } from "~/domain/diary/photos/medium-sizes.server";
import { remakePrintFiles } from "~/domain/diary/photos/print-remaking.server";

/** Five photos take about four seconds of one core, so books and emails are hardly delayed. */
const PER_RUN = { checks: 500, makes: 5 };
/** Each takes a twentieth of a second. */
const MEDIUM_PER_RUN = 20;

/** Remakes print files that are smaller than the current page size. */
export function createPrintFileRemaker(): (now: Date) => Promise<void> {
  return goThrough(async (after, now) => {
    const { remade, failed, next } = await remakePrintFiles(after, PER_RUN, now);
    if (remade > 0) logLine("info", "print_files_remade", { remade });
    for (const photoId of failed) logLine("error", "print_file_not_remade", { photoId });
    return next;
  });
}

/** Makes the medium size of photos that have none. */
export function createMediumSizeMaker(): (now: Date) => Promise<void> {
  return goThrough(async (after) => {
    const { made, failed, next } = await makeMediumSizes(after, MEDIUM_PER_RUN);
    if (made > 0) logLine("info", "medium_sizes_made", { made });
    for (const photoId of failed) logLine("error", "medium_size_not_made", { photoId });
    return next;
  });
}

/**
 * A task that goes on after the photo where its last run stopped. A worker goes through all photos once and then stops,
 * because new photos have what it makes; the next worker retries failures.
 */
function goThrough(run: (after: string | null, now: Date) => Promise<string | null>): (now: Date) => Promise<void> {
  let position: string | null = null;
  let isOver = false;
  return async (now) => {
    if (isOver) return;
    position = await run(position, now);
    isOver = position === null;
  };
}
