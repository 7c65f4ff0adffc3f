import { copyFileSync, mkdirSync, mkdtempSync, openSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databaseFile, rawConnection } from "#db/client.server";
import { settings } from "~/adapters/settings.server";
import { startShop, today } from "../../scripts/testing/production.ts";
import { openMailRelay } from "../support/mail-relay";

/** A shop that production does not start: somebody is notified, without its database. */

const relay = await openMailRelay();
afterAll(() => relay.close());
beforeEach(() => {
  relay.received.length = 0;
});

/** A data folder with the database of this test, changed. */
function folderWith(change: (connection: SqliteFile.Database, folder: string) => void): string {
  const folder = mkdtempSync(join(settings.dataFolder, "shop-"));
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  copyFileSync(databaseFile, join(folder, "loop.db"));
  const connection = new SqliteFile(join(folder, "loop.db"));
  change(connection, folder);
  connection.close();
  return folder;
}

/** Overwrites the header, which the first look reads. */
function damage(connection: SqliteFile.Database, folder: string): void {
  mkdirSync(join(folder, "before-migrations"));
  copyFileSync(join(folder, "loop.db"), join(folder, "before-migrations", "0001_copy.db"));
  connection.close();
  writeSync(openSync(join(folder, "loop.db"), "r+"), Buffer.alloc(100, 0xab), 0, 100, 0);
}

async function start(dataFolder: string, more: Record<string, string> = {}) {
  const given = { ALLOW_NO_BACKUP: "1", SMTP_URL: relay.url, ALARM_EMAIL: "night@loop.example" };
  const shop = await startShop({ dataFolder, settings: { ...given, ...more } });
  return { shop, code: await shop.ended };
}

async function textOf(index: number): Promise<string> {
  return (await PostalMime.parse(relay.received[index]?.raw ?? "")).text ?? "";
}

const REFUSED: readonly (readonly [string, RegExp[], (c: SqliteFile.Database, folder: string) => void])[] = [
  [
    "a damaged database",
    [
      /is damaged/,
      /The newest sound copy is .*0001_copy\.db/,
      /In a container: docker stop loop; docker run .* -c 'mkdir/,
    ],
    damage,
  ],
  [
    "a database of a newer release",
    [/written by a newer release/, /docker images loop/],
    (connection) => {
      connection
        .prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', ?)")
        .run(Date.now() + 1e9);
    },
  ],
  [
    "a migration that fails",
    [/The migration of the database failed \(\d{4}_.*changed nothing/, /docker rename loop-old loop/],
    (connection) => {
      // All but the first are made again: some of them can be, as an index is dropped before it is created.
      const first = "(SELECT min(created_at) FROM __drizzle_migrations)";
      connection.exec(`DELETE FROM __drizzle_migrations WHERE created_at > ${first}`);
    },
  ],
  [
    "values that no secret opens",
    [/No secret in SECRETS opens/, /'npm run reseal -- --accept-unreadable'/],
    (connection) => {
      connection.exec(
        `INSERT INTO staff (id, email, name, role, totp_sealed, created_at)
         VALUES ('s', 's@loop.example', 'S', 'support', '1.AAAA', 0)`,
      );
      connection.exec("DELETE FROM service_checks");
    },
  ],
];

describe("a start that is refused for", () => {
  it.each(REFUSED)("%s tells those who get alarms once, with what to type", async (_, lines, change) => {
    const folder = folderWith(change);
    const { code, shop } = await start(folder);
    expect([code, shop.output()]).toEqual([1, expect.stringContaining("We’ve told everybody who gets alarms.")]);
    const text = await textOf(0);
    for (const line of lines) expect(text).toMatch(line);
    expect((await start(folder)).code).toBe(1);
    expect(relay.received.map(({ to }) => to)).toEqual(["night@loop.example"]);
  });

  it("an empty folder says how a shop is opened, and the start that opens it that it is open", async () => {
    const folder = mkdtempSync(join(settings.dataFolder, "shop-"));
    expect((await start(folder)).code).toBe(1);
    expect(await textOf(0)).toContain(`set FIRST_START=${today()}`);
    const given = { ALLOW_NO_BACKUP: "1", SMTP_URL: relay.url, ALARM_EMAIL: "night@loop.example" };
    const shop = await startShop({ dataFolder: folder, settings: { ...given, FIRST_START: today() } });
    await shop.opened;
    await expect.poll(() => relay.received.length).toBe(2);
    expect(await textOf(1)).toContain("The shop is open.");
    expect(await shop.stop()).toBe(0);
  });
});

it("a start that breaks off because its port cannot be opened tells so too", async () => {
  // An address for documents, which no machine has.
  const { code } = await start(
    folderWith(() => undefined),
    { HOST: "203.0.113.9" },
  );
  expect(code).toBe(1);
  expect(await textOf(0)).toMatch(/Port \d+ cannot be opened/);
});

it("a relay whose response never ends holds up no refusal for long, and the next one tells", async () => {
  const silent = createServer((socket) => {
    socket.on("error", () => undefined).write("220 relay.example\r\n");
    const going = setInterval(() => socket.write("250-wait\r\n"), 1000);
    socket.once("close", () => clearInterval(going));
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const folder = folderWith(damage);
  const began = performance.now();
  expect((await start(folder, { SMTP_URL: `smtp://127.0.0.1:${port}` })).code).toBe(1);
  expect(performance.now() - began).toBeLessThan(45_000);
  silent.close();
  expect((await start(folder)).code).toBe(1);
  expect(relay.received).toHaveLength(1);
});
