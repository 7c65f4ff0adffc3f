import { storage } from "~/adapters/adapters.server";
import type { ListedFile } from "~/adapters/storage/contract";
import { sweptWords } from "~/domain/kernel/files/stored-kinds.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { isMaking, isNamed, keysNamedBy, loopOnRecord } from "./named-files.server";

/**
 * Removes files that no row names: a process that is killed between storing a file and writing its row leaves one. Nothing
 * younger than a day is touched, because its row may still be written, nor anything of a loop whose book is being made.
 */

const KEEP_MS = DAY_MS;

const isOld = ({ storedAt }: ListedFile, now: Date) => now.getTime() - storedAt.getTime() > KEEP_MS;

/** Sweeps the folders of a loop. Returns how many files were removed. */
export async function sweepLoop(loopId: string, now: Date): Promise<number> {
  let removed = 0;
  for (const word of sweptWords({ isOfLoop: true })) {
    const old: string[] = [];
    for await (const file of storage.files(`${word}/${loopId}/`)) if (isOld(file, now)) old.push(file.key);
    // Read after the list, so that a row written meanwhile counts.
    const named = keysNamedBy(loopId);
    for (const key of old) {
      if (named.has(key) || isNamed(key) || isMaking(loopId)) continue;
      await storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}

/** Sweeps what belongs to no loop, and what a kill left unfinished. Returns how many files were removed. */
export async function sweepFolders(now: Date): Promise<number> {
  let removed = await storage.tidy(new Date(now.getTime() - KEEP_MS));
  for (const word of sweptWords({ isOfLoop: true }))
    for await (const loopId of storage.folders(`${word}/`))
      if (!loopOnRecord(loopId)) removed += await removeUnnamed(`${word}/${loopId}/`, now);
  for (const word of sweptWords({ isOfLoop: false })) removed += await removeUnnamed(`${word}/`, now);
  return removed;
}

async function removeUnnamed(folder: string, now: Date): Promise<number> {
  let removed = 0;
  for await (const file of storage.files(folder)) {
    if (!isOld(file, now) || isNamed(file.key)) continue;
    await storage.remove(file.key);
    removed += 1;
  }
  return removed;
}
