import { DatabaseSync } from "node:sqlite";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseFile, db, rawConnection } from "#db/client.server";
import { storageFailure } from "#db/errors";
import { asBetterSqlite, onReplicaRefusal } from "#db/replica.server";
import { accounts } from "#db/schema";
import { cacheStatements } from "#db/statement-cache.server";
import { person } from "../support/people";

/** The reading connection on a plain file; what Litestream's extension reads is tried where that can be had. */

let copy: ReturnType<typeof asBetterSqlite>;
let refusals = 0;

beforeEach(() => {
  copy = asBetterSqlite(new DatabaseSync(databaseFile, { readOnly: true }));
  refusals = 0;
  onReplicaRefusal(() => {
    refusals += 1;
  });
});
afterEach(() => {
  onReplicaRefusal(() => {});
  copy.close();
});

describe("a connection that only reads", () => {
  it("gives drizzle the rows that the writing one has", () => {
    person("Ada");
    const rows = drizzle(cacheStatements(copy)).select().from(accounts).all();
    expect(rows).toEqual(db.select().from(accounts).all());
    expect(rows.length).toBeGreaterThan(0);
  });

  it("gives rows as objects, as arrays, and their first column alone", () => {
    const text = "SELECT 1 AS one, 'two' AS two";
    expect({ ...(copy.prepare(text).get() as object) }).toEqual({ one: 1, two: "two" });
    expect(copy.prepare(text).raw().all()).toEqual([[1, "two"]]);
    expect(copy.prepare("SELECT value FROM json_each(?)").pluck().all("[3,4]")).toEqual([3, 4]);
    expect(copy.prepare("SELECT 1 WHERE 0").get()).toBeUndefined();
  });

  it("gives bytes with the methods of Node’s buffers", () => {
    expect(copy.prepare("SELECT x'4c6f6f70'").pluck().get()).toEqual(Buffer.from("Loop"));
  });

  it("says which of its statements give rows", () => {
    expect(copy.prepare("SELECT 1").reader).toBe(true);
    expect(copy.prepare("DELETE FROM accounts").reader).toBe(false);
  });

  it("answers a pragma with its rows, or with its one value", () => {
    expect(copy.pragma("user_version", { simple: true })).toBe(
      rawConnection().pragma("user_version", { simple: true }),
    );
    expect(copy.pragma("table_info(settings)")).toHaveLength(5);
  });

  it("refuses to write as a disk does that takes no writes, and says so to its listener", () => {
    const remove = () => copy.prepare("DELETE FROM accounts").run();
    expect(remove).toThrow(/readonly/);
    try {
      remove();
    } catch (error) {
      expect(storageFailure(error)).toBe("failing");
    }
    expect(refusals).toBe(2);
  });

  it("says to its listener that a table is missing, as in a copy of an older release", () => {
    expect(() => copy.prepare("SELECT * FROM table_of_tomorrow")).toThrow(/no such table/);
    expect(refusals).toBe(1);
  });

  it("reads one state of things within a transaction, and is out of it after an error", () => {
    const count = copy.prepare("SELECT count(*) FROM accounts").pluck();
    const twice = copy.transaction(() => {
      const before = count.get();
      person("Grace");
      expect(copy.inTransaction).toBe(true);
      return [before, count.get()];
    });
    const [before, after] = twice();
    expect(after).toBe(before);
    expect(count.get()).toBe(Number(before) + 1);
    const fail = copy.transaction(() => {
      throw new Error("Broken off.");
    });
    expect(() => fail()).toThrow("Broken off.");
    expect(copy.inTransaction).toBe(false);
  });
});
