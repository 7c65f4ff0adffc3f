import { createHash } from "node:crypto";
import { storage } from "~/adapters/adapters.server";
import { sweptWords } from "~/domain/kernel/files/stored-kinds.server";
import { filesNeeded, type NamedFile } from "./named-files.server";

/** Compares the rows of a loop with its files. */

export interface Damaged extends NamedFile {
  how: "missing" | "damaged";
}

export interface Compared {
  /** How many files there are, and how many bytes were read to compare their hashes. */
  files: number;
  bytesHashed: number;
  damaged: Damaged[];
}

/** What is wrong with the files of a loop; one that changed while they were compared is compared again. */
export async function compareFiles(loopId: string): Promise<Compared> {
  const once = await compareOnce(loopId);
  if (once.damaged.length === 0) return once;
  const twice = await compareOnce(loopId);
  const known = new Set(once.damaged.map(({ key }) => key));
  return { ...twice, damaged: twice.damaged.filter(({ key }) => known.has(key)) };
}

async function compareOnce(loopId: string): Promise<Compared> {
  const needed = filesNeeded(loopId);
  const sizes = new Map<string, number>();
  for (const word of sweptWords({ isOfLoop: true }))
    for await (const { key, bytes } of storage.files(`${word}/${loopId}/`)) sizes.set(key, bytes);
  const result: Compared = { files: sizes.size, bytesHashed: 0, damaged: [] };
  const hashes = new Map<string, string | null>();
  for (const file of needed) {
    const bytes = sizes.get(file.key) ?? (await sizeElsewhere(file.key, loopId));
    if (bytes === undefined) result.damaged.push({ ...file, how: "missing" });
    else if (bytes === 0 || (file.bytes !== null && file.bytes !== bytes))
      result.damaged.push({ ...file, how: "damaged" });
    else if (file.sha256 !== null) {
      if (!hashes.has(file.key)) {
        hashes.set(file.key, await hashOf(file.key));
        result.bytesHashed += bytes;
      }
      if (!hashes.get(file.key)?.startsWith(file.sha256)) result.damaged.push({ ...file, how: "damaged" });
    }
  }
  return result;
}

/** A row may name a file outside the folder of its loop. */
async function sizeElsewhere(key: string, loopId: string): Promise<number | undefined> {
  if (key.split("/")[1] === loopId) return undefined;
  for await (const file of storage.files(key)) if (file.key === key) return file.bytes;
  return undefined;
}

async function hashOf(key: string): Promise<string | null> {
  const file = await storage.read(key);
  if (!file) return null;
  const hash = createHash("sha256");
  for await (const piece of file.body) hash.update(piece as Buffer);
  return hash.digest("hex");
}
