import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { flushFile, putWhole } from "../../app/adapters/files/whole-file.server";
import { copyDatabase } from "../../app/domain/backups/databases.server";

/** How many copies from before a migration are kept, the newest. */
const KEPT = 3;
const COPY = /^\d{4}_.+\.db$/;
/** What a kill left of an earlier try. */
const UNFINISHED = /\.(?:part|copying)$/;

/**
 * Copies the database before it is migrated, so that a release can be taken back. Returns the copy's path. The copy of a
 * migration that was tried before is replaced.
 */
export async function copyBeforeMigrating(file: string, folder: string, newest: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `${newest}.db`);
  for (const name of readdirSync(folder).filter((one) => UNFINISHED.test(one)))
    rmSync(join(folder, name), { force: true });
  await putWhole(copy, async (beside) => {
    await copyDatabase(file, beside);
    await flushFile(beside);
  });
  const copies = readdirSync(folder).filter((name) => COPY.test(name));
  for (const name of copies.sort().slice(0, -KEPT)) rmSync(join(folder, name), { force: true });
  return copy;
}
