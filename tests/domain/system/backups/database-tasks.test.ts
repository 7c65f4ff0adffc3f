import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { databaseFile, rawConnection } from "#db/client.server";
import { settings } from "~/adapters/settings.server";
import { databaseState } from "~/domain/system/backups/database-state.server";
import { doDatabaseTask } from "~/domain/system/backups/database-tasks.server";
import { NOW } from "../../../support/people";

let file = "";
beforeEach(() => {
  file = join(mkdtempSync(join(settings.dataFolder, "tasks-")), "loop.db");
});

/** A copy of this test's database, changed by these statements. */
function copyWith(sql = "") {
  rawConnection().prepare("VACUUM INTO ?").run(file);
  const connection = new SqliteFile(file);
  connection.pragma("foreign_keys = OFF");
  connection.exec(sql);
  connection.close();
}

const check = () => doDatabaseTask(["check", file, NOW.toISOString()]);

it("a database of this release is copied, well, and brought to it", () => {
  expect(doDatabaseTask(["copy", databaseFile, file])).toEqual({});
  expect(check()).toEqual({ problems: [], rows: expect.objectContaining({ ledger: 0 }) });
  expect(doDatabaseTask(["integrity_check", file])).toEqual([]);
  expect(doDatabaseTask(["upgrade", file])).toBe(true);
  const { pending, newest, unknown } = databaseState(file);
  expect([pending, unknown]).toEqual([[], 0]);
  expect(newest).toBe(
    readdirSync("migrations")
      .sort()
      .findLast((name) => name.endsWith(".sql"))
      ?.slice(0, -4),
  );
});

it("one of an earlier release has the migrations that came since before it, and is brought to this one", () => {
  copyWith("DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)");
  const before = databaseState(file);
  const { newest } = databaseState(databaseFile);
  expect([before.pending, before.newest === newest]).toEqual([[newest], false]);
  writeFileSync(`${file}-empty`, "");
  const empty = databaseState(`${file}-empty`);
  expect([empty.newest, empty.unknown]).toEqual([null, 0]);
  expect(empty.pending.length).toBeGreaterThan(50);
});

it("one of a newer release is left as it is", () => {
  copyWith("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9999999999999)");
  expect(databaseState(file).unknown).toBe(1);
  expect(doDatabaseTask(["upgrade", file])).toBe(false);
});

it("rows that point to missing ones are a problem, and so is what is no database of Loop", () => {
  copyWith("INSERT INTO fulfilments (order_id, kind, at) VALUES ('gone', 'voucher', 1)");
  expect(check()).toMatchObject({ problems: ["1 rows point to missing rows, the first in fulfilments."] });
  file = `${file}-empty`;
  writeFileSync(file, "");
  expect(check()).toEqual({ problems: ["It isn’t a Loop database."], rows: {} });
});

it("whether indexes match their tables is only compared in a whole check", () => {
  copyWith(`CREATE TABLE walks (place TEXT, weather TEXT); INSERT INTO walks VALUES ('the sea', 'rain');
    CREATE INDEX walks_place ON walks (place)`);
  const connection = new SqliteFile(file).unsafeMode();
  connection.exec(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE INDEX walks_place ON walks (weather)' WHERE name = 'walks_place'`);
  connection.close();
  const checked = (depth: string) => doDatabaseTask(["check", file, NOW.toISOString(), depth]);
  expect(checked("pages")).toMatchObject({ problems: [], rows: { walks: 1 } });
  expect(checked("whole")).toMatchObject({ problems: [expect.stringContaining("walks_place")] });
});

it("what is no database is damaged, and one that can’t be opened at the moment is not", () => {
  writeFileSync(`${file}-words`, "no database at all".repeat(500));
  const problems = ["file is not a database"];
  expect(doDatabaseTask(["quick_check", `${file}-words`])).toEqual(problems);
  expect(doDatabaseTask(["check", `${file}-words`, NOW.toISOString()])).toEqual({ problems, rows: {} });
  copyWith();
  mkdirSync(`${file}-journal`);
  expect(() => doDatabaseTask(["quick_check", file])).toThrow(/disk I\/O|unable to open/);
});

it("without its file nothing is done, and none is made", () => {
  expect(() => doDatabaseTask(["upgrade", file])).toThrow(`There is no ${file}.`);
  expect(existsSync(file)).toBe(false);
  expect(() => doDatabaseTask(["forget", databaseFile])).toThrow("Nobody knows the task forget.");
});
