import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { databaseFile, rawConnection, write } from "#db/client.server";
import { settings as settingsTable } from "#db/schema";
import { waitBriefly, waitUntilWritable } from "#db/write-lock.server";

/** Takes the write lock, says so, and holds it as a busy machine's commit does. */
const HOLD = `
  import SqliteFile from "better-sqlite3";
  const connection = new SqliteFile(process.argv[1]);
  connection.exec("BEGIN IMMEDIATE");
  console.log("held");
  setTimeout(() => connection.exec("COMMIT"), Number(process.argv[2]));`;

/** Commits one short transaction after another for these milliseconds, and hardly lets go between them. */
const KEEP_COMMITTING = `
  import SqliteFile from "better-sqlite3";
  const connection = new SqliteFile(process.argv[1]);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const until = Date.now() + Number(process.argv[2]);
  connection.exec("BEGIN IMMEDIATE");
  console.log("held");
  while (Date.now() < until) {
    connection.exec("INSERT INTO settings (key, value, updated_at) VALUES (hex(randomblob(8)), '{}', 0)");
    Atomics.wait(pause, 0, 0, 300);
    connection.exec("COMMIT");
    connection.exec("BEGIN IMMEDIATE");
  }
  connection.exec("COMMIT");`;

async function holdLock(milliseconds: number, how = HOLD) {
  const args = ["--input-type=module", "--eval", how, databaseFile, String(milliseconds)];
  const other = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(other.stdout, "data");
  return { ended: once(other, "exit") };
}

const waitInThread = () => rawConnection().pragma("busy_timeout", { simple: true });
const keep = (key: string) =>
  write((tx) => tx.insert(settingsTable).values({ key, value: "{}", updatedAt: new Date() }).run().changes);

it("a web process that was let in waits for a commit of another that takes some hundred milliseconds", async () => {
  waitBriefly();
  const { ended } = await holdLock(400);
  expect(keep("kept")).toBe(1);
  await ended;
});

it("once the lock is known to be held for long, a write fails at once instead of holding up every page", async () => {
  waitBriefly();
  const { ended } = await holdLock(4_500);
  expect(await waitUntilWritable()).toBe(false);
  const began = performance.now();
  expect(() => keep("refused")).toThrow("locked");
  expect(performance.now() - began).toBeLessThan(500);
  await ended;
  expect(await waitUntilWritable()).toBe(true);
  // A commit is waited for again.
  const short = await holdLock(400);
  expect(keep("kept again")).toBe(1);
  await short.ended;
});

it("while another commits one short transaction after another, a write waits among them, and no page for longer than half a second", async () => {
  waitBriefly();
  const { ended } = await holdLock(4_500, KEEP_COMMITTING);
  const isLetIn = await waitUntilWritable();
  expect(waitInThread()).toBe(isLetIn ? 2_000 : 500);
  await ended;
  expect(await waitUntilWritable()).toBe(true);
  expect(waitInThread()).toBe(2_000);
  expect(keep("kept among many")).toBe(1);
});
