import { statSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import sharp from "sharp";
import { databaseFile, migrateDatabase, rawConnection, write } from "../../../db/client.server";
import { seal } from "../../../db/sealing.server";
import { type Filling, fillShop, SHARED_PHOTO, setSharedBytes, sharedKey } from "./filled-shop";
import { PASSWORD } from "./people";

/**
 * The process that fills the shop of a size, and runs its scheduled tasks, with the settings of that shop: what it found is
 * sent to its parent. `fill YEARS WEEKS DAYS`, `staff`, `morning`, `tasks`, `evening` or `tables`.
 */

export interface TaskRun {
  name: string;
  seconds: number;
  /** The longest that nothing else of the worker ran. */
  longestHoldMs: number;
  failure: string | null;
}

export interface Evening {
  /** Nobody is due: each look, in milliseconds. */
  looks: number[];
  /** On Sunday evening. */
  composedPerSecond: number;
  bodyBytes: number;
}

export interface TableSize {
  name: string;
  bytes: number;
  rows: number;
}

const SMALLER = { screen: 1600, medium: 800, thumb: 320 } as const;
const EVENING_MS = 5_000;
const LOOKS = 200;
/** Neither the bucket nor the provider of a real shop answers here, so these would compare rows with nothing. */
const NOT_RUN = ["compare-ledger", "compare-payouts", "copy-database", "hold-drill", "watch-replica"];

const [task = "", ...values] = process.argv.slice(2);
const done = await (async () => {
  if (task === "fill") return await fill(values.map(Number));
  if (task === "staff") return await addStaffMember();
  if (task === "morning") return await beginDay();
  if (task === "tasks") return await runTasks(values);
  if (task === "evening") return await lookForEmails();
  if (task === "tables") return measureTables();
  throw new Error(`Nobody knows the task ${task}.`);
})();
process.send?.(done, () => process.exit(0));

async function fill([years = 0, weeks = 0, textDays = 0]: readonly number[]) {
  const began = performance.now();
  const { hashPassword } = await import("../../../app/domain/people/accounts/passwords.server");
  const { hashKey } = await import("../../../app/domain/people/accounts/sessions.server");
  const { VOUCHER_SEAL, voucherHashes } = await import("../../../app/domain/shop/vouchers/vouchers.server");
  const { rememberSecrets } = await import("../../../app/domain/system/sealing/sealed-values.server");
  const { storage } = await import("../../../app/adapters/adapters.server");
  migrateDatabase();
  const print = await makePhoto(SHARED_PHOTO.width);
  setSharedBytes(print.length);
  for (const size of ["original", "print"] as const) await storage.put(sharedKey(size), print, "image/jpeg");
  for (const [size, width] of Object.entries(SMALLER))
    await storage.put(sharedKey(size as keyof typeof SMALLER), await makePhoto(width), "image/jpeg");
  const filling: Filling = { years, weeks, textDays };
  const made = {
    passwordHash: await hashPassword(PASSWORD),
    hashSession: hashKey,
    hashVoucher: (code: string) => voucherHashes(code)[0] ?? "",
    sealVoucher: (code: string) => seal(VOUCHER_SEAL, code),
  };
  fillShop(rawConnection(), filling, made, new Date());
  rememberSecrets(new Date());
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  return { seconds: (performance.now() - began) / 1000, bytes: statSync(databaseFile).size };
}

async function makePhoto(width: number): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 12 };
  const height = Math.round((width * SHARED_PHOTO.height) / SHARED_PHOTO.width);
  return await sharp({ create: { width, height, channels: 3, background: "#4477aa", noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** A super administrator, new each time. */
async function addStaffMember() {
  const { addStaff } = await import("../../../app/domain/people/staff/staff.server");
  const { beginStaffSession } = await import("../../../app/domain/people/staff/staff-sessions.server");
  const now = new Date();
  const email = `bench${now.getTime()}@loop.example`;
  const added = await addStaff({ email, name: "Bench", role: "super_admin" }, null, now);
  if (!added.ok) throw new Error(added.reason);
  return { key: write((tx) => beginStaffSession(tx, added.staffId, now)) };
}

/**
 * The night's tasks have run and the figures of past days are counted, so that the worker does not begin its first day with
 * all of them. Photos of an earlier run
 * name the files that all others name: its bucket is gone. Says how many.
 */
async function beginDay() {
  const { SCHEDULE } = await import("../../../app/jobs/schedule");
  const { recordRun } = await import("../../../app/domain/kernel/jobs/runs.server");
  const { countFigures } = await import("../../../app/jobs/count-figures");
  const now = new Date();
  await countFigures(now);
  for (const task of SCHEDULE)
    if ("dailyAt" in task) recordRun(task.name, { startedAt: now, finishedAt: now, failure: null });
  const sizes = ["original", "print", "screen", "medium", "thumb"] as const;
  const keys = sizes.map((size) => `${size}_key = '${sharedKey(size)}'`).join(", ");
  const { changes } = rawConnection()
    .prepare(
      `UPDATE photos SET ${keys}, width = @width, height = @height, print_width = @width, print_height = @height, is_waiting = 0
       WHERE created_at >= @since AND original_key <> '${sharedKey("original")}'`,
    )
    .run({ ...SHARED_PHOTO, since: now.getTime() - 14 * 86_400_000 });
  rawConnection().exec("DELETE FROM jobs WHERE kind = 'prepare-photo'");
  return { photos: changes };
}

/** Each scheduled task once, as a worker runs it. */
async function runTasks(only: readonly string[]): Promise<TaskRun[]> {
  const { SCHEDULE } = await import("../../../app/jobs/schedule");
  const runs: TaskRun[] = [];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (const { name, run } of SCHEDULE) {
    if (NOT_RUN.includes(name) || (only.length > 0 && !only.includes(name))) continue;
    // The watch begins a minute after its worker.
    if (name === "watch") await run(new Date(Date.now() - 120_000));
    await new Promise((resolve) => setTimeout(resolve, 50));
    delay.reset();
    const began = performance.now();
    let failure: string | null = null;
    try {
      await run(new Date());
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    const seconds = (performance.now() - began) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 20));
    runs.push({ name, seconds, longestHoldMs: delay.max / 1e6, failure });
    console.log(`  ${name}: ${seconds.toFixed(3)} s, held ${(delay.max / 1e6).toFixed(0)} ms ${failure ?? ""}`);
  }
  if (only.length === 0 || only.includes("copy-database")) runs.push(await copyNightly());
  return runs;
}

/** The nightly copy as it is made, but for its way to the bucket. */
async function copyNightly(): Promise<TaskRun> {
  const { makeNightlyCopy } = await import("../../../app/domain/system/backups/nightly.server");
  let bytes = 0;
  const copies = {
    async put(key: string, file: string) {
      bytes = statSync(file).size;
      return { key, at: new Date(), bytes };
    },
    list: async () => [],
    download: async () => {},
    remove: async () => {},
    readErased: async () => null,
    writeErased: async () => {},
  };
  const began = performance.now();
  let failure: string | null = null;
  try {
    await makeNightlyCopy(copies, new Date());
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`  copy-database: ${seconds.toFixed(1)} s ${failure ?? ""}`);
  return { name: `copy-database (${(bytes / 1e9).toFixed(2)} GB packed)`, seconds, longestHoldMs: 0, failure };
}

/** Who is due for a weekly email, now and on Sunday at half past six. */
async function lookForEmails(): Promise<Evening> {
  const { queueDueWeeklyEmails } = await import("../../../app/domain/diary/entries/weekly-emails.server");
  const looks: number[] = [];
  for (let turn = 0; turn < LOOKS; turn += 1) {
    const began = performance.now();
    await queueDueWeeklyEmails(new Date());
    looks.push(performance.now() - began);
  }
  const connection = rawConnection();
  const due = connection.prepare("SELECT max(next_email_at) FROM loops").pluck().get() as number;
  const sunday = new Date(due + 60_000);
  const began = performance.now();
  const composed = await queueDueWeeklyEmails(sunday, EVENING_MS);
  const composedPerSecond = (composed * 1000) / (performance.now() - began);
  const bodyBytes = connection
    .prepare(
      "SELECT avg(length(text_body) + length(html_body)) FROM emails WHERE state = 'waiting' AND lane = 'weekly'",
    )
    .pluck()
    .get() as number;
  // They would leave for addresses that nobody has.
  connection.exec("DELETE FROM emails WHERE state = 'waiting' AND lane = 'weekly'");
  return { looks, composedPerSecond, bodyBytes };
}

/** What the tables and their indexes take, the largest first. */
function measureTables(): TableSize[] {
  const connection = rawConnection();
  const sizes = connection
    .prepare<[], { name: string; bytes: number }>(
      `SELECT coalesce(m.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes FROM dbstat d LEFT JOIN sqlite_master m ON m.name = d.name
       WHERE d.aggregate = 1 GROUP BY 1 ORDER BY 2 DESC LIMIT 14`,
    )
    .all();
  return sizes.map(({ name, bytes }) => ({
    name,
    bytes,
    rows: connection.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0,
  }));
}
