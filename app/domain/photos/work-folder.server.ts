import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "#db/identifiers";
import { settings } from "~/adapters/settings.server";

/** Runs `work` in a temporary folder that is deleted afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = join(settings.dataFolder, "incoming", newId());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
