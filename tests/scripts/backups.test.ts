import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { databaseFile, rawConnection } from "#db/client.server";
import { createReplica } from "~/adapters/backups/litestream.server";
import { settings } from "~/adapters/settings.server";
import { lockFolder } from "../../scripts/folder-lock.ts";
import { startReplication } from "../../scripts/replication.ts";
import { hasServices, startBucket } from "../../scripts/testing/litestream-and-minio.ts";
import { productionSettings, today } from "../../scripts/testing/production.ts";
import { person } from "../support/people";

/** The commands about backups, with Litestream and a bucket on MinIO that checks signatures. */

const isPossible = hasServices("litestream", "minio");
let bucket: Awaited<ReturnType<typeof startBucket>>;

/** A data folder with this test's database, its settings, and its own place in the bucket. */
function openFolder(place: string, isEmpty = false) {
  const folder = mkdtempSync(join(settings.dataFolder, "shop-"));
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  if (!isEmpty) copyFileSync(databaseFile, join(folder, "loop.db"));
  const env = {
    PATH: process.env.PATH,
    ...productionSettings({ dataFolder: folder, port: 3000, bucket }),
    LITESTREAM_PATH: place,
    NIGHTLY_PATH: `${place}-nightly`,
  };
  return { folder, env, file: join(folder, "loop.db") };
}

type Folder = ReturnType<typeof openFolder>;

async function run(script: string, { env }: Folder, more: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(process.execPath, ["--no-warnings", "scripts/run.mjs", script, ...args], {
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const [status] = await once(child, "close");
  return { status, output: output.trim() };
}

const restore = (folder: Folder, ...args: string[]) => run("restore", folder, {}, args);

function write(folder: Folder, note: string): void {
  const connection = new SqliteFile(folder.file);
  connection.pragma("journal_mode = WAL");
  connection.prepare("INSERT INTO settings (key, value, updated_at) VALUES (?, '{}', ?)").run(note, Date.now());
  connection.close();
}

function notesOf(folder: Folder): string[] {
  const connection = new SqliteFile(folder.file);
  const notes = connection.prepare<[], string>("SELECT key FROM settings ORDER BY updated_at").pluck().all();
  connection.close();
  return notes;
}

function replicaOf({ env, folder }: Folder) {
  const program = bucket.settings.LITESTREAM_BIN;
  return createReplica({ ...bucket, path: env.LITESTREAM_PATH, program, dataFolder: folder });
}

/** Waits until Litestream has copied this note. */
async function untilCopied(shop: Folder, note: string): Promise<void> {
  const file = join(mkdtempSync(join(settings.dataFolder, "copied-")), "loop.db");
  const notesCopied = async () => {
    rmSync(file, { force: true });
    return (await replicaOf(shop).restore(file, null)) ? notesOf({ ...shop, file }) : [];
  };
  await vi.waitFor(async () => expect(await notesCopied()).toContain(note), { timeout: 30_000, interval: 250 });
}

/** The bucket's times are whole seconds. */
const untilNextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_010 - (Date.now() % 1_000)));

beforeAll(async () => {
  if (!isPossible) return;
  bucket = await startBucket();
  // Litestream reads its bucket from the environment.
  Object.assign(process.env, bucket.settings);
});
afterAll(async () => bucket?.close());

describe.skipIf(!isPossible)("with a real bucket and a real Litestream", () => {
  /** A drill waits for half a minute before it finds that nothing is copied; the other tests run meanwhile. */
  let ofLostOrders: ReturnType<typeof run>;
  beforeAll(async () => {
    const shop = openFolder("lost-orders");
    const replication = startReplication(shop.env);
    write(shop, "copied");
    await untilCopied(shop, "copied");
    await replication.stop(30);
    ofLostOrders = run("drill", shop);
  });

  it("a lost volume comes back at the start with every row, a moment can be asked for, and nothing is overwritten", async () => {
    const shop = openFolder("lost");
    const replication = startReplication(shop.env);
    write(shop, "before the accident");
    await untilCopied(shop, "before the accident");
    const moment = new Date();
    await untilNextSecond();
    write(shop, "the accident");
    await replication.stop(30);

    const empty = openFolder("lost", true);
    const { status, output } = await run("prepare-database", empty);
    expect([status, output]).toEqual([0, expect.stringContaining("rows were restored from the replica")]);
    expect(notesOf(empty)).toEqual(["before the accident", "the accident"]);
    expect(readdirSync(empty.folder).filter((name) => name.includes("restoring"))).toEqual([]);
    expect(await replicaOf(shop).bytes()).toBe(statSync(empty.file).size);

    const earlier = openFolder("lost", true);
    expect((await restore(earlier, "--at", moment.toISOString())).output).toContain("Set LITESTREAM_PATH");
    expect(notesOf(earlier)).toEqual(["before the accident"]);
    const again = await restore(earlier);
    expect(again).toEqual({
      status: 1,
      output: expect.stringContaining("nothing is restored over a database"),
    });

    const wrong = openFolder("wrong", true);
    const refused = await run("prepare-database", wrong);
    expect(refused.status).toBe(1);
    expect(refused.output).toContain("no backup was found in copies/wrong");
    expect(existsSync(wrong.file)).toBe(false);
  });

  it("outside production a copy is made with the secret that the start made for the data folder", async () => {
    const shop = openFolder("own-secret");
    const elsewhere = { APP_ENV: "development", SECRETS: "" };
    expect((await run("backup", shop, elsewhere)).output).toContain("SECRETS is missing");
    writeFileSync(join(shop.folder, "secret"), shop.env.SECRETS);
    expect((await run("backup", shop, elsewhere)).output).toContain("checked before it left");
  });

  it("a start on a damaged database names the replica, checked, and the command that brings it back", async () => {
    const shop = openFolder("damaged");
    const replication = startReplication(shop.env);
    write(shop, "before the damage");
    await untilCopied(shop, "before the damage");
    await replication.stop(30);
    writeFileSync(shop.file, Buffer.alloc(8192, 0xab));
    const { status, output } = await run("prepare-database", shop);
    expect([status, output]).toEqual([1, expect.stringContaining("The newest sound copy is the replica of ")]);
    const command = /start again: (mkdir .+)$/m.exec(output)?.[1] ?? "";
    const typed = spawnSync("sh", ["-c", command], { env: shop.env, encoding: "utf8" });
    expect([typed.status, typed.stdout]).toEqual([0, expect.stringContaining("from the replica")]);
    expect(notesOf(shop)).toEqual(["before the damage"]);
    expect(await run("prepare-database", shop)).toMatchObject({ status: 0 });
  });

  it("a bucket that does not let us in opens no empty shop, not even on the first day", async () => {
    const shop = openFolder("lost", true);
    const day = { FIRST_START: today() };
    const refused = await run("prepare-database", shop, { ...day, LITESTREAM_SECRET_ACCESS_KEY: "wrong" });
    expect(refused.status).toBe(1);
    expect(refused.output).toContain("SignatureDoesNotMatch");
    expect(existsSync(shop.file)).toBe(false);
  });

  it("the nightly copy restores without Litestream, and keeps a shop without a replica from being opened empty", async () => {
    const shop = openFolder("nightly");
    write(shop, "in the nightly copy");
    const copied = await run("backup", shop);
    expect(copied).toEqual({ status: 0, output: expect.stringContaining("checked before it left") });
    const empty = openFolder("nightly", true);
    const refused = await run("prepare-database", empty, { FIRST_START: today() });
    expect(refused).toEqual({ status: 1, output: expect.stringContaining("npm run restore -- --nightly") });
    expect(await restore(empty, "--nightly")).toMatchObject({ status: 0 });
    expect(notesOf(empty)).toEqual(["in the nightly copy"]);
    const before = await restore(openFolder("nightly", true), "--nightly", "--at", "2026-01-01T00:00:00Z");
    expect(before.output).toContain("The bucket holds no backup of 2026-01-01");
  });

  it("somebody who was erased after a copy was made is closed when the copy is opened, and erased again", async () => {
    const { id } = person("Ada");
    const shop = openFolder("erased");
    expect((await run("backup", shop)).status).toBe(0);
    const moment = new Date();
    const running = new SqliteFile(shop.file);
    running.prepare("DELETE FROM accounts WHERE id = ?").run(id);
    running.prepare("INSERT INTO erased_accounts VALUES (?, ?)").run(id, Date.now());
    running.close();
    await untilNextSecond();
    expect((await run("backup", shop)).status).toBe(0);

    const empty = openFolder("erased", true);
    const restored = await restore(empty, "--nightly", "--at", moment.toISOString());
    expect(restored).toMatchObject({ status: 0 });
    const { status, output } = await run("prepare-database", empty);
    expect([status, output]).toEqual([0, expect.stringContaining("erased since this database was copied: 1.")]);
    const opened = new SqliteFile(empty.file);
    const row = opened.prepare("SELECT status, deletion_due_at < ? AS isDue FROM accounts WHERE id = ?");
    expect(row.get(Date.now(), id)).toEqual({ status: "inactive", isDue: 1 });
    opened.close();
  });

  it("a moment before an accident is restored beside the running shop, compared, and put in its place", async () => {
    const { id: later } = person("Eve");
    const shop = openFolder("moment");
    const replication = startReplication(shop.env);
    write(shop, "before the accident");
    await untilCopied(shop, "before the accident");
    const moment = new Date();
    await untilNextSecond();
    write(shop, "the accident");
    const running = new SqliteFile(shop.file);
    running.prepare("UPDATE accounts SET email = 'changed@example.com' WHERE id = ?").run(later);
    const lock = await lockFolder(shop.folder);

    const early = await restore(shop, "--swap");
    expect(early).toEqual({ status: 1, output: expect.stringContaining("is running on") });
    const beside = await restore(shop, "--at", moment.toISOString());
    expect(beside).toEqual({ status: 0, output: expect.stringContaining("The shop was not touched.") });
    expect(beside.output).toContain(`Accounts that came after it: 0, changed: 1\n  changed: ${later}`);
    expect(notesOf(shop)).toEqual(["before the accident", "the accident"]);
    running.pragma("foreign_keys = ON");
    running.prepare("DELETE FROM accounts WHERE id = ?").run(later);
    const one = await restore(shop, "--account", String(later), "--from", moment.toISOString(), "--apply");
    expect(one).toEqual({ status: 0, output: expect.stringContaining("from the replica of") });
    expect(running.prepare("SELECT count(*) FROM accounts WHERE id = ?").pluck().get(later)).toBe(1);
    running.close();
    await replication.stop(30);
    lock?.release();

    const swapped = await restore(shop, "--swap");
    expect(swapped).toEqual({ status: 0, output: expect.stringContaining("Set LITESTREAM_PATH") });
    expect(notesOf(shop)).toEqual(["before the accident"]);
    const [kept = ""] = readdirSync(join(shop.folder, "newer"));
    expect(notesOf({ ...shop, file: join(shop.folder, "newer", kept, "loop.db") })).toEqual([
      "before the accident",
      "the accident",
    ]);
    const names = readdirSync(shop.folder);
    expect(names.filter((name) => /^(?:restored|\.loop)/.test(name))).toEqual([]);
    const again = await restore(shop, "--swap");
    expect(again).toEqual({
      status: 1,
      output: expect.stringContaining("Nothing has been restored beside the shop"),
    });
    expect((await run("prepare-database", shop, { LITESTREAM_PATH: "moment-2" })).status).toBe(0);
  });

  it("one deleted account comes back from a copy beside a running shop, unless it was erased", async () => {
    const [lost, erased] = [person("Cai"), person("Dee")];
    const shop = openFolder("account");
    expect((await run("backup", shop)).status).toBe(0);
    const file = join(shop.folder, "copy.db");
    copyFileSync(shop.file, file);
    const running = new SqliteFile(shop.file);
    running.pragma("journal_mode = WAL");
    running.prepare("DELETE FROM accounts WHERE id IN (?, ?)").run(lost.id, erased.id);
    running.prepare("INSERT INTO erased_accounts VALUES (?, ?)").run(erased.id, Date.now());
    const has = () => running.prepare("SELECT count(*) FROM accounts WHERE id = ?").pluck().get(lost.id);

    const listed = await restore(shop, "--account", lost.email);
    expect(listed).toEqual({
      status: 0,
      output: expect.stringContaining("accounts: 1\nNothing was changed"),
    });
    expect(has()).toBe(0);
    const back = await restore(shop, "--account", lost.email, "--apply");
    expect(back).toEqual({ status: 0, output: expect.stringContaining("That is back.") });
    expect(has()).toBe(1);
    const again = await restore(shop, "--account", lost.id, "--from", file, "--apply");
    expect(again).toEqual({ status: 0, output: `Nothing of account ${lost.id} comes back from ${file}.` });
    const refused = await restore(shop, "--account", erased.id, "--from", file, "--apply");
    expect(refused).toEqual({ status: 1, output: expect.stringContaining("asked us to delete it") });
    expect(readdirSync(join(shop.folder, "work"))).toEqual([]);
    running.close();
  });

  it("a drill beside a running shop is good; one of a replica that has lost orders is not", async () => {
    const shop = openFolder("drill");
    const replication = startReplication(shop.env);
    write(shop, "before the drill");
    await untilCopied(shop, "before the drill");
    const drill = await run("drill", shop);
    expect(drill).toEqual({ status: 0, output: expect.stringContaining("✓ Integrity, foreign keys") });
    await replication.stop(30);
    expect(await ofLostOrders).toEqual({ status: 1, output: expect.stringContaining("✗ backup_runs has") });
  });
});

it("Litestream is started without AWS_CA_BUNDLE, which it does not survive, and a line says so", () => {
  const program = join(settings.dataFolder, "litestream");
  const said = 'echo "bundle [$AWS_CA_BUNDLE], place [$LITESTREAM_PATH]"';
  writeFileSync(program, `#!/bin/sh\n${said}\ntouch "$0.started"\nexec sleep 60\n`, { mode: 0o755 });
  const code = `const { existsSync } = await import("node:fs");
    const { startReplication } = await import("./scripts/replication.ts");
    const replication = startReplication(process.env);
    while (!existsSync("${program}.started")) await new Promise((resolve) => setTimeout(resolve, 20));
    await replication.stop(5);`;
  const { PATH, NODE_ENV } = process.env;
  const env = { PATH, NODE_ENV, AWS_CA_BUNDLE: "/etc/ssl/cert.pem", LITESTREAM_BIN: program };
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    env,
    encoding: "utf8",
  });
  expect(stdout.trim()).toBe("bundle [], place [loop]");
  expect(stderr.trim()).toBe("Litestream 0.5 does not start with AWS_CA_BUNDLE: we start it without.");
});
