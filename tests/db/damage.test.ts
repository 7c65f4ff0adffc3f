import { closeSync, copyFileSync, mkdtempSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { databaseFile, db, openDatabase, rawConnection, write } from "#db/client.server";
import { damageCode, forgetDamage, knownDamage, noteDamage } from "#db/damage.server";
import { settings } from "#db/schema";

const folder = () => mkdtempSync(join(process.env.DATA_DIR ?? "", "damage-"));

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

/** A copy of the database in which the first page of the settings is overwritten. */
function damagedCopy(): string {
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  const file = join(folder(), "loop.db");
  copyFileSync(databaseFile, file);
  const root = Number(
    rawConnection().prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'settings'").pluck().get(),
  );
  const bytes = Number(rawConnection().pragma("page_size", { simple: true }));
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(bytes, 0xab), 0, bytes, (root - 1) * bytes);
  closeSync(descriptor);
  return file;
}

vi.spyOn(console, "error").mockImplementation(() => undefined);
afterEach(() => forgetDamage(databaseFile));

it("a query that meets a damaged page notes it, with SQLite's code", () => {
  const file = damagedCopy();
  const connection = openDatabase(file);
  expect(knownDamage(file)).toBeNull();
  const error = thrownBy(() => connection.prepare("SELECT * FROM settings").all());
  expect(damageCode(error)).toMatch(/^SQLITE_CORRUPT/);
  expect(knownDamage(file)?.found).toMatch(/^SQLITE_CORRUPT/);
  connection.close();
});

it("a file that is no database is noted when it is opened", () => {
  const file = join(folder(), "loop.db");
  writeFileSync(file, Buffer.alloc(8192, 0xab));
  expect(damageCode(thrownBy(() => openDatabase(file)))).toBe("SQLITE_NOTADB");
  expect(knownDamage(file)?.found).toBe("SQLITE_NOTADB");
});

it("once another process has noted damage, nothing is written and pages are still read", () => {
  const row = { key: "note", value: "before", updatedAt: new Date() };
  const save = () => db.insert(settings).values(row).onConflictDoNothing().run();
  save();
  noteDamage(databaseFile, "SQLITE_CORRUPT");
  const refused = [
    save,
    () => write((tx) => tx.insert(settings).values(row).onConflictDoNothing().run()),
    () => db.delete(settings).returning().all(),
    () => rawConnection().prepare("DELETE FROM settings").run(),
  ];
  for (const run of refused) expect(damageCode(thrownBy(run))).toBe("SQLITE_CORRUPT");
  expect(
    db
      .select()
      .from(settings)
      .all()
      .map(({ key }) => key),
  ).toContain("note");
  forgetDamage(databaseFile);
  expect(save().changes).toBe(0);
});
