import SqliteFile from "better-sqlite3";
import { expect, it } from "vitest";
import { databaseFile } from "#db/client.server";
import { waitBriefly } from "#db/write-lock.server";
import { checkHealth, partNames, recentHealth } from "~/domain/system/checks/health.server";
import { later, NOW } from "../../../support/people";

const databaseHealth = async () => (await checkHealth(NOW)).find(({ part }) => part === "database");

/** Runs while another process is writing. */
async function whileWriting<Result>(run: (end: () => void) => Promise<Result>): Promise<Result> {
  const other = new SqliteFile(databaseFile);
  other.exec("BEGIN IMMEDIATE");
  try {
    return await run(() => other.exec("ROLLBACK"));
  } finally {
    other.close();
  }
}

it("the database is healthy while another process writes, whose end is waited for", async () => {
  waitBriefly();
  const found = await whileWriting(async (end) => {
    setImmediate(end);
    return await databaseHealth();
  });
  expect(found).toMatchObject({ state: "well" });
});

it("a database that is being written to all the time is a warning with its reason, not an error", async () => {
  waitBriefly();
  const found = await whileWriting(databaseHealth);
  expect(found).toMatchObject({ state: "warning", message: "Another process is writing." });
});

it("every part is looked at, and what was found is used for a minute", async () => {
  const found = await recentHealth(NOW);
  expect(found.map(({ part }) => part)).toEqual(partNames());
  expect(await recentHealth(later(60))).toBe(found);
  expect(await recentHealth(later(60.001))).not.toBe(found);
});
