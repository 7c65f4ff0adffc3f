import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { createReplica } from "../../../app/adapters/backups/litestream.server";
import { restoreDatabase } from "../../../app/domain/system/backups/restore.server";
import { databaseFile, rawConnection } from "../../../db/client.server";
import { root } from "../../steps.ts";
import { findProgram } from "../../testing/litestream-and-minio.ts";
import { type Bucket, productionSettings, startShop } from "../../testing/production.ts";
import { cutLink, MACHINE_PORT, newAddress, plugIn, unplug } from "./network-machine";

/** A data folder, an address and the processes of a machine that sees no other: it is lost, it hangs, it wakes. */

const WATCH_EVERY_MS = 200;
/** More than Litestream needs, less than may be lost. */
const COPIED_AFTER_MS = 3_000;

export type Shop = Awaited<ReturnType<typeof startShop>> & { readonly address: string };

export interface Place {
  dataFolder: string;
  bucket: Bucket;
  path: string;
  /** A disk that goes into another machine has that one's. */
  address: string;
}

/** A data folder at an address that no other machine has, with the shop of this bench or empty. */
export function newMachine(place: Omit<Place, "dataFolder" | "address">, hasShop: boolean): Place {
  const dataFolder = mkdtempSync(join(tmpdir(), "loop-machine-"));
  if (hasShop) {
    rawConnection().pragma("wal_checkpoint(TRUNCATE)");
    copyFileSync(databaseFile, join(dataFolder, "loop.db"));
  }
  return { ...place, dataFolder, address: newAddress() };
}

/** Not as production, so that its forms may come over http; copied all the same. */
const trial = (path: string) => ({
  APP_ENV: "development",
  NODE_ENV: "development" as const,
  REQUESTS_PER_MINUTE: "100000",
  SECRETS: process.env.SECRETS ?? "",
  LITESTREAM_PATH: path,
});

/** Switches the machine on. */
export async function openShop(place: Place, more: Record<string, string> = {}): Promise<Shop> {
  const settings = { ...trial(place.path), PUBLIC_ORIGIN: originAt(place), ...more };
  return await switchOn(place, settings);
}

/** Switches it on with these settings over those of production alone. */
export async function switchOn(
  { dataFolder, bucket, address }: Omit<Place, "path">,
  settings: Record<string, string>,
): Promise<Shop> {
  const { command } = plugIn(address);
  const inside = (words: readonly string[]) => command(words, dataFolder);
  const shop = await startShop({ dataFolder, bucket, settings, port: MACHINE_PORT, host: address, inside });
  return { ...shop, address };
}

export const originAt = ({ address }: Pick<Place, "address">) => `http://${address}:${MACHINE_PORT}`;
export const originOf = ({ origin }: Shop): string => origin;

/** Runs a command of the shop on a machine on which nothing else runs. */
export async function run(name: string, place: Place, args: readonly string[] = []) {
  const { dataFolder, bucket, path } = place;
  const settings = { ...productionSettings({ dataFolder, port: MACHINE_PORT, bucket }), ...trial(path) };
  const words = [process.execPath, "scripts/run.mjs", name, ...args];
  const [program = "", ...rest] = plugIn(place.address).command(words, dataFolder);
  const child = spawn(program, rest, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings, PUBLIC_ORIGIN: originAt(place) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, "close");
  unplug(place.address);
  return { code: code as number | null, output };
}

interface Seen {
  pid: number;
  parent: number;
  command: string;
}

const isGone = (error: unknown) => ["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "");

function seenProcesses(): Seen[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, "utf8") }];
      } catch (error) {
        // It ended while it was looked at.
        if (isGone(error)) return [];
        throw error;
      }
    });
}

const isAlive = ({ child }: Shop) => child.exitCode === null && child.signalCode === null;

/** Every process of a shop, and Litestream, which has a separate process group. */
export function processesOf(shop: Shop): number[] {
  if (!isAlive(shop)) return [];
  const all = seenProcesses();
  const found = [shop.child.pid ?? 0];
  for (const pid of found) found.push(...all.filter(({ parent }) => parent === pid).map((one) => one.pid));
  return found;
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

const isLitestream = ({ command }: Seen) => /litestream\0replicate/.test(command);

/** Stops every process where it is, as a machine that hangs does. `wake` continues Litestream first, and the others after these milliseconds. */
export function freeze(shop: Shop): { wake(earlierMs: number): Promise<void>; kill(): void } {
  const frozen = processesOf(shop);
  signal(frozen, "SIGSTOP");
  // One that was started while the first ones were stopped.
  const all = [...new Set([...frozen, ...processesOf(shop)])];
  signal(all, "SIGSTOP");
  return {
    async wake(earlierMs) {
      const copying = seenProcesses().filter((one) => all.includes(one.pid) && isLitestream(one));
      if (earlierMs > 0)
        signal(
          copying.map(({ pid }) => pid),
          "SIGCONT",
        );
      await pause(earlierMs);
      signal(all, "SIGCONT");
    },
    kill() {
      if (isAlive(shop)) signal(all, "SIGKILL");
    },
  };
}

/**
 * As a power cut does: its link is dead, so that nobody hears of it, and its first process takes all others with it. Resolves
 * when none of them is left.
 */
export async function lose(shop: Shop): Promise<void> {
  if (!isAlive(shop)) return;
  cutLink(shop.address);
  // What keeps the namespaces comes before it, and ends once they are empty.
  signal(processesOf(shop).slice(0, 2).slice(-1), "SIGKILL");
  await shop.ended;
}

/** Looks all the time how many programs copy these data folders. */
export function watchWriters(shops: readonly Shop[]) {
  let most = 0;
  const timer = setInterval(() => {
    const all = seenProcesses();
    const starts = new Set(shops.flatMap(processesOf));
    const copying = all.filter((one) => starts.has(one.pid) && isLitestream(one));
    most = Math.max(most, copying.length);
  }, WATCH_EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      return most;
    },
  };
}

/** What people have written there. */
export function wordsIn({ dataFolder }: Pick<Place, "dataFolder">): string[] {
  const connection = new SqliteFile(join(dataFolder, "loop.db"), { readonly: true });
  const words = connection.prepare<[], string>("SELECT content FROM drafts").pluck().all();
  connection.close();
  return words;
}

/** Whether the newest copy passes every check and has all that the machine had a moment before. */
export async function isRestorable(place: Place): Promise<boolean> {
  const { bucket, path, dataFolder } = place;
  const words = wordsIn(place);
  await pause(COPIED_AFTER_MS);
  const folder = join(dataFolder, "drill");
  mkdirSync(folder);
  const program = findProgram("litestream") ?? "";
  const replica = createReplica({ ...bucket, region: "us-east-1", path, program, dataFolder });
  const restored = await restoreDatabase(join(folder, "loop.db"), { kind: "replica", replica, at: null }, new Date());
  if (!restored.ok) console.error(restored);
  const there = new Set(restored.ok ? wordsIn({ dataFolder: folder }) : []);
  rmSync(folder, { recursive: true });
  return words.every((one) => there.has(one));
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
