import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { databaseFile, write } from "#db/client.server";
import { settings as settingsTable } from "#db/schema";
import { waitBriefly } from "#db/write-lock.server";

/** Takes the write lock, says so, and holds it as a busy machine's commit does. */
const HOLD = `
  import SqliteFile from "better-sqlite3";
  const connection = new SqliteFile(process.argv[1]);
  connection.exec("BEGIN IMMEDIATE");
  console.log("held");
  setTimeout(() => connection.exec("COMMIT"), 400);`;

it("a web process that was let in waits for a commit of another that takes some hundred milliseconds", async () => {
  waitBriefly();
  const other = spawn(process.execPath, ["--input-type=module", "--eval", HOLD, databaseFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(other.stdout, "data");
  const row = { key: "kept", value: "{}", updatedAt: new Date() };
  expect(write((tx) => tx.insert(settingsTable).values(row).run().changes)).toBe(1);
  await once(other, "exit");
});
