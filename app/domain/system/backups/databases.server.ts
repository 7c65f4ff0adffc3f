import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BrokenInvariant } from "#db/invariants.server";
import { formatBytes } from "~/domain/kernel/text/numbers";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { type CheckDepth, depthFor, LONGEST_DATABASE_MINUTES } from "./backup-limits";
import type { DatabaseReport } from "./database-tasks.server";

/** Copies and checks whole databases in a process of their own. Open no database here: these run before there is one. */

const PROGRAM = join(process.cwd(), "build", "processes", "database-process.server.js");

/** A copy that is not used, for a reason that trying again does not change. Its message is for people to read. */
export class CopyRefused extends Error {}

/** The disk has no room for the copy; with more room the same work can be tried again. */
export class NoSpace extends CopyRefused {}

/** Copies one consistent state of a database, compacted, into a file that does not exist yet. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await requireSpace(dirname(to), databaseBytes(from));
  await runProcess(["copy", from, to]);
}

/** What a database takes on the disk with its log, which is what a copy takes at most. */
export function databaseBytes(file: string): number {
  return statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}

/** A migration has a journal of the pages that it changes, and builds tables again before the old ones are dropped. */
export const MIGRATION_SHARE = 2;

type Work = "copy" | "restore" | "copy and migrate" | "migrate";

/** @throws NoSpace that says how much is missing, if the folder's disk has no room for so many bytes. */
export async function requireSpace(folder: string, bytes: number, work: Work = "copy"): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new NoSpace(
    `There’s no room to ${work} the database. It needs ${formatBytes(bytes)} in ${folder}, and ${formatBytes(free)} is free: ${formatBytes(bytes - free)} too little. Enlarge the volume, or delete what nobody needs any more, such as earlier databases in the folder “newer”.`,
  );
}

/** What is wrong with a database, and its rows; as deep as its size allows, unless more is wanted. */
export async function checkDatabase(
  file: string,
  now: Date,
  depth: CheckDepth = depthFor(databaseBytes(file)),
): Promise<DatabaseReport> {
  return JSON.parse(await runProcess(["check", file, now.toISOString(), depth])) as DatabaseReport;
}

/**
 * What SQLite finds damaged in a database, which may be in use. `quick_check` leaves out whether indexes match their
 * tables.
 */
export async function findDamage(file: string, check: "quick_check" | "integrity_check"): Promise<readonly string[]> {
  return JSON.parse(await runProcess([check, file])) as string[];
}

/** The violated invariants of a database, which may be in use: they read every order. */
export async function findBrokenIn(file: string, now: Date): Promise<BrokenInvariant[]> {
  const found = await runProcess(["invariants", file, now.toISOString()], LONGEST_READING_MS);
  return JSON.parse(found) as BrokenInvariant[];
}

/** How many rows each table of a database has, which may be in use. */
export async function countRowsIn(file: string): Promise<DatabaseReport["rows"]> {
  return JSON.parse(await runProcess(["rows", file])) as DatabaseReport["rows"];
}

/** Brings a database that nobody has open to this release. Returns false for one that a newer release wrote. */
export async function upgradeDatabase(file: string): Promise<boolean> {
  return JSON.parse(await runProcess(["upgrade", file])) as boolean;
}

/** Removes a database with its log. */
export async function removeDatabase(file: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm", "-txid"]) await rm(`${file}${ending}`, { force: true });
}

/** Below the fifteen minutes after which the scheduler would begin a second check of the money beside it. */
const LONGEST_READING_MS = 14 * MINUTE_MS;

async function runProcess(args: readonly string[], timeout = LONGEST_DATABASE_MINUTES * MINUTE_MS): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    ...{ timeout, killSignal: "SIGKILL" },
  });
  let [said, complained] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    complained += chunk.toString("utf8");
  });
  const [code] = await once(child, "close");
  if (code === null) throw new Error("It was stopped before its end.");
  if (code !== 0) throw new Error(sentenceOf(complained));
  return said;
}

/** The line of a stack trace that names the error. */
function sentenceOf(trace: string): string {
  return /^\w*Error: (.+)$/m.exec(trace)?.[1] ?? trace.trim().slice(-500);
}
