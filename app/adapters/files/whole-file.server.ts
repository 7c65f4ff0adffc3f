import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Files appear under their names whole or not at all: written beside, flushed to the disk, renamed, and the name flushed
 * too, so that neither a kill nor a power cut shows half of one. Of two that write one name at once, one wins.
 */

/** The ending of a file that is not finished. */
export const UNFINISHED = ".part";

/** The unfinished name beside a file; two writers never share one. */
export const besideOf = (path: string): string => `${path}.${randomUUID()}${UNFINISHED}`;

/**
 * Puts the file that `make` writes under the path it is given to `path`. @throws when it cannot; nothing is left then.
 */
export async function putWhole(path: string, make: (beside: string) => Promise<void>): Promise<void> {
  const beside = besideOf(path);
  try {
    await make(beside);
    await rename(beside, path);
    await flushFolder(dirname(path));
  } finally {
    await rm(beside, { force: true });
  }
}

/** Writes a file whole. */
export async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  await putWhole(path, (beside) => writeFile(beside, content, { mode: 0o600, flush: true, flag: "wx" }));
}

/** The same for code that must not be interrupted. */
export function writeWholeSync(path: string, content: Buffer | string): void {
  const beside = besideOf(path);
  try {
    writeFileSync(beside, content, { mode: 0o600, flush: true, flag: "wx" });
    renameSync(beside, path);
    flushFolderSync(dirname(path));
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Makes a folder for its owner alone, with those above it, and flushes the names of the new ones. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

/** Flushes the content of a file that another program wrote. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes the names in a folder. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(ignoreUnsupported);
  try {
    await folder?.sync().catch(ignoreUnsupported);
  } finally {
    await folder?.close();
  }
}

function flushFolderSync(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(path, "r");
    fsyncSync(folder);
  } catch (error) {
    ignoreUnsupported(error);
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

/** Windows opens no folders, and some network disks flush none; the file itself is flushed all the same. */
function ignoreUnsupported(error: unknown): undefined {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP"].includes(code)) return undefined;
  throw error;
}
