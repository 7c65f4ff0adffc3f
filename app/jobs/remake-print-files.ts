import { remakePrintFiles } from "~/domain/photos/print-remaking.server";
import { logLine } from "./log";

/** Five photos take some four seconds of one core, so books and emails are hardly held up. */
const A_RUN = { looks: 500, makes: 5 };

/**
 * Makes print files again that are smaller than a page now takes, a few a run. Each walk goes through all photos once
 * and then rests, because photos that come in later are large enough; what failed is tried again by the next worker.
 */
export function walkPrintFiles(): (now: Date) => Promise<void> {
  let place: string | null = null;
  let isOver = false;
  return async (now) => {
    if (isOver) return;
    const { remade, failed, next } = await remakePrintFiles(place, A_RUN, now);
    place = next;
    isOver = next === null;
    if (remade > 0) logLine("info", "print_files_remade", { remade });
    for (const photoId of failed) logLine("error", "print_file_not_remade", { photoId });
  };
}
