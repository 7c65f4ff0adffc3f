import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { settings } from "~/adapters/settings.server";
import { besideFile, findLater, swapDatabases } from "~/domain/system/backups/restored-beside.server";
import { NOW } from "../../../support/people";
import { wholePerson } from "../../../support/whole-person";

/** A data folder with a restored database beside its own; returns both files. */
function prepareFolder(): { folder: string; live: string; restored: string } {
  const folder = mkdtempSync(join(settings.dataFolder, "swap-"));
  const restored = besideFile(folder);
  mkdirSync(join(folder, "restored"));
  rawConnection().prepare("VACUUM INTO ?").run(restored);
  return { folder, live: join(folder, "loop.db"), restored };
}

const numbersIn = (file: string) => {
  const connection = new SqliteFile(file, { readonly: true });
  const numbers = connection.prepare<[], string>("SELECT number FROM orders ORDER BY 1").pluck().all();
  connection.close();
  return numbers;
};

it("what came or changed after a moment is named, and the rest is not", async () => {
  const before = await wholePerson();
  const { live, restored } = prepareFolder();
  const old = numbersIn(restored);
  const after = await wholePerson();
  const connection = rawConnection();
  connection.prepare("UPDATE entries SET version = 7 WHERE loop_id = ?").run(before.loopId);
  connection.prepare("VACUUM INTO ?").run(live);
  const later = Object.fromEntries(findLater(live, restored).map(({ what, ...rest }) => [what, rest]));
  expect(later.Orders).toEqual({ added: numbersIn(live).filter((one) => !old.includes(one)), changed: [] });
  expect(later.Accounts).toEqual({ added: [after.accountId], changed: [] });
  expect(later.Weeks).toEqual({ added: [`${after.loopId} week 1`], changed: [`${before.loopId} week 1`] });
  expect([later.Vouchers?.added.length, later.Photos?.added.length, later.Payments?.added.length]).toEqual([2, 2, 3]);
});

it("the two change places with their logs, and a database that is damaged is kept as it is", async () => {
  const { folder, live } = prepareFolder();
  writeFileSync(live, "no database at all".repeat(500));
  writeFileSync(`${live}-wal`, "its log");
  const kept = await swapDatabases(folder, NOW);
  expect(readdirSync(kept).sort()).toEqual(["loop.db", "loop.db-wal"]);
  expect(readdirSync(folder).sort()).toEqual(["loop.db", "newer"]);
  expect(numbersIn(live).length).toBeGreaterThan(0);
  expect(existsSync(besideFile(folder))).toBe(false);
});
