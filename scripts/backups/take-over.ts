import "../own-secret";
import { mkdirSync } from "node:fs";
import { backups } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { SECOND_MS } from "../../app/domain/kernel/time/durations";
import { claimCopies } from "../../app/domain/system/backups/ownership.server";
import { lockedSentence, lockFolder } from "../folder-lock.ts";
import { refuse, wantedBackups } from "./wanted";

/**
 * `npm run take-over [-- --with-this-database]`: takes the copies from a machine that is lost, for the shop that is then
 * started on this data folder. A machine that still runs stops within seconds.
 */

const { ownerObject, replica } = wantedBackups(backups);
const withThisDatabase = process.argv.includes("--with-this-database");
try {
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(settings.dataFolder);
  if (!lock) refuse(lockedSentence(settings.dataFolder));
  const newest = await replica.newest(null);
  if (!newest && !withThisDatabase)
    refuse(`There are no copies at ${ownerObject.place}: check LITESTREAM_BUCKET and LITESTREAM_PATH.`);
  const claimed = await claimCopies(ownerObject, settings.dataFolder, { withThisDatabase });
  if (!claimed.ok) refuse(claimed.sentence);
  const wait = claimed.waitMs > 0 ? ` It waits ${claimed.waitMs / 1000} s first, for the other one to stop.` : "";
  console.log(`The copies are this volume’s now. Start the shop on it.${wait}`);
  if (newest && !withThisDatabase) console.log(formatNewest(newest.at));
} catch (error) {
  refuse(`Nothing was taken: ${error instanceof Error ? error.message : String(error)}`);
}

/** What may be missing, and what is left to do. */
function formatNewest(at: Date): string {
  const seconds = Math.max(0, Math.round((Date.now() - at.getTime()) / SECOND_MS));
  return `The newest copy is from ${at.toISOString()}, ${seconds} s ago: what the lost machine saved after that is not in it.
When the shop is open, let the domain’s name point here. When the lost machine is back, leave its shop stopped: npm run missed, on its volume, writes down what it saved.`;
}
