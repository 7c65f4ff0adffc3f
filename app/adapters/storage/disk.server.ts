import { constants, type Dirent } from "node:fs";
import { access, chmod, copyFile, open, opendir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { Readable } from "node:stream";
import { besideOf, flushFile, makeFolder, putWhole, UNFINISHED } from "../files/whole-file.server";
import { contentTypeOf } from "./content-type";
import { checkKey, type ListedFile, STORAGE_KEY, type Storage } from "./contract";

/** A file up to this size, in bytes, is read at once, which takes less time than a stream. */
const SMALL = 256 * 1024;

/** A stored file is read by its owner and written by nobody. */
const READ_ONLY = 0o400;
const WRITABLE = 0o222;

/** Files in a folder on this machine. A file appears under its key completely, by a rename, or not at all. */
export function createDiskStorage({ folder }: { folder: string }): Storage {
  const pathOf = (key: string) => join(folder, checkKey(key));

  async function* files(prefix: string): AsyncGenerator<ListedFile> {
    const inside = join(folder, prefix.slice(0, prefix.lastIndexOf("/") + 1));
    const all = await readdir(inside, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
    const keys = (all ?? [])
      .filter((entry) => entry.isFile())
      .map((entry) => keyOf(folder, entry))
      .filter((key) => key.startsWith(prefix) && STORAGE_KEY.test(key))
      .sort();
    for (const key of keys) {
      const found = await stat(join(folder, key)).catch(ignoreMissing);
      if (found) yield { key, bytes: found.size, storedAt: found.mtime };
    }
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      await makeFolder(dirname(path));
      await putWhole(path, async (beside) => {
        if (Buffer.isBuffer(content)) await writeFile(beside, content, { mode: READ_ONLY, flush: true });
        else await copyWhole(content.file, beside);
      });
    },

    async read(key, range) {
      // The file that was opened is read to its end, also when another takes its key meanwhile.
      const file = await open(pathOf(key)).catch(ignoreMissing);
      const found = await file?.stat();
      if (!file || !found?.isFile()) {
        await file?.close();
        return undefined;
      }
      const contentType = contentTypeOf(key);
      if (range) {
        const { first: start, last: end } = range;
        return { bytes: end - start + 1, contentType, body: file.createReadStream({ start, end }) };
      }
      if (found.size > SMALL) return { bytes: found.size, contentType, body: file.createReadStream() };
      const content = await file.readFile().finally(() => file.close());
      return { bytes: content.length, contentType, body: Readable.from([content]) };
    },

    async download(key, toFile) {
      const beside = besideOf(toFile);
      try {
        // A copy, because a link that is written onto changes the stored file; where the disk can, it shares the blocks.
        await copyFile(pathOf(key), beside, constants.COPYFILE_FICLONE);
        await chmod(beside, 0o600);
        await rename(beside, toFile);
        return true;
      } catch (error) {
        ignoreMissing(error);
        return false;
      } finally {
        await rm(beside, { force: true });
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list(prefix) {
      for await (const { key } of files(prefix)) yield key;
    },

    files,

    async *folders(prefix) {
      const all = await readdir(join(folder, prefix), { withFileTypes: true }).catch(ignoreMissing);
      yield* (all ?? [])
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort();
    },

    async tidy(before) {
      let removed = 0;
      for await (const path of filesBelow(folder)) {
        const found = await stat(path).catch(ignoreMissing);
        if (path.endsWith(UNFINISHED)) {
          if (!found || found.mtime >= before) continue;
          await rm(path, { force: true });
          removed += 1;
        } else if (found && found.mode & WRITABLE) await chmod(path, READ_ONLY).catch(ignoreMissing);
      }
      return removed;
    },

    async check() {
      try {
        await makeFolder(folder);
        const probe = besideOf(join(folder, ".check"));
        await writeFile(probe, "");
        await access(probe);
        await rm(probe);
        return { ok: true };
      } catch (error) {
        return { ok: false, message: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

function keyOf(folder: string, entry: Dirent): string {
  return join(entry.parentPath, entry.name)
    .slice(folder.length + 1)
    .split(sep)
    .join("/");
}

/** Every file below a folder; memory holds one folder at a time. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(ignoreMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Copies a file and flushes it to disk, so that a rename followed by a power cut never shows half of it. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, 0o600);
  await flushFile(to);
  await chmod(to, READ_ONLY);
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
