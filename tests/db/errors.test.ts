import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { databaseFile, db, rawConnection } from "#db/client.server";
import { isBusy, isStorageFull, storageFailure } from "#db/errors";
import { settings } from "#db/schema";
import { waitUntilWritable, writeIfFree } from "#db/write-lock.server";

const connection = rawConnection();
const write = (value: string) => {
  const row = { key: "note", value, updatedAt: new Date() };
  db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row }).run();
};
const kept = () => db.select().from(settings).where(eq(settings.key, "note")).get()?.value;

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

/** Runs while another connection holds the write lock. */
async function whileAnotherWrites(run: (letGo: () => void) => unknown): Promise<void> {
  const other = new SqliteFile(databaseFile);
  other.exec("BEGIN IMMEDIATE");
  try {
    await run(() => other.close());
  } finally {
    other.close();
  }
}

const LARGE = "x".repeat(2_000_000);
const fill = () => connection.pragma(`max_page_count = ${connection.pragma("page_count", { simple: true })}`);
const makeSpace = () => connection.pragma("max_page_count = 1000000");
afterEach(() => {
  makeSpace();
  connection.pragma("query_only = OFF");
});

describe("why a write was not kept", () => {
  it("is that somebody else writes", async () => {
    await whileAnotherWrites(() => {
      connection.pragma("busy_timeout = 0");
      const error = thrownBy(() => write("now"));
      connection.pragma("busy_timeout = 5000");
      expect([storageFailure(error), isBusy(error), isStorageFull(error)]).toEqual(["busy", true, false]);
    });
  });

  it("is that the disk is full", () => {
    fill();
    const error = thrownBy(() => write(LARGE));
    expect([storageFailure(error), isBusy(error), isStorageFull(error)]).toEqual(["full", false, true]);
    makeSpace();
    write("there is room again");
    expect(kept()).toBe("there is room again");
  });

  it("is that the storage takes nothing", () => {
    connection.pragma("query_only = ON");
    expect(storageFailure(thrownBy(() => write("now")))).toBe("failing");
    const copy = join(process.env.DATA_DIR ?? "", "copy.db");
    copyFileSync(databaseFile, copy);
    chmodSync(copy, 0o400);
    const readonly = new SqliteFile(copy, { readonly: true });
    expect(storageFailure(thrownBy(() => readonly.exec("DELETE FROM settings")))).toBe("failing");
    readonly.close();
    expect(storageFailure(thrownBy(() => new SqliteFile("/")))).toBe("failing");
  });

  it.each([
    ["SQLITE_BUSY_SNAPSHOT", "busy"],
    ["SQLITE_IOERR_WRITE", "failing"],
    ["SQLITE_READONLY_DBMOVED", "failing"],
    ["ENOSPC", "full"],
    ["EROFS", "failing"],
    ["SQLITE_CONSTRAINT_TRIGGER", null],
    ["SQLITE_CORRUPT", "damaged"],
    ["SQLITE_CORRUPT_INDEX", "damaged"],
    ["SQLITE_NOTADB", "damaged"],
    ["ENOENT", null],
    ["NOT_SQLITE_BUSY", null],
  ])("by the code %s is: %s, also within another error", (code, failure) => {
    const error = Object.assign(new Error("no"), { code });
    expect(storageFailure(error)).toBe(failure);
    expect(storageFailure(new Error("outer", { cause: new Error("inner", { cause: error }) }))).toBe(failure);
  });

  it("is no matter of storage where it was a bug", () => {
    expect(storageFailure(thrownBy(() => connection.exec("SELECT no_such_column")))).toBeNull();
    expect([storageFailure("SQLITE_BUSY"), storageFailure(undefined)]).toEqual([null, null]);
  });
});

describe("a write that nobody waits for", () => {
  it("is done where the lock is free", () => {
    expect(writeIfFree(() => write("done"))).toBe(true);
    expect(kept()).toBe("done");
  });

  it("is left at once where another process writes, where the disk is full, and where it takes nothing", async () => {
    write("before");
    await whileAnotherWrites(() => expect(writeIfFree(() => write("now"))).toBe(false));
    fill();
    expect(writeIfFree(() => write(LARGE))).toBe(false);
    makeSpace();
    connection.pragma("query_only = ON");
    expect(writeIfFree(() => write("now"))).toBe(false);
    expect(kept()).toBe("before");
  });

  it("throws what is a bug, and leaves the patience of other writes as it was", () => {
    expect(() => writeIfFree(() => connection.exec("SELECT no_such_column"))).toThrow("no such column");
    expect(connection.pragma("busy_timeout", { simple: true })).toBe(5000);
  });
});

describe("waiting until a write can begin", () => {
  it("ends when the other writer ends, and meanwhile others have their turn", async () => {
    await whileAnotherWrites(async (letGo) => {
      const waiting = waitUntilWritable();
      let turns = 0;
      for (; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      letGo();
      expect([await waiting, turns]).toEqual([true, 3]);
    });
  });

  it("ends with no where the other one does not end", async () => {
    await whileAnotherWrites(async () => expect(await waitUntilWritable()).toBe(false));
  });

  it("does not wait for a disk: the write itself says what is wrong", async () => {
    connection.pragma("query_only = ON");
    expect(await waitUntilWritable()).toBe(true);
  });
});
