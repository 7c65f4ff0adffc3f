import "../own-secret";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { backups } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { refuse, wantedBackups } from "./wanted";

/** `npm run drill`: restores the newest state from the bucket into a scratch folder and checks it, beside a running shop. */

const { replica } = wantedBackups(backups);
if (!existsSync(join(settings.dataFolder, "loop.db")))
  refuse(`${settings.dataFolder} holds no database to compare with; npm run restore restores one.`);
const { closeDatabase } = await import("../../db/client.server");
const { holdDrill } = await import("../../app/domain/system/backups/drill.server");

try {
  const report = await holdDrill(replica, new Date());
  const { rows, restoreSeconds, checkSeconds, copiedAfterSeconds, problems } = report;
  console.log(`A write was in the bucket after  ${copiedAfterSeconds?.toFixed(1) ?? "too many"} s`);
  console.log(`Restored from the replica in     ${restoreSeconds.toFixed(1)} s`);
  console.log(`Checked in                       ${checkSeconds.toFixed(1)} s: ${rows} rows`);
  for (const problem of problems) console.error(`✗ ${problem}`);
  if (report.ok) console.log("✓ Integrity, foreign keys, invariants and row counts are as they should be.");
  closeDatabase();
  process.exit(report.ok ? 0 : 1);
} catch (error) {
  closeDatabase();
  refuse(`The drill couldn’t run: ${error instanceof Error ? error.message : String(error)}`);
}
