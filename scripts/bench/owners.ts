import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { createReplica } from "../../app/adapters/backups/litestream.server";
import { restoreDatabase } from "../../app/domain/system/backups/restore.server";
import { databaseFile, rawConnection } from "../../db/client.server";
import { findProgram, startBucket } from "../testing/litestream-and-minio.ts";
import { startShop } from "../testing/production.ts";
import { exactly, type Figure, none } from "./harness/figures";

/**
 * Two machines with a volume each are started on one path at random moments. Whichever opens writes until it is stopped,
 * or killed, at a random moment; then what the bucket has is restored and checked.
 * ROUNDS=3 makes a short run, which proves less.
 */

const ROUNDS = Number(process.env.ROUNDS ?? 100);
const LONGEST_APART_MS = 2_500;
const LONGEST_LIFE_MS = 4_000;
const WRITES_EVERY_MS = 20;
/** Older than this when a machine is killed, and it must be in the bucket. */
const COPIED_AFTER_MS = 5_000;

type Bucket = Awaited<ReturnType<typeof startBucket>>;

interface Outcome {
  opened: number;
  writers: number;
  overlapMs: number;
  missing: number;
  problem: string | null;
}

export async function measure(): Promise<Figure[]> {
  if (!findProgram("litestream") || !findProgram("minio"))
    throw new Error("litestream and minio have to be on the PATH (scripts/README.md).");
  const bucket = await startBucket();
  Object.assign(process.env, bucket.settings);
  const outcomes: Outcome[] = [];
  try {
    rawConnection().pragma("wal_checkpoint(TRUNCATE)");
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcome = await race(bucket, round);
      console.log(`round ${round + 1}:`, JSON.stringify(outcome));
      outcomes.push(outcome);
    }
  } finally {
    await bucket.close();
  }
  const count = (isOne: (outcome: Outcome) => boolean) => outcomes.filter(isOne).length;
  return [
    exactly(
      `${ROUNDS} times two machines on one path: opened by one`,
      count(({ opened }) => opened === 1),
      ROUNDS,
    ),
    none(
      "rounds in which both wrote at one time",
      count(({ overlapMs }) => overlapMs > 0),
    ),
    none(
      "replicas that could not be restored whole",
      count(({ problem }) => problem !== null),
    ),
    none(
      "rounds that lost what was copied",
      count(({ missing }) => missing > 0),
    ),
  ];
}

async function race(bucket: Bucket, round: number): Promise<Outcome> {
  const path = `race-${round}`;
  const folder = mkdtempSync(join(tmpdir(), "loop-owners-"));
  const settings = { LITESTREAM_PATH: path, HOST: "127.0.0.1" };
  const volumes = ["a", "b"].map((name) => join(folder, name));
  const machines = await Promise.all(
    volumes.map(async (dataFolder) => {
      await pause(Math.random() * LONGEST_APART_MS);
      mkdirSync(dataFolder);
      copyFileSync(databaseFile, join(dataFolder, "loop.db"));
      return await openMachine(bucket, dataFolder, settings);
    }),
  );
  try {
    await Promise.race([
      Promise.all(machines.map(({ shop }) => shop.ended)),
      Promise.any(machines.map(({ shop }) => shop.opened)),
    ]);
    await pause(1_500 + Math.random() * LONGEST_LIFE_MS);
    const opened = machines.filter(({ shop }) => shop.output().includes("Loop is open at"));
    // Every other round without notice.
    const isKilled = round % 2 === 1;
    const stoppedAt = Date.now();
    for (const { shop } of machines) shop.child.kill(isKilled ? "SIGKILL" : "SIGTERM");
    await Promise.all(machines.map(({ shop }) => shop.ended));
    for (const machine of machines) machine.end();
    await pause(isKilled ? 3_000 : 0);

    const restored = join(folder, "restored", "loop.db");
    const replica = createReplica({
      ...bucket,
      path,
      program: bucket.settings.LITESTREAM_BIN,
      dataFolder: join(folder, "restored"),
    });
    const result = await restoreDatabase(restored, { kind: "replica", replica, at: null }, new Date()).catch(
      (error: Error) => error,
    );
    const problem = result instanceof Error ? result.message : result.ok ? null : JSON.stringify(result).slice(0, 300);
    const kept = problem === null ? storedWrites(restored) : new Set<string>();
    const due = machines.flatMap(({ written }) =>
      [...written].filter(([, at]) => at < stoppedAt - (isKilled ? COPIED_AFTER_MS : 0)).map(([name]) => name),
    );
    const missing = due.filter((name) => !kept.has(name)).length;
    const writers = machines.filter(({ written }) => written.size > 0).length;
    return { opened: opened.length, writers, overlapMs: overlapOf(machines), missing, problem };
  } finally {
    for (const machine of machines) {
      machine.end();
      machine.shop.child.kill("SIGKILL");
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A shop, and a writer beside it that writes while its web process is up. */
async function openMachine(bucket: Bucket, dataFolder: string, settings: Record<string, string>) {
  const shop = await startShop({ dataFolder, bucket, settings });
  const written = new Map<string, number>();
  let [isOpen, isOver] = [false, false];
  void Promise.allSettled([shop.opened]).then(([{ status }]) => {
    isOpen = status === "fulfilled";
  });
  void shop.ended.then(() => {
    isOver = true;
  });
  shop.child.once("exit", () => {
    isOver = true;
  });
  const timer = setInterval(() => {
    if (!isOpen || isOver || !existsSync(join(dataFolder, "loop.db"))) return;
    const connection = new SqliteFile(join(dataFolder, "loop.db"), { timeout: 5_000 });
    const name = `${dataFolder.at(-1)}-${written.size + 1}`;
    const at = Date.now();
    connection.prepare("INSERT INTO funnel_events (visit, stage, at) VALUES (?, 'bench', ?)").run(name, at);
    written.set(name, at);
    connection.close();
  }, WRITES_EVERY_MS);
  return { shop, written, end: () => clearInterval(timer) };
}

/** For how long both wrote. */
function overlapOf(machines: readonly { written: Map<string, number> }[]): number {
  const spans = machines.map(({ written }) => [...written.values()]).filter((times) => times.length > 0);
  if (spans.length < 2) return 0;
  const begins = Math.max(...spans.map((times) => times[0] ?? 0));
  const ends = Math.min(...spans.map((times) => times.at(-1) ?? 0));
  return Math.max(0, ends - begins);
}

function storedWrites(file: string): Set<string> {
  const connection = new SqliteFile(file);
  const names = connection.prepare<[], string>("SELECT visit FROM funnel_events WHERE stage = 'bench'").pluck().all();
  connection.close();
  return new Set(names);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
