import { logLine } from "~/adapters/log/log.server";
import { remakePrintFiles } from "~/domain/diary/photos/print-remaking.server";

/** Five photos take about four seconds of one core, so books and emails are hardly delayed. */
const PER_RUN = { checks: 500, makes: 5 };

/**
 * Remakes print files that are smaller than the current page size, a few per run. A worker goes through all photos once
 * and then stops, because new photos are large enough; the next worker retries failures.
 */
export function createPrintFileRemaker(): (now: Date) => Promise<void> {
  let position: string | null = null;
  let isOver = false;
  return async (now) => {
    if (isOver) return;
    const { remade, failed, next } = await remakePrintFiles(position, PER_RUN, now);
    position = next;
    isOver = next === null;
    if (remade > 0) logLine("info", "print_files_remade", { remade });
    for (const photoId of failed) logLine("error", "print_file_not_remade", { photoId });
  };
}
