import "../own-secret";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { backups } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { refuse, wantedBackups } from "./wanted";

/** `npm run backup`: makes the independent copy that the worker makes every night, now. */

const { nightly } = wantedBackups(backups);
if (!existsSync(join(settings.dataFolder, "loop.db"))) refuse(`${settings.dataFolder} holds no database to copy.`);
const { closeDatabase } = await import("../../db/client.server");
const { exchangeErasedList } = await import("../../app/domain/privacy/erasure/erased-accounts.server");
const { makeNightlyCopy } = await import("../../app/domain/system/backups/nightly.server");

const began = performance.now();
try {
  const { key, bytes } = await makeNightlyCopy(nightly, new Date());
  await exchangeErasedList(nightly, new Date());
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Copied to ${key}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s, checked before it left.`);
} catch (error) {
  refuse(`No copy was made: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  closeDatabase();
}
