import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { databaseFile, openDatabase } from "#db/client.server";
import { newId } from "#db/identifiers";

describe("the database file", () => {
  it("keeps every promise at the second and the third open too", () => {
    for (const _ of [1, 2, 3]) {
      const connection = openDatabase(databaseFile);
      const read = (name: string) => connection.pragma(name, { simple: true });
      const promises = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete"];
      expect(promises.map(read)).toEqual(["wal", 2, 1, 5000, 1]);
      connection.close();
    }
  });

  it("refuses to open where a setting cannot hold", () => {
    expect(() => openDatabase(":memory:")).toThrow("journal_mode");
  });

  it("lives in the data folder", () => {
    expect(databaseFile).toBe(join(process.env.DATA_DIR ?? "", "loop.db"));
  });
});

describe("public identifiers", () => {
  it("ten thousand of them are all different and follow no order", () => {
    const ids = Array.from({ length: 10_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-hjkmnp-tv-z]{20}$/.test(id))).toBe(true);
    expect([...ids].sort()).not.toEqual(ids);
  });
});

/** Statements that nobody holds any more are taken by the garbage collector at any moment, also between two requests. */
const COLLECTED = `
  const Database = (await import("better-sqlite3")).default;
  const database = new Database(":memory:");
  for (let turn = 0; turn < 400; turn += 1) {
    for (let each = 0; each < 50; each += 1) database.prepare("SELECT " + each).get();
    const waste = Array.from({ length: 20_000 }, (_, at) => ({ at }));
    await new Promise((resolve) => setTimeout(resolve, 0, waste));
  }
  console.log("all collected");
`;

it("a process lives on when its statements are collected", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", COLLECTED], {
    encoding: "utf8",
  });
  expect([status, stdout.trim(), stderr]).toEqual([0, "all collected", ""]);
});
