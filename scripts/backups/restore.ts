import "../own-secret";
import { existsSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { backups } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { KEEP_LOCAL_COPIES_DAYS } from "../../app/domain/kernel/time/retention-periods";
import { checkDatabase } from "../../app/domain/system/backups/databases.server";
import { forgetPlace } from "../../app/domain/system/backups/ownership.server";
import { type RestoreSource, restoreDatabase } from "../../app/domain/system/backups/restore.server";
import { besideFile, findLater, swapDatabases } from "../../app/domain/system/backups/restored-beside.server";
import { lockedSentence, lockFolder } from "../folder-lock.ts";
import { restoreOneAccount } from "./restore-account";
import { momentOf, optionOf, refuse, wantedBackups } from "./wanted";

/**
 * `npm run restore [-- --at 2026-11-22T09:30:00Z] [--nightly]`: restores the database into an empty data folder, from
 * the replica or from the nightly copies, as of a moment or the newest, and checks it. Where there is a database, `--at` and
 * `--nightly` restore beside it and list what came after; `--swap` then changes the two while the shop is stopped. `--account WHOSE [--loop WHICH]
 * [--from FILE-OR-MOMENT] [--apply]` brings one deleted account or loop back beside a running shop.
 */

const args = process.argv.slice(2);
if (args.includes("--account") || args.includes("--loop")) {
  try {
    await restoreOneAccount(args, backups);
  } catch (error) {
    refuse(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
  }
  process.exit(0);
}
const file = join(settings.dataFolder, "loop.db");
const beside = besideFile(settings.dataFolder);
const isAsked = args.includes("--at") || args.includes("--nightly");
try {
  if (args.includes("--swap")) await swap();
  else if (isAsked && existsSync(file)) await restoreBeside();
  else await restoreEmpty();
} catch (error) {
  refuse(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
}

async function restoreEmpty(): Promise<void> {
  const source = sourceOf();
  await lock();
  await restoreInto(file, source);
  if (source.at) formatNewPath();
}

/** Beside a running shop: its database is compared and stays where it is. */
async function restoreBeside(): Promise<void> {
  const source = sourceOf();
  await rm(dirname(beside), { recursive: true, force: true });
  await restoreInto(beside, source);
  formatLater();
  console.log("The shop was not touched. Stop it, then npm run restore -- --swap puts the restored one in its place.");
}

async function swap(): Promise<void> {
  await lock();
  if (!existsSync(beside))
    refuse("Nothing has been restored beside the shop yet. Run npm run restore -- --at TIME first.");
  const { problems } = await checkDatabase(beside, new Date());
  if (problems.length > 0) refuse(`The restored database is damaged: ${problems.join(" ")}`);
  if (existsSync(file)) formatLater();
  const setAside = await swapDatabases(settings.dataFolder, new Date());
  console.log(
    `The restored database is in place; the one before is setAside in ${setAside} for ${KEEP_LOCAL_COPIES_DAYS} days.`,
  );
  formatNewPath();
}

function formatLater(): void {
  try {
    for (const { what, added, changed } of findLater(file, beside)) {
      console.log(`${what} that came after it: ${added.length}, changed: ${changed.length}`);
      if (added.length > 0) console.log(`  new: ${added.join(", ")}`);
      if (changed.length > 0) console.log(`  changed: ${changed.join(", ")}`);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.warn(`What came after it could not be listed (${why}).`);
  }
}

function formatNewPath(): void {
  forgetPlace(settings.dataFolder);
  console.log(
    "Set LITESTREAM_PATH to a new name before the next start, so that what came after that moment stays in the bucket.",
  );
}

function sourceOf(): RestoreSource {
  const { replica, nightly } = wantedBackups(backups);
  const at = momentOf(optionOf(args, "--at"));
  return args.includes("--nightly") ? { kind: "nightly", copies: nightly, at } : { kind: "replica", replica, at };
}

async function lock(): Promise<void> {
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
  if (!(await lockFolder(settings.dataFolder))) refuse(lockedSentence(settings.dataFolder));
}

async function restoreInto(place: string, source: RestoreSource): Promise<void> {
  const restored = await restoreDatabase(place, source, new Date());
  const { at } = source;
  if (restored.ok) {
    const { rows, seconds, from } = restored;
    console.log(`${place} was restored from ${from} in ${seconds.toFixed(1)} s and checked: ${rows} rows.`);
  } else if (restored.reason === "exists")
    refuse(`${place} exists, and nothing is restored over a database: --at TIME or --nightly restores beside it.`);
  else if (restored.reason === "no_backup")
    refuse(`The bucket holds no backup ${at ? `of ${at.toISOString()}` : "at this path"}.`);
  else refuse(`The backup is damaged: ${restored.problems.join(" ")}`);
}
