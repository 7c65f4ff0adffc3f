import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { flushFile, putWhole } from "../../app/adapters/files/whole-file.server";
import {
  copyDatabase,
  databaseBytes,
  MIGRATION_SHARE,
  requireSpace,
} from "../../app/domain/system/backups/databases.server";

const COPY = /^\d{4}_.+\.db$/;
/** What a kill left of an earlier try. */
const UNFINISHED = /\.(?:part|copying)$/;

/**
 * Copies the database before it is migrated, so that a release can be taken back. Returns the copy's path. It is the only
 * one on the disk: the copy of an earlier release makes room for it, once it is known that there is enough for the migration
 * too.
 * @throws Error that says how much room is missing; nothing is removed then.
 */
export async function copyBeforeMigrating(file: string, folder: string, newest: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const earlier = readdirSync(folder)
    .filter((name) => COPY.test(name) || UNFINISHED.test(name))
    .map((name) => join(folder, name));
  const freed = earlier.reduce((sum, path) => sum + statSync(path).size, 0);
  await requireSpace(folder, databaseBytes(file) * (1 + MIGRATION_SHARE) - freed, "copy and migrate");
  for (const path of earlier) rmSync(path, { force: true });
  const copy = join(folder, `${newest}.db`);
  await putWhole(copy, async (beside) => {
    await copyDatabase(file, beside);
    await flushFile(beside);
  });
  return copy;
}
