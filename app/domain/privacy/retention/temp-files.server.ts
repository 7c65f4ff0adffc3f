import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { UNFINISHED } from "~/adapters/files/whole-file.server";
import { settings } from "~/adapters/settings.server";
import { DAY_MS, HOUR_MS } from "~/domain/kernel/time/durations";
import { KEEP_LOCAL_COPIES_DAYS } from "~/domain/kernel/time/retention-periods";

/**
 * Temporary folders: photos of a book being made, parts of a form being read. Work cleans up after itself unless its
 * process is killed; copies of photos then remain.
 */

/** No work takes this long. */
const KEEP_WORK_HOURS = 24;
/** A form is read for five minutes at most (Node's request timeout), and then its photos are drawn. */
const KEEP_INCOMING_HOURS = 1;

/** Removes what forms and photos of broken-off or killed processes left behind an hour ago. Returns how many. */
export async function removeLeftFiles(now: Date): Promise<number> {
  const oldest = now.getTime() - KEEP_INCOMING_HOURS * HOUR_MS;
  const folder = join(settings.dataFolder, "incoming");
  // Text of somebody who was signed out is stored beside them for a day.
  return await removeOlder(folder, oldest, (name) => !name.startsWith("words-"));
}

/** Folders of files that stay, each written beside first; a kill leaves what was not finished. */
const WRITTEN_BESIDE = [".", "mail", "run", "before-migrations"];

/** Removes temporary files older than a day. Returns how many. */
export async function removeTempFiles(now: Date): Promise<number> {
  const oldest = now.getTime() - KEEP_WORK_HOURS * HOUR_MS;
  let swept = 0;
  for (const place of ["work", "incoming"])
    swept += await removeOlder(join(settings.dataFolder, place), oldest, () => true);
  for (const place of WRITTEN_BESIDE)
    swept += await removeOlder(join(settings.dataFolder, place), oldest, (name) => name.endsWith(UNFINISHED));
  return swept;
}

/** Copies from before a migration, what was put aside for a copy, and what was restored and never put in place. */
const LOCAL_COPIES = ["before-migrations", "newer", "restored"];

/** Removes whole copies of the database that are too old: they hold people who were erased since. Returns how many. */
export async function removeOldCopies(now: Date): Promise<number> {
  const oldest = now.getTime() - KEEP_LOCAL_COPIES_DAYS * DAY_MS;
  let removed = 0;
  for (const place of LOCAL_COPIES) removed += await removeOlder(join(settings.dataFolder, place), oldest, () => true);
  return removed;
}

async function removeOlder(folder: string, oldest: number, isOurs: (name: string) => boolean): Promise<number> {
  let swept = 0;
  for (const name of (await namesIn(folder)).filter(isOurs)) {
    const path = join(folder, name);
    const touched = await stat(path).catch(ignoreMissing);
    if (!touched || touched.mtimeMs >= oldest) continue;
    await rm(path, { recursive: true, force: true });
    swept += 1;
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
