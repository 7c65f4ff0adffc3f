import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endOnceWritable } from "#db/read-only.server";

const folder = mkdtempSync(join(tmpdir(), "loop-read-only-"));
const file = join(folder, "loop.db");
new SqliteFile(file).exec("CREATE TABLE weeks (words TEXT)").close();

const LOOK_MS = 500;
const end = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  end.mockClear();
});
afterEach(() => vi.useRealTimers());

it("a process that opened the database while the disk took no writes ends once the disk takes them", () => {
  const connection = new SqliteFile(file, { readonly: true });
  const onDisk = join(folder, "not-yet");
  endOnceWritable({ connection, file: onDisk, end });
  vi.advanceTimersByTime(5 * LOOK_MS);
  expect(end).not.toHaveBeenCalled();
  expect(connection.prepare("SELECT count(*) FROM weeks").pluck().get()).toBe(0);
  writeFileSync(onDisk, "");
  vi.advanceTimersByTime(LOOK_MS);
  expect(end).toHaveBeenCalledOnce();
});

it("a process that may write goes on, also one that starts while another writes", () => {
  const connection = new SqliteFile(file, { timeout: 0 });
  const other = new SqliteFile(file);
  endOnceWritable({ connection, file, end });
  other.exec("BEGIN IMMEDIATE");
  endOnceWritable({ connection, file, end });
  other.exec("ROLLBACK");
  vi.advanceTimersByTime(LOOK_MS);
  expect(end).not.toHaveBeenCalled();
  expect(connection.prepare("INSERT INTO weeks VALUES ('A seal!')").run().changes).toBe(1);
});
