import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { flushFolder, makeFolder } from "~/adapters/files/whole-file.server";

/**
 * A moment before an accident, restored beside the shop's database: what came after it is listed for a person, and then the
 * two change places. Open no database of the app here: these run while it is stopped or belongs to another process.
 */

export const besideFile = (dataFolder: string) => join(dataFolder, "restored", "loop.db");

/** What a person must know to do again by hand; how a row is called, and what shows that it changed. */
const COMPARED = [
  { what: "Orders", table: "orders", name: "number", mark: "status" },
  { what: "Payments", table: "payments", name: "id", mark: "status" },
  { what: "Refunds", table: "refunds", name: "id", mark: "status" },
  { what: "Vouchers", table: "vouchers", name: "id", mark: "status" },
  { what: "Accounts", table: "accounts", name: "id", mark: "email" },
  { what: "Loops", table: "loops", name: "id", mark: "content_version" },
  { what: "Weeks", table: "entries", name: "loop_id || ' week ' || week", mark: "version" },
  { what: "Drafts", table: "drafts", name: "loop_id || ' week ' || week", mark: "revision" },
  { what: "Photos", table: "photos", name: "id", mark: "state" },
] as const;

export interface Later {
  what: string;
  /** The names of rows that came after the moment, and of those that changed after it. */
  added: readonly string[];
  changed: readonly string[];
}

/** What `live` has that `restored` does not. @throws when either cannot be read. */
export function findLater(live: string, restored: string): Later[] {
  const connection = new SqliteFile(restored, { readonly: true, fileMustExist: true });
  try {
    connection.prepare("ATTACH ? AS live").run(live);
    return COMPARED.map(({ what, table, name, mark }) => {
      const namesOf = (condition: string) =>
        connection
          .prepare<[], string>(
            `SELECT ${name} FROM (SELECT now.* FROM live."${table}" AS now
               LEFT JOIN main."${table}" AS before ON before.id = now.id WHERE ${condition}) ORDER BY 1`,
          )
          .pluck()
          .all();
      return {
        what,
        added: namesOf("before.id IS NULL"),
        changed: namesOf(`before.id = now.id AND before."${mark}" IS DISTINCT FROM now."${mark}"`),
      };
    });
  } finally {
    connection.close();
  }
}

/**
 * Puts the restored database in the place of the shop's, which is stopped. Returns the folder in which the old one is
 * kept. A kill in between leaves both under other names, and the next run finishes.
 */
export async function swapDatabases(dataFolder: string, now: Date): Promise<string> {
  const file = join(dataFolder, "loop.db");
  const restored = besideFile(dataFolder);
  const setAside = join(dataFolder, "newer", now.toISOString().replaceAll(":", "-"));
  await makeFolder(setAside);
  // Moved unopened with its log, since it may be damaged; the database first, without which nobody opens the log.
  for (const ending of ["", "-wal", "-shm"])
    if (existsSync(`${file}${ending}`)) await rename(`${file}${ending}`, join(setAside, `loop.db${ending}`));
  await flushFolder(setAside);
  // Litestream's notes are about the database that was there.
  await rm(join(dataFolder, ".loop.db-litestream"), { recursive: true, force: true });
  await rename(restored, file);
  await flushFolder(dataFolder);
  await rm(dirname(restored), { recursive: true, force: true });
  return setAside;
}
