import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import files, { type statfs } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import SqliteFile from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import type { Copies } from "~/adapters/backups/contract";
import { settings } from "~/adapters/settings.server";
import { type CopySource, withCheckedCopy } from "~/domain/system/backups/checked-copy.server";
import { CopyRefused } from "~/domain/system/backups/databases.server";
import { NOW } from "../../../support/people";

let file = "";
beforeEach(() => {
  file = join(mkdtempSync(join(settings.dataFolder, "copies-")), "loop.db");
  rawConnection().prepare("VACUUM INTO ?").run(file);
});
const asItIs = files.statfs;
afterEach(() => {
  files.statfs = asItIs;
  syncBuiltinESMExports();
});

function change(sql: string) {
  const connection = new SqliteFile(file);
  connection.pragma("foreign_keys = OFF");
  connection.exec(sql);
  connection.close();
}

const ORPHAN = "INSERT INTO fulfilments (order_id, kind, at) VALUES ('gone', 'voucher', 1)";

/** A bucket that holds the file as its nightly copy. */
const nightly = (): CopySource => {
  const copies: Copies = {
    put: () => Promise.reject(new Error("Nothing is put.")),
    list: async () => [{ key: "loop-1.db.gz", at: NOW, bytes: 1 }],
    download: async (_, toFile) => writeFileSync(toFile, gzipSync(readFileSync(file))),
    remove: async () => undefined,
    readErased: async () => null,
    writeErased: async () => undefined,
  };
  return { kind: "nightly", copies, at: null };
};
const ofFile = (): CopySource => ({ kind: "file", file });
const use = (source: CopySource) =>
  withCheckedCopy({ name: "trial", source, erased: [] }, NOW, async (copy, from) => [existsSync(copy), from]);

it("a copy of this release is used where there is room for itself alone, and is removed", async () => {
  const { size } = statSync(file);
  files.statfs = (async () => ({ bavail: size, bsize: 1 })) as unknown as typeof statfs;
  syncBuiltinESMExports();
  expect(await use(ofFile())).toEqual([true, file]);
  expect(await use(nightly())).toEqual([true, "loop-1.db.gz"]);
  expect(existsSync(join(settings.dataFolder, "work", "trial"))).toBe(false);
});

it.each([
  ["a damaged file", ofFile, ORPHAN, "is damaged: 1 rows point to missing rows"],
  ["a damaged nightly copy", nightly, ORPHAN, "The copy is damaged: 1 rows point to missing rows"],
  [
    "a copy of a newer release",
    ofFile,
    "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9999999999999)",
    "was written by a newer release",
  ],
])("%s is refused", async (_, source, sql, why) => {
  change(sql);
  const refused = use(source());
  await expect(refused).rejects.toThrow(CopyRefused);
  await expect(refused).rejects.toThrow(why);
});
