import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { Readable } from "node:stream";
import { contentTypeOf } from "./content-type";
import { STORAGE_KEY, type Storage } from "./contract";

/** A file up to this size, in bytes, is read at once, which takes less time than a stream. */
const SMALL = 256 * 1024;

/** Files in a folder on this machine. A file appears under its key completely, by a rename, or not at all. */
export function createDiskStorage({ folder }: { folder: string }): Storage {
  const pathOf = (key: string) => {
    if (!STORAGE_KEY.test(key)) throw new Error(`Not a storage key: ${key.slice(0, 80)}`);
    return join(folder, key);
  };

  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        if (Buffer.isBuffer(content)) await writeFile(unfinished, content, { mode: 0o600, flush: true });
        else await copyWhole(content.file, unfinished);
        await rename(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },

    async read(key, range) {
      const path = pathOf(key);
      const found = await stat(path).catch(ignoreMissing);
      if (!found?.isFile()) return undefined;
      const contentType = contentTypeOf(key);
      if (range) {
        const { first: start, last: end } = range;
        return { bytes: end - start + 1, contentType, body: createReadStream(path, { start, end }) };
      }
      const body = found.size <= SMALL ? Readable.from([await readFile(path)]) : createReadStream(path);
      return { bytes: found.size, contentType, body };
    },

    async download(key, toFile) {
      try {
        await rm(toFile, { force: true });
        // Stored files are replaced and never modified, so a hard link is as good as a copy.
        await link(pathOf(key), toFile).catch(() => copyFile(pathOf(key), toFile));
        return true;
      } catch (error) {
        ignoreMissing(error);
        return false;
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list(prefix) {
      const inside = join(folder, prefix.slice(0, prefix.lastIndexOf("/") + 1));
      const all = await readdir(inside, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
      const keys = (all ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .split(sep)
            .join("/"),
        )
        .filter((key) => key.startsWith(prefix) && STORAGE_KEY.test(key))
        .sort();
      yield* keys;
    },

    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const probe = join(folder, `.${randomUUID()}`);
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

/** Copies a file and flushes it to disk, so that a rename followed by a power cut never shows half of it. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const copy = await open(to, "r+");
  try {
    await copy.chmod(0o600);
    await copy.sync();
  } finally {
    await copy.close();
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
