import "../own-secret";
import { mkdirSync } from "node:fs";
import { backups } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { claimCopies } from "../../app/domain/system/backups/ownership.server";
import { lockedSentence, lockFolder } from "../folder-lock.ts";
import { refuse, wantedBackups } from "./wanted";

/**
 * `npm run take-over [-- --with-this-database]`: takes the copies from a machine that is lost, for the shop that is then
 * started on this data folder. A machine that still runs stops within seconds.
 */

const { ownerObject } = wantedBackups(backups);
try {
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(settings.dataFolder);
  if (!lock) refuse(lockedSentence(settings.dataFolder));
  const withThisDatabase = process.argv.includes("--with-this-database");
  const claimed = await claimCopies(ownerObject, settings.dataFolder, { withThisDatabase });
  if (!claimed.ok) refuse(claimed.sentence);
  const wait = claimed.waitMs > 0 ? ` It waits ${claimed.waitMs / 1000} s first, for the other one to stop.` : "";
  console.log(`The copies are this volume’s now. Start the shop on it.${wait}`);
} catch (error) {
  refuse(`Nothing was taken: ${error instanceof Error ? error.message : String(error)}`);
}
