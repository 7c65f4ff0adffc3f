import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import SqliteFile from "better-sqlite3";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databaseFile, rawConnection } from "#db/client.server";
import type { Copies } from "~/adapters/backups/contract";
import { createCopies } from "~/adapters/backups/copies.server";
import { createReplica } from "~/adapters/backups/litestream.server";
import { settings } from "~/adapters/settings.server";
import { newestCopy, restoreDatabase } from "~/domain/system/backups/restore.server";
import { startS3Server } from "../../../support/s3-server";

/** What a restore asks of the disk before it writes. */

const NOW = new Date("2026-11-26T03:00:00Z");
const KEYS = { bucket: "copies", region: "eu-west-2", accessKeyId: "key", secretAccessKey: "secret" };
const server = await startS3Server(KEYS);
afterAll(() => server.close());
const { endpoint } = server;
const copies = createCopies({ ...KEYS, endpoint, path: "nightly" });
const { bucket: Bucket, region, ...credentials } = KEYS;
const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials });
const put = (Key: string, Body: Buffer) => client.send(new PutObjectCommand({ Bucket, Key, Body }));

let folder = "";
beforeEach(() => {
  server.objects.clear();
  folder = mkdtempSync(join(settings.dataFolder, "restore-"));
});
const restoreNightly = (from: Copies) =>
  restoreDatabase(join(folder, "loop.db"), { kind: "nightly", copies: from, at: null }, NOW);

const noSpaceFor = (bytes: string) =>
  new RegExp(
    `^There’s no room to restore the database\\. It needs ${bytes} in .+ is free: .+ too little\\. Enlarge the volume, or`,
  );

/** This test's database, with more pages in its header than any disk has. */
function hugeDatabase(): Buffer {
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  const database = readFileSync(databaseFile);
  database.writeUInt16BE(1, 16);
  database.writeUInt32BE(0xffff_ffff, 28);
  return database;
}

/** A database of something else. */
function otherDatabase(): Buffer {
  const connection = new SqliteFile(":memory:");
  connection.exec("CREATE TABLE cats (name)");
  const bytes = connection.serialize();
  connection.close();
  return bytes;
}

describe("a restore", () => {
  it("of a nightly copy comes back whole where there is room", async () => {
    rawConnection().pragma("wal_checkpoint(TRUNCATE)");
    const copy = join(folder, "copy.db");
    copyFileSync(databaseFile, copy);
    await put("nightly/loop-1.db.gz", gzipSync(readFileSync(copy)));
    expect(await restoreNightly(copies)).toMatchObject({ ok: true });
    expect(readFileSync(join(folder, "loop.db")).equals(readFileSync(copy))).toBe(true);
  });

  it("is refused where there is a database, and where the bucket holds nothing or something damaged", async () => {
    expect(await restoreNightly(copies)).toEqual({ ok: false, reason: "no_backup" });
    await put("nightly/loop-1.db.gz", gzipSync(otherDatabase()));
    expect(await restoreNightly(copies)).toMatchObject({ ok: false, reason: "damaged" });
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "loop.db"), "a shop");
    expect(await restoreNightly(copies)).toEqual({ ok: false, reason: "exists" });
    expect(readFileSync(join(folder, "loop.db"), "utf8")).toBe("a shop");
  });

  it("takes the newest copy up to a moment, that moment included", async () => {
    const listed = [3, 1, 2].map((day) => ({ key: `loop-${day}`, at: new Date(Date.UTC(2026, 10, day)), bytes: 1 }));
    const keyAt = async (at: Date | null) => (await newestCopy({ ...copies, list: async () => listed }, at))?.key;
    expect([await keyAt(null), await keyAt(new Date(Date.UTC(2026, 10, 2)))]).toEqual(["loop-3", "loop-2"]);
    expect(await keyAt(new Date(Date.UTC(2026, 10, 1) - 1))).toBeUndefined();
  });

  it("of a nightly copy unpacks nothing for which there is no room", async () => {
    await put("nightly/loop-1.db.gz", gzipSync(hugeDatabase()));
    await expect(restoreNightly(copies)).rejects.toThrow(noSpaceFor("281475 GB"));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of a nightly copy fetches no archive for which there is no room", async () => {
    const listed = [{ key: "nightly/loop-1.db.gz", at: NOW, bytes: 5e15 }];
    await expect(restoreNightly({ ...copies, list: async () => listed })).rejects.toThrow(noSpaceFor("5000000 GB"));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of the replica asks for as much as the newest change says that the database has", async () => {
    // The beginning of an object of Litestream's: its mark, no flags, pages of 64 KB, and how many.
    const header = Buffer.concat([Buffer.from("LTX1"), Buffer.alloc(96)]);
    header.writeUInt32BE(65_536, 8);
    header.writeUInt32BE(0xffff_ffff, 12);
    await put("loop/0000/0000000000000001-0000000000000001.ltx", header);
    const replica = createReplica({
      ...{ ...KEYS, endpoint, path: "loop" },
      ...{ program: "/no/litestream", dataFolder: folder },
    });
    expect(await replica.bytes()).toBe(65_536 * 0xffff_ffff);
    const source = { kind: "replica", replica, at: null } as const;
    await expect(restoreDatabase(join(folder, "loop.db"), source, NOW)).rejects.toThrow(noSpaceFor("281475 GB"));
    expect(readdirSync(folder)).toEqual([]);
  });
});
