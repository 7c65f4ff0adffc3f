import { closeSync, copyFileSync, mkdtempSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { databaseFile, rawConnection } from "#db/client.server";
import { knownDamage } from "#db/damage.server";
import { checkForDamage } from "~/domain/backups/database-check.server";
import { SCHEDULE } from "~/jobs/schedule";

vi.spyOn(console, "error").mockImplementation(() => undefined);

it("a sound database passes the nightly check while it is open", async () => {
  await checkForDamage();
  expect(knownDamage(databaseFile)).toBeNull();
});

it("one with a damaged page closes writing, with what SQLite found", async () => {
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  const file = join(mkdtempSync(join(process.env.DATA_DIR ?? "", "check-")), "loop.db");
  copyFileSync(databaseFile, file);
  const bytes = Number(rawConnection().pragma("page_size", { simple: true }));
  const root = Number(
    rawConnection().prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'settings'").pluck().get(),
  );
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(bytes, 0xab), 0, bytes, (root - 1) * bytes);
  closeSync(descriptor);
  await expect(checkForDamage(file)).rejects.toThrow("The database is damaged");
  expect(knownDamage(file)).not.toBeNull();
});

it("the check runs every night before the copy", () => {
  const at = (name: string) => SCHEDULE.find((task) => task.name === name);
  expect(at("check-database")).toMatchObject({ dailyAt: "02:15" });
  expect(at("copy-database")).toMatchObject({ dailyAt: "02:30" });
});
