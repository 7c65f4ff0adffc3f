import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../../../../scripts/testing/random";
import type { ActMessage } from "./file-acts-process";

/**
 * Random acts on stored files in a process that is killed now and then, and a look at every stored file after each: the
 * content that was first seen under a key is all that may ever be there. Deletion is allowed.
 */

const PROGRAM = new URL("./file-acts-process.ts", import.meta.url);
const KILLED_SHARE = 0.1;
const LATEST_KILL_MS = 1_500;

export interface FileActs {
  acts: number;
  kills: number;
  /** How often each act was done. */
  names: Record<string, number>;
  /** Error messages of acts that threw. */
  failed: string[];
  /** Keys that were seen with a content, and those of them that were seen with another one. */
  seen: number;
  changed: string[];
  removed: number;
}

/** `seed` makes the same acts again; the ids of rows and the moment of a kill differ. */
export async function runFileActs(options: { acts: number; seed: number; dataFolder: string }): Promise<FileActs> {
  const { acts, seed, dataFolder } = options;
  const result: FileActs = { acts, kills: 0, names: {}, failed: [], seen: 0, changed: [], removed: 0 };
  const look = createLook(join(dataFolder, "photos"), result);
  let worker: ChildProcess | null = null;
  for (let act = 1; act <= acts; act += 1) {
    worker ??= fork(PROGRAM, [], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const random = seededRandom(seed + act);
    const isKilled = random() < KILLED_SHARE;
    const { name, failed } = await doAct(worker, { act, seed }, isKilled ? random() * LATEST_KILL_MS : null);
    result.names[name] = (result.names[name] ?? 0) + 1;
    if (failed) result.failed.push(`${act} ${name}: ${failed}`);
    if (worker.signalCode !== null) {
      worker = null;
      result.kills += 1;
    }
    await look();
  }
  worker?.disconnect();
  await look({ isThorough: true });
  return result;
}

/** Has one act done; with a time, kills the process that long after the act began. */
async function doAct(
  worker: ChildProcess,
  message: ActMessage,
  killAfterMs: number | null,
): Promise<{ name: string; failed?: string }> {
  let name = "";
  let failed: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const isDone = new Promise<void>((resolve) => {
    worker.on("message", (said: { begun?: string; done?: string; failed?: string }) => {
      if (said.begun) {
        name = said.begun;
        if (killAfterMs !== null) timer = setTimeout(() => worker.kill("SIGKILL"), killAfterMs);
      } else {
        failed = said.failed;
        resolve();
      }
    });
  });
  const hasLeft = once(worker, "exit").then(() => undefined);
  worker.send(message);
  await Promise.race([isDone, hasLeft]);
  if (timer && worker.signalCode === null) {
    clearTimeout(timer);
    worker.kill("SIGKILL");
    await hasLeft;
  }
  worker.removeAllListeners();
  return failed === undefined ? { name } : { name, failed };
}

/** Looks at every stored file: one whose times have not changed since is read again only at the end. */
function createLook(folder: string, result: FileActs) {
  const known = new Map<string, { hash: string; mark: string }>();
  return async ({ isThorough = false } = {}) => {
    const there = existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : [];
    for (const entry of there) {
      if (entry.name.endsWith(".part")) continue;
      const path = join(entry.parentPath, entry.name);
      const key = path.slice(folder.length + 1);
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      // A process that is still at work has removed it meanwhile.
      if (!found) continue;
      const { ino, size, mtimeNs, ctimeNs } = found;
      const mark = `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
      const before = known.get(key);
      if (before?.mark === mark && !isThorough) continue;
      const hash = await hashOf(path);
      if (!hash) continue;
      if (before && before.hash !== hash && !result.changed.includes(key)) result.changed.push(key);
      known.set(key, { hash: before?.hash ?? hash, mark });
    }
    result.seen = known.size;
    result.removed = known.size - there.filter(({ name }) => !name.endsWith(".part")).length;
  };
}

/** Undefined where the file has gone meanwhile. */
async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  return hash.digest("hex");
}
