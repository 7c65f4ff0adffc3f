import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { backups } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { restoreDatabase } from "../../app/domain/backups/restore.server";
import { lockedSentence, lockFolder } from "../folder-lock.mjs";
import { restoreOneAccount } from "./restore-account";
import { momentOf, optionOf, refuse, wantedBackups } from "./wanted";

/**
 * `npm run restore [-- --at 2026-11-22T09:30:00Z] [--nightly]`: restores the database into an empty data folder, from
 * the replica or from the nightly copies, as of a moment or the newest, and checks it. `--account WHOSE [--loop WHICH]
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
const { replica, nightly } = wantedBackups(backups);
const at = momentOf(optionOf(args, "--at"));

const file = join(settings.dataFolder, "loop.db");
const source = args.includes("--nightly")
  ? ({ kind: "nightly", copies: nightly, at } as const)
  : ({ kind: "replica", replica, at } as const);
try {
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(settings.dataFolder);
  if (!lock) refuse(lockedSentence(settings.dataFolder));
  const restored = await restoreDatabase(file, source, new Date());
  if (restored.ok) {
    const { rows, seconds, from } = restored;
    console.log(`${file} was restored from ${from} in ${seconds.toFixed(1)} s and checked: ${rows} rows.`);
    if (at)
      console.log(
        "Set LITESTREAM_PATH to a new name before the next start, so that what came after that moment stays in the bucket.",
      );
  } else if (restored.reason === "exists")
    refuse(`${file} exists, and nothing is restored over a database: move it away first.`);
  else if (restored.reason === "no_backup")
    refuse(`The bucket holds no backup ${at ? `of ${at.toISOString()}` : "at this path"}.`);
  else refuse(`The backup is damaged: ${restored.problems.join(" ")}`);
} catch (error) {
  refuse(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
}
