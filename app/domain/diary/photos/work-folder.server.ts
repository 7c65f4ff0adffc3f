import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "#db/identifiers";
import { settings } from "~/adapters/settings.server";

const INCOMING = join(settings.dataFolder, "incoming");

/** Runs `work` in a temporary folder that is deleted afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = join(INCOMING, newId());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return await thenRemove(folder, work);
}

/** The same in a folder of this name; undefined while another request, of any process, works in it. */
export async function inFolderNamed<Result>(
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result | undefined> {
  const folder = join(INCOMING, name);
  await mkdir(INCOMING, { recursive: true, mode: 0o700 });
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
  return await thenRemove(folder, work);
}

async function thenRemove<Result>(folder: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
