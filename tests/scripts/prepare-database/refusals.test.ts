import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { describe, expect, it } from "vitest";
import { databaseFile, rawConnection } from "#db/client.server";
import { knownDamage, noteDamage } from "#db/damage.server";
import { settings } from "~/adapters/settings.server";
import { productionSettings, today } from "../../../scripts/testing/production.ts";

function newFolder(): string {
  return mkdtempSync(join(settings.dataFolder, "shop-"));
}

/** A folder with the database of this test, changed. */
function folderWith(change: (connection: SqliteFile.Database) => void): string {
  const folder = newFolder();
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  copyFileSync(databaseFile, join(folder, "loop.db"));
  const connection = new SqliteFile(join(folder, "loop.db"));
  change(connection);
  connection.close();
  return folder;
}

function prepare(dataFolder: string, more: Record<string, string> = {}) {
  const { PATH } = process.env;
  const env = { PATH, ...productionSettings({ dataFolder, port: 3000 }), ALLOW_NO_BACKUP: "1", ...more };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-warnings", "build/processes/prepare-database.js"],
    { env, encoding: "utf8" },
  );
  const lines = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("Nothing is backed up:"));
  return { status, stdout: stdout.trim(), refusal: lines.join("\n") };
}

const tablesOf = (folder: string) => {
  const connection = new SqliteFile(join(folder, "loop.db"), { readonly: true });
  const count = connection.prepare("SELECT count(*) FROM sqlite_schema").pluck().get();
  connection.close();
  return Number(count);
};

describe("an empty production folder", () => {
  it("is not opened, and the sentence says how a new shop is", () => {
    const folder = newFolder();
    const { status, refusal } = prepare(folder);
    expect(status).toBe(1);
    expect(refusal).toMatch(/holds no shop: .*set FIRST_START=\d{4}-\d\d-\d\d;.*\.$/);
    expect(refusal.split("\n")).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is opened on the day that was named, and only then", () => {
    const folder = newFolder();
    const before = prepare(folder, { FIRST_START: "2026-11-01" });
    expect(before.refusal).toContain("2026-11-01, a day that is over");
    expect(existsSync(join(folder, "loop.db"))).toBe(false);
    expect(prepare(folder, { FIRST_START: today() })).toMatchObject({ status: 0, refusal: "" });
    expect(tablesOf(folder)).toBeGreaterThan(50);
    expect(prepare(folder)).toMatchObject({ status: 0, refusal: "" });
  });

  it("with an empty file in it is no shop either", () => {
    const folder = newFolder();
    writeFileSync(join(folder, "loop.db"), "");
    expect(prepare(folder).status).toBe(1);
  });
});

it("production that copies nothing starts only when it says so", () => {
  const { status, refusal } = prepare(newFolder(), { ALLOW_NO_BACKUP: "", FIRST_START: today() });
  expect(status).toBe(1);
  expect(refusal).toMatch(/^Nothing would be backed up. .*ALLOW_NO_BACKUP=1.*\.$/);
});

it("a database of a newer release is refused and left alone", () => {
  const folder = folderWith((connection) =>
    connection.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', ?)").run(Date.now() + 1e9),
  );
  const { status, refusal } = prepare(folder);
  expect(status).toBe(1);
  expect(refusal).toMatch(/^The database was written by a newer release of Loop; .+\.$/);
  expect(existsSync(join(folder, "before-migrations"))).toBe(false);
});

describe("a database that lacks a migration", () => {
  /** A shop that was last opened by the release whose newest migration this is. */
  function folderOf(newest: string): string {
    const folder = newFolder();
    const migrations = mkdtempSync(join(settings.dataFolder, "migrations-"));
    cpSync("migrations", migrations, { recursive: true });
    const file = join(migrations, "meta", "_journal.json");
    const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { tag: string }[] };
    const count = journal.entries.findIndex(({ tag }) => tag === newest) + 1;
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    const connection = new SqliteFile(join(folder, "loop.db"));
    migrate(drizzle(connection), { migrationsFolder: migrations });
    connection.close();
    return folder;
  }
  const withoutTheLast = () => folderOf("0018_names-of-emails-and-requests");

  it("is copied before it is migrated, and a line says where to", () => {
    const folder = withoutTheLast();
    const before = tablesOf(folder);
    const { status, stdout } = prepare(folder);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^The database was copied to .+0018_names-of-emails-and-requests\.db before its migration: 0019_backups/,
    );
    expect(tablesOf(folder)).toBeGreaterThan(before);
    const copy = new SqliteFile(join(folder, "before-migrations", "0018_names-of-emails-and-requests.db"));
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup_runs'").get()).toBeUndefined();
    copy.close();
    expect(prepare(folder).stdout).toBe("");
  });

  it("leaves one copy, and takes the earlier ones away first", () => {
    const folder = withoutTheLast();
    const copies = join(folder, "before-migrations");
    mkdirSync(copies);
    for (const name of ["0011_a.db", "0012_b.db", "0013_c.db.123.part"]) writeFileSync(join(copies, name), "");
    prepare(folder);
    expect(readdirSync(copies)).toEqual(["0018_names-of-emails-and-requests.db"]);
  });

  it("is refused where a copy has no room, with how much is missing, and the earlier copy stays", () => {
    const folder = withoutTheLast();
    const copies = join(folder, "before-migrations");
    mkdirSync(copies);
    writeFileSync(join(copies, "0011_a.db"), "");
    // No byte of it is written, and SQLite reads as many pages as its header names.
    truncateSync(join(folder, "loop.db"), 5e12);
    const { status, refusal } = prepare(folder);
    expect(status).toBe(1);
    expect(refusal).toMatch(
      /^There’s no room to copy and migrate the database\. It needs 15000 GB in .+ too little\. Enlarge the volume, or .+\.$/,
    );
    expect(readdirSync(copies)).toEqual(["0011_a.db"]);
  });
});

/** Overwrites the first page of a table, which the start itself need not read. */
function overwrite(folder: string, table: string): void {
  const file = join(folder, "loop.db");
  const connection = new SqliteFile(file);
  const bytes = Number(connection.pragma("page_size", { simple: true }));
  const root = Number(connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(table));
  connection.close();
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(bytes, 0xab), 0, bytes, (root - 1) * bytes);
  closeSync(descriptor);
}

/** Puts a copy of its database beside it. */
function withCopy(folder: string): string {
  const copy = join(folder, "before-migrations", "0001_copy.db");
  mkdirSync(join(folder, "before-migrations"));
  copyFileSync(join(folder, "loop.db"), copy);
  return copy;
}

const commandIn = (refusal: string) => /start again: (mkdir .+)$/m.exec(refusal)?.[1] ?? "";

describe("a damaged database", () => {
  it("stops the start, which names the newest sound copy and the command that puts it in place", () => {
    const folder = folderWith(() => undefined);
    const copy = withCopy(folder);
    overwrite(folder, "__drizzle_migrations");
    const { status, refusal } = prepare(folder);
    expect(status).toBe(1);
    expect(refusal).toContain(`The newest sound copy is ${copy} of `);
    expect(refusal).toContain(`-c '${commandIn(refusal)}'`);
    expect(spawnSync("sh", ["-c", commandIn(refusal)]).status).toBe(0);
    expect(prepare(folder)).toMatchObject({ status: 0, refusal: "" });
  });

  it("is refused without a copy too, and a damaged copy is not named", () => {
    const folder = folderWith(() => undefined);
    overwrite(folder, "__drizzle_migrations");
    withCopy(folder);
    const { status, refusal } = prepare(folder);
    expect(status).toBe(1);
    expect(refusal).toContain("no sound copy of it was found");
    expect(refusal).toContain("0001_copy.db");
  });

  it("that was noted while the shop ran is read whole: sound, it opens; damaged, it does not", () => {
    const folder = folderWith(() => undefined);
    noteDamage(join(folder, "loop.db"), "SQLITE_CORRUPT");
    expect(prepare(folder)).toMatchObject({ status: 0 });
    expect(knownDamage(join(folder, "loop.db"))).toBeNull();
    overwrite(folder, "settings");
    noteDamage(join(folder, "loop.db"), "SQLITE_CORRUPT");
    const { status, refusal } = prepare(folder);
    expect([status, refusal]).toEqual([1, expect.stringContaining("is damaged")]);
  });

  it("a second time is kept beside the first", () => {
    const folder = folderWith(() => undefined);
    withCopy(folder);
    for (let time = 1; time <= 2; time += 1) {
      overwrite(folder, "settings");
      noteDamage(join(folder, "loop.db"), "SQLITE_CORRUPT");
      const { refusal } = prepare(folder);
      expect(spawnSync("sh", ["-c", commandIn(refusal)]).status).toBe(0);
      expect(readdirSync(join(folder, "newer"))).toHaveLength(time);
    }
  });

  it.each([false, true])("that was emptied is no new shop where there is a copy; noted: %s", (isNoted) => {
    const folder = folderWith(() => undefined);
    withCopy(folder);
    truncateSync(join(folder, "loop.db"), 0);
    if (isNoted) noteDamage(join(folder, "loop.db"), "SQLITE_CORRUPT");
    const { refusal, status } = prepare(folder, { FIRST_START: today() });
    expect([status, refusal]).toEqual([1, expect.stringContaining("is damaged (it holds no shop)")]);
    expect(refusal).not.toMatch(/FIRST_START|sound\.$/m);
    expect(spawnSync("sh", ["-c", commandIn(refusal)]).status).toBe(0);
    expect(prepare(folder)).toMatchObject({ status: 0, refusal: "" });
  });
});
