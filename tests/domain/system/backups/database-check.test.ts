import { closeSync, copyFileSync, mkdtempSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { databaseFile, rawConnection } from "#db/client.server";
import { knownDamage } from "#db/damage.server";
import { checkForDamage } from "~/domain/system/backups/database-check.server";
import { findDamage } from "~/domain/system/backups/databases.server";
import { SCHEDULE } from "~/jobs/schedule";

vi.spyOn(console, "error").mockImplementation(() => undefined);

it("a sound database passes the nightly check while it is open", async () => {
  await checkForDamage();
  expect(knownDamage(databaseFile)).toBeNull();
});

/** A copy of the database in which the first page of each of these tables is overwritten. */
function damagedCopy(...tables: string[]): string {
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  const file = join(mkdtempSync(join(process.env.DATA_DIR ?? "", "check-")), "loop.db");
  copyFileSync(databaseFile, file);
  const bytes = Number(rawConnection().pragma("page_size", { simple: true }));
  const rootOf = rawConnection().prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck();
  const descriptor = openSync(file, "r+");
  for (const table of tables)
    writeSync(descriptor, Buffer.alloc(bytes, 0xab), 0, bytes, (Number(rootOf.get(table)) - 1) * bytes);
  closeSync(descriptor);
  return file;
}

it("one with a damaged page closes writing, with what SQLite found", async () => {
  const file = damagedCopy("settings");
  await expect(checkForDamage(file)).rejects.toThrow("The database is damaged");
  expect(knownDamage(file)).not.toBeNull();
});

it("one with many damaged pages is described by three lines at most", async () => {
  const found = await findDamage(damagedCopy("settings", "accounts", "emails", "orders"), "integrity_check");
  expect(found).toHaveLength(3);
  for (const line of found) expect(line).toMatch(/^[^*\n]{10,200}$/);
});

it("the check runs every night before the copy", () => {
  const at = (name: string) => SCHEDULE.find((task) => task.name === name);
  expect(at("check-database")).toMatchObject({ dailyAt: "02:15" });
  expect(at("copy-database")).toMatchObject({ dailyAt: "02:30" });
});
