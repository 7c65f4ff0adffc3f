import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createS3Storage } from "../../app/adapters/storage/s3.server";
import { root } from "../steps.ts";
import { BUCKET } from "./harness/bucket-and-provider";
import { type Journeys, makeBooks, walkSunday } from "./harness/christmas-journeys";
import { measurePages, type PageTimes } from "./harness/christmas-pages";
import { type Redemptions, redeem } from "./harness/christmas-vouchers";
import { atMost, type Figure, holds, ms, none, quantile, seconds, seen } from "./harness/figures";
import { CHRISTMAS_VOUCHERS, type Filling, sharedKey } from "./harness/filled-shop";
import type { Evening, TableSize, TaskRun } from "./harness/filled-shop-process";
import { phonePhoto } from "./harness/phone-photo";
import { openShop, type WholeShop } from "./harness/whole-shop";

/**
 * A Christmas in shops of 50,000, 200,000 and 1,000,000 years that are being written: databases that are filled to that size,
 * each served by `npm start`. SIZES=50000,200000 takes some of them, ONLY=pages,journeys some parts; KEEP=1 keeps the
 * databases, and takes those that are there; `--whole` redeems 20,000 vouchers, VOUCHERS, AT_ONCE and MINUTES say of how many,
 * by how many people at once and for how long. What more is than this machine does, the guide reckons (`deployment/growing.md`).
 */

const SIZES = (process.env.SIZES ?? "50000,200000,1000000").split(",").map(Number);
const FOLDER = process.env.FOLDER ?? join(tmpdir(), "christmas");
const PARTS = ["evening", "tasks", "pages", "journeys"] as const;
const ONLY = process.env.ONLY?.split(",") ?? PARTS;
const takes = (part: (typeof PARTS)[number]) => ONLY.includes(part);
/** Of the scheduled tasks, where only some are to be run. */
const TASKS = process.env.TASKS?.split(",") ?? [];
const keeps = process.env.KEEP === "1";
const isWhole = process.env.BENCH_WHOLE === "1";
/** Fewer weeks than the disk has room for are filled sooner. */
const MOST_WEEKS = Number(process.env.WEEKS ?? 52);
const SUNDAY_SECONDS = 40;
/** With so many people at it at once, and nobody who begins after so many minutes. */
const REDEMPTIONS = {
  count: Number(process.env.VOUCHERS ?? (isWhole ? CHRISTMAS_VOUCHERS : 200)),
  atOnce: Number(process.env.AT_ONCE ?? 24),
  minutes: Number(process.env.MINUTES ?? 240),
};
const BOOKS = 4;
/** The disk keeps this, and has the nightly copy and its archive beside the database. */
const RESERVED_BYTES = 12e9;
const COPY_SHARE = 2.5;
const MOST_NIGHTLY_SECONDS = 600;
const MOST_LOOK_MS = 5;
const MOST_APART = 1.5;

/** Bytes of a year, of each of its weeks, and of each of its emails that still has its text, as measured at 50,000. */
const BYTES = { year: 9_000, week: 4_000, text: 11_000 } as const;

interface Size {
  years: number;
  filling: Filling;
  bytes: number;
  fillSeconds: number | null;
  evening: Evening | null;
  tasks: TaskRun[];
  /** Until `npm start` answers. */
  startSeconds: number | null;
  pages: PageTimes[];
  journeys: { sunday: Journeys; redemptions: Redemptions; books: number[] } | null;
}

export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const sizes: Size[] = [];
  for (const years of SIZES) {
    const size = await measureSize(years);
    sizes.push(size);
    figures.push(...figuresOf(size));
    print(sizes);
    if (!keeps) rmSync(folderOf(years), { recursive: true, force: true });
  }
  const [least] = sizes;
  const slowest = (size: Size) => size.pages.find(({ name }) => name === "dashboard")?.p95 ?? 0;
  for (const size of sizes.slice(1))
    figures.push(
      atMost(
        `dashboard p95 of ${named(size.years)} years, by that of ${named(least?.years ?? 0)}`,
        slowest(size) / (least ? slowest(least) : 1),
        MOST_APART,
        (value) => `${value.toFixed(2)} ×`,
        ` (${ms(slowest(size))})`,
      ),
    );
  return [...figures, seen("load of the machine at the end", loadavg()[0]?.toFixed(1) ?? "")];
}

const named = (count: number) => count.toLocaleString("en-GB");
const folderOf = (years: number) => join(FOLDER, String(years));

/** As many weeks, and as many emails with their text, as the disk takes. */
function fillingOf(years: number): Filling {
  mkdirSync(FOLDER, { recursive: true });
  const { bavail, bsize } = statfsSync(FOLDER);
  const perYear = (bavail * bsize - RESERVED_BYTES) / COPY_SHARE / years;
  for (const [weeks, textDays] of [
    [52, 30],
    [52, 7],
    [26, 0],
    [12, 0],
    [6, 0],
    [3, 0],
    [2, 0],
  ] as const)
    if (weeks <= MOST_WEEKS && BYTES.year + Math.min(weeks, 20) * BYTES.week + (textDays / 7) * BYTES.text < perYear)
      return { years, weeks, textDays };
  throw new Error(`The disk has no room for ${named(years)} years.`);
}

async function measureSize(years: number): Promise<Size> {
  const dataFolder = folderOf(years);
  const { filling, fillSeconds } = await prepare(years, dataFolder);
  console.log(`${named(years)} years, ${filling.weeks} weeks: ${gigabytes(bytesOf(dataFolder))}`);
  const evening = takes("evening") ? await inShop<Evening>(dataFolder, "evening") : null;
  const tasks = takes("tasks") ? await inShop<TaskRun[]>(dataFolder, "tasks", ...TASKS) : [];
  const size = { years, filling, fillSeconds, bytes: bytesOf(dataFolder), evening, tasks };
  if (!takes("pages") && !takes("journeys")) return { ...size, startSeconds: null, pages: [], journeys: null };
  return { ...size, ...(await measureServed(years, dataFolder)) };
}

/** What `npm start` serves. */
async function measureServed(
  years: number,
  dataFolder: string,
): Promise<Pick<Size, "startSeconds" | "pages" | "journeys">> {
  const { key } = await inShop<{ key: string }>(dataFolder, "staff");
  const { photos } = await inShop<{ photos: number }>(dataFolder, "morning");
  if (photos > 0) console.log(`  ${photos} photos of an earlier run name the shared files`);
  const began = performance.now();
  const timing = new URL("harness/sql-time.ts", import.meta.url).href;
  const shop = await openShop({ database: null, dataFolder, variables: { NODE_OPTIONS: `--import=${timing}` } });
  const startSeconds = (performance.now() - began) / 1000;
  try {
    await storeShared(shop, dataFolder);
    const pages = takes("pages") ? await measurePages(shop.origin, years, key) : [];
    if (!takes("journeys")) return { startSeconds, pages, journeys: null };
    const sunday = await walkSunday(shop, years, await phonePhoto(1), SUNDAY_SECONDS);
    const redemptions = await redeem(shop, years, REDEMPTIONS);
    const books = await makeBooks(shop, years, BOOKS);
    return { startSeconds, pages, journeys: { sunday, redemptions, books } };
  } catch (error) {
    for (const line of shop.lastErrors()) console.log(`  ${line}`);
    throw error;
  } finally {
    await shop.close();
  }
}

/** All sizes have as many weeks as the largest has room for, so that they differ in nothing else. */
let ofLargest: Filling | undefined;

/** Fills the database, or takes one of this size that was kept. */
async function prepare(years: number, dataFolder: string): Promise<{ filling: Filling; fillSeconds: number | null }> {
  const note = join(dataFolder, "filling.json");
  if (keeps && existsSync(note)) return { filling: JSON.parse(readFileSync(note, "utf8")), fillSeconds: null };
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  ofLargest ??= fillingOf(Math.max(...SIZES));
  const filling = { ...ofLargest, years };
  const { weeks, textDays } = filling;
  const filled = await inShop<{ seconds: number }>(dataFolder, "fill", years, weeks, textDays);
  writeFileSync(note, JSON.stringify(filling));
  if (process.env.TABLES === "1") {
    const tables = await inShop<TableSize[]>(dataFolder, "tables");
    for (const { name, bytes, rows } of tables)
      console.log(`  ${name}: ${gigabytes(bytes)}, ${named(rows)} rows of ${Math.round(bytes / rows)} bytes`);
  }
  return { filling, fillSeconds: filled.seconds };
}

async function inShop<Found>(dataFolder: string, ...words: (string | number)[]): Promise<Found> {
  const program = join(root, "scripts", "bench", "harness", "filled-shop-process.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, ...words.map(String)], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataFolder, SQLITE_TMPDIR: dataFolder },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => null);
  const first = await Promise.race([once(child, "message"), ended]);
  await ended;
  if (!first) throw new Error(`The shop's process ended without "${words[0]}".`);
  return first[0] as Found;
}

/** The photos' files of the bench's own bucket. */
async function storeShared(shop: WholeShop, dataFolder: string): Promise<void> {
  const bucket = createS3Storage({ ...BUCKET, endpoint: shop.storage.origin });
  for (const size of ["original", "print", "screen", "medium", "thumb"] as const)
    await bucket.put(sharedKey(size), readFileSync(join(dataFolder, "photos", sharedKey(size))), "image/jpeg");
}

const bytesOf = (dataFolder: string) => statSync(join(dataFolder, "loop.db")).size;
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;

/** Tasks that run once a day, at night. */
const NIGHTLY = ["check-database", "copy-database", "tidy-up", "check-money", "check-stored-files"];

function figuresOf({ years, filling, bytes, fillSeconds, evening, tasks, startSeconds, journeys }: Size): Figure[] {
  const of = `${named(years)} years: `;
  const figures = [
    seen(`${of}${filling.weeks} weeks, ${filling.textDays} days of emails' text; the database`, gigabytes(bytes)),
  ];
  if (fillSeconds !== null) figures.push(seen(`${of}filled`, seconds(fillSeconds)));
  if (evening)
    figures.push(
      atMost(`${of}who is due for a weekly email, p99`, quantile(evening.looks, 0.99), MOST_LOOK_MS),
      seen(`${of}weekly emails composed a second`, evening.composedPerSecond.toFixed(0)),
      seen(`${of}bytes of such an email's text and HTML`, evening.bodyBytes.toFixed(0)),
    );
  if (tasks.length > 0) figures.push(...taskFigures(of, tasks));
  if (startSeconds !== null) figures.push(seen(`${of}npm start until it answers`, seconds(startSeconds)));
  if (journeys)
    figures.push(
      ...journeyFigures(`${of}a Sunday's journeys`, journeys.sunday),
      ...journeyFigures(`${of}vouchers redeemed`, journeys.redemptions),
      ...redemptionFigures(of, journeys.redemptions),
      seen(`${of}a book, median of ${journeys.books.length}`, seconds(quantile(journeys.books, 0.5))),
    );
  return figures;
}

function taskFigures(of: string, tasks: readonly TaskRun[]): Figure[] {
  const nightly = tasks.filter(({ name }) => NIGHTLY.some((one) => name.startsWith(one)));
  // Systems that are not there in a bench are no fault of a task.
  const failed = tasks.filter(({ failure }) => failure !== null && !/reach|respond|answer|fetch/i.test(failure));
  return [
    ...nightly.map(({ name, seconds: taken }) =>
      atMost(`${of}${name}, at night`, taken, MOST_NIGHTLY_SECONDS, seconds),
    ),
    holds(`${of}tasks that failed`, failed.map(({ name }) => name).join(", ") || "none", "none", failed.length === 0),
  ];
}

function redemptionFigures(of: string, { done, failures, told, wrong }: Redemptions): Figure[] {
  const sentences = Object.entries(told).map(([sentence, count]) => `${count} × ${sentence}`);
  return [
    seen(`${of}vouchers redeemed, of ${named(REDEMPTIONS.count)}`, named(done)),
    none(`${of}answers of 5xx while they were`, failures),
    seen(`${of}people who were told to try again`, sentences.join("; ") || "none"),
    holds(
      `${of}each voucher once, each code's year opened once, no penny moved`,
      wrong.slice(0, 5).join(" ") || "yes",
      "yes",
      wrong.length === 0,
    ),
  ];
}

function journeyFigures(name: string, { perMinute, steps }: Journeys): Figure[] {
  const walked = Object.entries(steps).filter(([, times]) => times.length > 0);
  const told = walked.map(
    ([step, times]) => `${step} ${quantile(times, 0.5).toFixed(0)}/${quantile(times, 0.95).toFixed(0)} ms`,
  );
  return [seen(`${name}: a minute`, perMinute.toFixed(0)), seen(`${name}: p50/p95`, told.join(", "))];
}

/** Pages and tasks by size. */
function print(sizes: readonly Size[]): void {
  const heads = sizes.map(({ years }) => named(years));
  const rows: string[][] = [["page: p50 / p95 / SQL, ms", ...heads]];
  for (const { name } of sizes[0]?.pages ?? [])
    rows.push([
      name,
      ...sizes.map(({ pages }) => {
        const found = pages.find((page) => page.name === name);
        return found ? `${found.p50.toFixed(1)} / ${found.p95.toFixed(1)} / ${found.sql.toFixed(1)}` : "–";
      }),
    ]);
  rows.push([], ["task: seconds / longest hold", ...heads]);
  for (const { name } of sizes[0]?.tasks ?? [])
    rows.push([
      name.replace(/ \(.*/, ""),
      ...sizes.map(({ tasks }) => {
        const found = tasks.find((one) => one.name.startsWith(name.replace(/ \(.*/, "")));
        return found ? `${found.seconds.toFixed(3)} s / ${found.longestHoldMs.toFixed(0)} ms` : "–";
      }),
    ]);
  const widths = [0, 1, 2, 3].map((place) => Math.max(0, ...rows.map((row) => row[place]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join("  "));
}
