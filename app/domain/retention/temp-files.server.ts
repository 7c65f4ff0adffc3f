import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { UNFINISHED } from "~/adapters/files/whole-file.server";
import { settings } from "~/adapters/settings.server";
import { HOUR_MS } from "../time/durations";

/**
 * Temporary folders: photos of a book being made, parts of a form being read. Work cleans up after itself unless its
 * process is killed; copies of photos then remain.
 */

/** No work takes this long. */
const KEEP_WORK_HOURS = 24;

/** Folders of files that stay, each written beside first; a kill leaves what was not finished. */
const WRITTEN_BESIDE = [".", "mail", "run", "before-migrations"];

/** Removes temporary files older than a day. Returns how many. */
export async function removeTempFiles(now: Date): Promise<number> {
  const oldest = now.getTime() - KEEP_WORK_HOURS * HOUR_MS;
  let swept = 0;
  const places = ["work", "incoming"].map((place) => ({ place, isTemporary: () => true }));
  const beside = WRITTEN_BESIDE.map((place) => ({
    place,
    isTemporary: (name: string) => name.endsWith(UNFINISHED),
  }));
  for (const { place, isTemporary } of [...places, ...beside]) {
    const folder = join(settings.dataFolder, place);
    for (const name of (await namesIn(folder)).filter(isTemporary)) {
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
