import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { databaseFile, db, rawConnection } from "#db/client.server";
import { accounts, entries, photos } from "#db/schema";
import { eraseAccounts } from "~/jobs/erase-accounts";
import { SCHEDULE } from "~/jobs/schedule";
import { later, NOW, person } from "../support/people";
import { wholePerson } from "../support/whole-person";

/** Finds a text in the bytes of the database: its file and its write-ahead log. */
const files = [databaseFile, `${databaseFile}-wal`];
const placesOf = (words: string) =>
  files.filter((file) => readFileSync(file).includes(words)).map((file) => file.slice(databaseFile.length));

const IN_LOG = "-wal";
const line = SCHEDULE.find(({ name }) => name === "empty-write-ahead-log");
const run = async (at = NOW) => await line?.run(at);

let logged: MockInstance<typeof console.error>;
let told: MockInstance<typeof console.log>;
let reader: SqliteFile.Database | undefined;
beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
  told = vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(async () => {
  reader?.close();
  reader = undefined;
  await run();
  vi.restoreAllMocks();
});

/** A connection with an open read transaction, as a backup has one. */
function beginReading(): void {
  person("Ada");
  reader = new SqliteFile(databaseFile, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM accounts").get();
}

const said = () =>
  [...logged.mock.calls, ...told.mock.calls]
    .map(([text]) => JSON.parse(String(text)) as Record<string, unknown>)
    .filter(({ event }) => String(event).startsWith("log_"))
    .map(({ level, event }) => [level, event]);

/** An account, due for deletion now, whose text is in the write-ahead log. */
async function leavingPerson() {
  const whole = await wholePerson("DELIVERED");
  const words = whole.marks.flatMap((mark) => (mark.column === "entries.highlight" ? [mark.words] : []));
  db.update(accounts).set({ deletionDueAt: NOW }).where(eq(accounts.id, whole.accountId)).run();
  expect(words.length).toBeGreaterThan(0);
  for (const word of words) expect(placesOf(word)).toContain(IN_LOG);
  return words;
}

describe("the words of an account that was deleted", () => {
  it("are in no byte of the database as soon as it is", async () => {
    const words = await leavingPerson();
    await eraseAccounts(NOW);
    for (const word of words) expect(placesOf(word)).toEqual([]);
    expect(said()).toEqual([]);
  });

  it("wait in the log while somebody is reading, which is said, and go when they have read", async () => {
    const words = await leavingPerson();
    beginReading();
    await eraseAccounts(NOW);
    for (const word of words) expect(placesOf(word)).toContain(IN_LOG);
    expect(said()).toEqual([["warn", "log_not_emptied"]]);
    reader?.close();
    await run(later(600));
    for (const word of words) expect(placesOf(word)).toEqual([]);
    expect(said()).toEqual([
      ["warn", "log_not_emptied"],
      ["info", "log_emptied"],
    ]);
  });
});

describe("the log of the last writes", () => {
  it("forgets within ten minutes what somebody took out of their week", async () => {
    const whole = await wholePerson();
    const captions = whole.marks.flatMap(({ column, words }) => (column === "photos.caption" ? [words] : []));
    expect(captions.length).toBeGreaterThan(0);
    db.delete(photos).run();
    db.update(entries).set({ highlight: "Something else." }).run();
    await run();
    for (const words of captions) expect(placesOf(words)).toEqual([]);
    expect(line).toMatchObject({ everySeconds: 600 });
  });

  it("that a reader keeps for a day is an error, said once a day", async () => {
    const day = 86_400;
    beginReading();
    for (const seconds of [0, 600, day - 1]) await run(later(seconds));
    expect(said()).toEqual([["warn", "log_not_emptied"]]);
    await run(later(day));
    await run(later(day + 600));
    await run(later(2 * day));
    expect(said().slice(1)).toEqual([
      ["error", "log_not_emptied"],
      ["error", "log_not_emptied"],
    ]);
  });

  it("that Litestream keeps is no error, and is said too", async () => {
    const copy = join(dirname(databaseFile), ".loop.db-litestream");
    mkdirSync(copy);
    beginReading();
    for (const days of [0, 1, 2]) await run(later(days * 86_400));
    rmSync(copy, { recursive: true });
    expect(said()).toEqual(Array(3).fill(["warn", "log_not_emptied"]));
    expect(JSON.parse(String(logged.mock.calls[0]?.[0]))).toMatchObject({ isCopied: true });
  });

  it("is not waited for, since nobody could write meanwhile, and later writes are as patient as before", async () => {
    beginReading();
    const pragmas = vi.spyOn(rawConnection(), "pragma");
    await run();
    expect(pragmas.mock.calls.map(([words]) => words)).toEqual([
      "busy_timeout = 0",
      "wal_checkpoint(TRUNCATE)",
      "busy_timeout = 5000",
    ]);
    expect(said()).toEqual([["warn", "log_not_emptied"]]);
  });
});
