import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { settings } from "~/adapters/settings.server";
import { HOUR_MS } from "../time/durations";

/**
 * Folders of work in hand: photos of a book that is being made, parts of a form that is being read. Whoever works
 * there clears up; whoever was killed does not, and then copies of photos lie about.
 */

/** No work takes this long. */
const KEEP_WORK_HOURS = 24;

/** Removes work that was left lying more than a day ago. Gives how many pieces. */
export async function sweepWorkFolders(now: Date): Promise<number> {
  const oldest = now.getTime() - KEEP_WORK_HOURS * HOUR_MS;
  let swept = 0;
  for (const place of ["work", "incoming"]) {
    const folder = join(settings.dataFolder, place);
    for (const name of await namesIn(folder)) {
      const path = join(folder, name);
      const touched = await stat(path).catch(ignoreMissing);
      if (!touched || touched.mtimeMs >= oldest) continue;
      await rm(path, { recursive: true, force: true });
      swept += 1;
    }
  }
  return swept;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
