import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import SqliteFile from "better-sqlite3";
import { createReplica } from "../../app/adapters/backups/litestream.server";
import { restoreDatabase } from "../../app/domain/system/backups/restore.server";
import { databaseFile, rawConnection } from "../../db/client.server";
import { startReplication } from "../replication.ts";
import { findProgram, startBucket } from "../testing/litestream-and-minio.ts";
import { type Figure, none, quantile, seen } from "./harness/figures";

/**
 * Disks that are destroyed: while 50 writes a second are acknowledged, the writer, Litestream and the data folder are
 * gone at a random moment. What the bucket has is restored and checked. One of the databases is as large as a shop of
 * some years.
 */

const DISKS = 20;
const WRITES_EVERY_MS = 20;
const LARGE_BYTES = 1.5e9;
const LONGEST_LIFE_MS = 12_000;
const MOST_LOST_SECONDS = 10;
const MOST_RESTORE_SECONDS = 300;

interface Outcome {
  acknowledged: number;
  missing: number;
  lostSeconds: number;
  restoreSeconds: number;
  bytes: number;
  isWhole: boolean;
}

type Bucket = Awaited<ReturnType<typeof startBucket>>;

export async function measure(): Promise<Figure[]> {
  if (!findProgram("litestream") || !findProgram("minio"))
    throw new Error("litestream and minio have to be on the PATH (scripts/README.md).");
  const bucket = await startBucket();
  // A restore reads the bucket's key where a start does: in the environment.
  Object.assign(process.env, bucket.settings);
  try {
    rawConnection().pragma("wal_checkpoint(TRUNCATE)");
    const outcomes: Outcome[] = [];
    for (let disk = 0; disk < DISKS; disk += 1) {
      const outcome = await loseDisk(bucket, disk, disk === 0 ? LARGE_BYTES : 0);
      console.log(`disk ${disk + 1}:`, JSON.stringify(outcome));
      outcomes.push(outcome);
    }
    return figuresOf(outcomes);
  } finally {
    await bucket.close();
  }
}

function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  const [large] = outcomes;
  const lost = outcomes.map(({ lostSeconds }) => lostSeconds);
  const restored = outcomes.map(({ restoreSeconds }) => restoreSeconds);
  const acknowledged = outcomes.reduce((sum, one) => sum + one.acknowledged, 0);
  const damaged = outcomes.filter(({ isWhole }) => !isWhole).length;
  const within = (values: readonly number[], most: number) => Math.max(...values) <= most;
  return [
    {
      what: `${DISKS} disks destroyed, ${acknowledged} writes acknowledged: oldest that is missing`,
      value: `${Math.max(...lost).toFixed(1)} s before (median ${quantile(lost, 0.5).toFixed(1)} s)`,
      limit: `${MOST_LOST_SECONDS} s`,
      isMet: within(lost, MOST_LOST_SECONDS) && outcomes.every((one) => one.acknowledged > 0),
    },
    {
      what: `restored and checked, ${((large?.bytes ?? 0) / 1e9).toFixed(2)} GB`,
      value: `${(large?.restoreSeconds ?? 0).toFixed(1)} s`,
      limit: `${MOST_RESTORE_SECONDS} s`,
      isMet: within(restored, MOST_RESTORE_SECONDS) && (large?.bytes ?? 0) >= LARGE_BYTES,
    },
    seen("restored and checked, small, median", `${quantile(restored.slice(1), 0.5).toFixed(1)} s`),
    none("damaged: integrity, invariants, a gap among the writes, the audit's chain", damaged),
  ];
}

/** Runs a shop's database until its disk is gone, and restores it. */
async function loseDisk(bucket: Bucket, disk: number, bytes: number): Promise<Outcome> {
  const dataFolder = mkdtempSync(join(tmpdir(), "loop-disk-"));
  const restoredFolder = mkdtempSync(join(tmpdir(), "loop-restored-"));
  const file = join(dataFolder, "loop.db");
  copyFileSync(databaseFile, file);
  if (bytes > 0) fill(file, bytes);
  const place = { ...bucket, path: `disk-${disk}`, program: bucket.settings.LITESTREAM_BIN };
  const env = { ...process.env, ...bucket.settings, DATA_DIR: dataFolder, LITESTREAM_PATH: place.path };
  const replication = startReplication(env);
  const replica = createReplica({ ...place, dataFolder });
  const writer = spawn(
    process.execPath,
    ["--import", "tsx", "scripts/bench/harness/backup-writer.ts", String(WRITES_EVERY_MS)],
    { env, stdio: ["ignore", "pipe", "inherit"] },
  );
  const written = new Map<number, number>();
  createInterface({ input: writer.stdout }).on("line", (line) => {
    const [number = 0, at = 0] = line.split(" ").map(Number);
    written.set(number, at);
  });
  try {
    // A disk that was never copied has nothing to be restored from: the start of a shop is not what is measured.
    while ((await replica.newest(null)) === null || written.size === 0) await pause(200);
    await pause(Math.random() * LONGEST_LIFE_MS);
    // In the middle of everything: nobody is asked to stop.
    const lostAt = Date.now();
    await Promise.all([killed(writer), replication.kill()]);
    const size = statSync(file).size;
    rmSync(dataFolder, { recursive: true, force: true });

    const began = performance.now();
    const restored = await restoreDatabase(
      join(restoredFolder, "loop.db"),
      { kind: "replica", replica, at: null },
      new Date(),
    );
    const restoreSeconds = (performance.now() - began) / 1000;
    const stored = restored.ok ? storedWrites(join(restoredFolder, "loop.db")) : { numbers: [], isChained: false };
    const newest = Math.max(0, ...stored.numbers);
    const missing = [...written.keys()].filter((number) => number > newest).length;
    const lostSeconds = missing > 0 ? (lostAt - (written.get(newest + 1) ?? 0)) / 1000 : 0;
    const isWhole = restored.ok && stored.isChained && stored.numbers.length === newest;
    return { acknowledged: written.size, missing, lostSeconds, restoreSeconds, bytes: size, isWhole };
  } finally {
    await Promise.all([killed(writer), replication.kill()]);
    for (const folder of [dataFolder, restoredFolder]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills a table with text that does not compress to nothing. */
function fill(file: string, bytes: number): void {
  const connection = new SqliteFile(file);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = OFF");
  const rows = Math.ceil(bytes / 1_250);
  connection.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO emails (id, kind, to_name, to_email, subject, text_body, html_body, dedupe_key, message_id, state, next_try_at,
      created_at, sent_at)
    SELECT 'email' || i, 'weekly', 'Person', 'person@example.com', 'A week', hex(randomblob(540)), '', 'week:' || i, 'message' || i,
      'sent', i, i, i FROM n`);
  connection.pragma("wal_checkpoint(TRUNCATE)");
  connection.close();
}

/** The numbers of the writes that are there, and whether the audit's events follow each other without a gap. */
function storedWrites(file: string): { numbers: number[]; isChained: boolean } {
  const connection = new SqliteFile(file);
  const numbers = connection
    .prepare<[], string>("SELECT visit FROM funnel_events WHERE stage = 'bench'")
    .pluck()
    .all()
    .map((visit) => Number(visit.slice("write-".length)));
  const events = connection
    .prepare<[], { hash: string; previous_hash: string; object_id: string }>(
      "SELECT hash, previous_hash, object_id FROM audit_events ORDER BY sequence",
    )
    .all();
  connection.close();
  const isChained =
    events.length === numbers.length &&
    events.every((event, place) => place === 0 || event.previous_hash === events[place - 1]?.hash);
  return { numbers, isChained };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
