import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { settings } from "~/adapters/settings.server";
import { applyErasedList, type ErasedList } from "~/domain/privacy/erasure/erased-list.server";
import { databaseState } from "./database-state.server";
import {
  CopyRefused,
  checkDatabase,
  copyDatabase,
  databaseBytes,
  MIGRATION_SHARE,
  requireSpace,
  upgradeDatabase,
} from "./databases.server";
import { type RestoreSource, restoreDatabase } from "./restore.server";

/**
 * A copy beside the running shop, to read from: fetched into a folder of its own, checked, brought to this release, and with
 * those closed in it who were erased since. Open no database of the app here: a command does this before there is one.
 */

export type CopySource = RestoreSource | { kind: "file"; file: string };

export interface WantedCopy {
  /** The folder’s name below `work`. It is emptied first, since a process may have been killed, and removed at the end. */
  name: string;
  source: CopySource;
  erased: ErasedList;
}

/** Does `work` with a copy and its description. @throws CopyRefused where no copy can be used. */
export async function withCheckedCopy<Result>(
  { name, source, erased }: WantedCopy,
  now: Date,
  work: (copy: string, from: string) => Promise<Result>,
): Promise<Result> {
  const folder = folderOf(name);
  const copy = join(folder, "copy.db");
  try {
    await removeCopy(name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const from = await fetchChecked(copy, source, now);
    if (databaseState(copy).pending.length > 0)
      await requireSpace(folder, databaseBytes(copy) * MIGRATION_SHARE, "migrate");
    if (!(await upgradeDatabase(copy))) throw new CopyRefused("The copy was written by a newer release of Loop.");
    applyErasedList(copy, erased);
    return await work(copy, from);
  } finally {
    await removeCopy(name);
  }
}

const folderOf = (name: string) => join(settings.dataFolder, "work", name);

/** Removes what a process that was killed left of a copy. */
export async function removeCopy(name: string): Promise<void> {
  await rm(folderOf(name), { recursive: true, force: true });
}

async function fetchChecked(copy: string, source: CopySource, now: Date): Promise<string> {
  if (source.kind === "file") {
    await copyDatabase(source.file, copy);
    const { problems } = await checkDatabase(copy, now);
    if (problems.length > 0) throw new CopyRefused(`${source.file} is damaged: ${problems.join(" ")}`);
    return source.file;
  }
  const restored = await restoreDatabase(copy, source, now);
  const at = source.at?.toISOString();
  if (restored.ok) return at ? `${restored.from} of ${at}` : restored.from;
  if (restored.reason === "damaged") throw new CopyRefused(`The copy is damaged: ${restored.problems.join(" ")}`);
  throw new CopyRefused(`The bucket holds no copy ${at ? `of ${at}` : "yet"}.`);
}
