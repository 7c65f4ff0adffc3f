import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { databaseFile, rawConnection } from "#db/client.server";
import { createReplica } from "~/adapters/backups/litestream.server";
import { settings } from "~/adapters/settings.server";
import { hasServices, startBucket } from "../../scripts/testing/litestream-and-minio.ts";
import { productionSettings, startShop } from "../../scripts/testing/production.ts";
import { rounds } from "../support/rounds";

/** "Moving to another machine" of the deployment guide, with shops as production starts them, Litestream and MinIO. */

const isPossible = hasServices("litestream", "minio");
const STARTS_AT_ONCE = rounds(50, 1);
const LONG = { timeout: STARTS_AT_ONCE * 240_000 };
type Shop = Awaited<ReturnType<typeof startShop>>;
let bucket: Awaited<ReturnType<typeof startBucket>>;
const shops: Shop[] = [];

const emails: string[] = [];
const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, _session, callback) {
    stream.on("data", (chunk: Buffer) => emails.push(chunk.toString("utf8")));
    stream.on("end", () => callback());
  },
});

beforeAll(async () => {
  if (!isPossible) return;
  bucket = await startBucket();
  // Litestream reads its bucket from the environment.
  Object.assign(process.env, bucket.settings);
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  for (const { child } of shops) child.kill("SIGKILL");
});
afterAll(async () => {
  relay.close(() => undefined);
  await bucket?.close();
});

const newVolume = () => mkdtempSync(join(settings.dataFolder, "volume-"));

/** A volume with a shop on it. */
function shopVolume(): string {
  const folder = newVolume();
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  copyFileSync(databaseFile, join(folder, "loop.db"));
  return folder;
}

async function start(dataFolder: string, path: string, more: Record<string, string> = {}): Promise<Shop> {
  const { port } = relay.server.address() as AddressInfo;
  const shop = await startShop({
    dataFolder,
    bucket,
    settings: {
      LITESTREAM_PATH: path,
      HOST: "127.0.0.1",
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      ALARM_EMAIL: "night@loop.example",
      ...more,
    },
  });
  shops.push(shop);
  return shop;
}

async function takeOver(dataFolder: string, path: string) {
  const env = { PATH: process.env.PATH, ...productionSettings({ dataFolder, port: 3000, bucket }) };
  const child = spawn(process.execPath, ["scripts/run.mjs", "take-over"], {
    env: { ...env, LITESTREAM_PATH: path },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [[text], [code]] = await Promise.all([once(child.stdout, "data"), once(child, "exit")]);
  return { code, text: String(text) };
}

function write(folder: string, note: string): void {
  const connection = new SqliteFile(join(folder, "loop.db"), { timeout: 10_000 });
  connection.prepare("INSERT INTO settings (key, value, updated_at) VALUES (?, '{}', ?)").run(note, Date.now());
  connection.close();
}

function hasNote(folder: string, note: string): boolean {
  const connection = new SqliteFile(join(folder, "loop.db"));
  const found = connection.prepare("SELECT 1 FROM settings WHERE key = ?").get(note);
  connection.close();
  return found !== undefined;
}

/** Whether Litestream has copied a note. */
async function isCopied(path: string, dataFolder: string, note: string): Promise<boolean> {
  const replica = createReplica({ ...bucket, path, program: bucket.settings.LITESTREAM_BIN, dataFolder });
  const folder = newVolume();
  return (await replica.restore(join(folder, "loop.db"), null)) && hasNote(folder, note);
}

describe.skipIf(!isPossible)("a shop that moves to another machine", () => {
  it("is stopped there and opened here at once, with the last word; the old volume is refused until it is emptied", async () => {
    const [old, next] = [shopVolume(), newVolume()];
    const first = await start(old, "moved");
    await first.opened;
    const tooEarly = await start(next, "moved");
    expect(await tooEarly.ended).toBe(1);
    expect(tooEarly.output()).toContain("has the copies of this shop");
    const told = await PostalMime.parse(emails.join(""));
    expect(told.subject).toContain("The shop doesn’t start");
    expect(told.text).toMatch(/docker run .* -c 'npm run take-over' && docker start loop/);
    write(old, "the last word");
    expect(await first.stop()).toBe(0);
    expect(first.output()).toContain("the copies are released");

    const second = await start(next, "moved");
    await second.opened;
    expect(hasNote(next, "the last word")).toBe(true);
    const back = await start(old, "moved");
    expect(await back.ended).toBe(1);
    expect(back.output()).toContain("may be older than its copies");
    write(next, "a later word");
    expect(await second.stop()).toBe(0);

    mkdirSync(join(old, "older"));
    renameSync(join(old, "loop.db"), join(old, "older", "loop.db"));
    const returned = await start(old, "moved");
    await returned.opened;
    expect(hasNote(old, "a later word")).toBe(true);
    expect(await returned.stop()).toBe(0);
  });

  it("and is taken from a machine that still runs stops there within seconds, says who has it, and opens here whole", async () => {
    const [lost, next] = [shopVolume(), newVolume()];
    const first = await start(lost, "lost");
    await first.opened;
    write(lost, "before it was lost");
    await expect.poll(async () => (await fetch(`${first.origin}/health`)).ok).toBe(true);
    await expect.poll(() => isCopied("lost", lost, "before it was lost"), { timeout: 30_000 }).toBe(true);
    const taken = await takeOver(next, "lost");
    expect(taken).toEqual({ code: 0, text: expect.stringContaining("The copies are this volume’s now") });
    const began = Date.now();
    expect(await first.ended).toBe(1);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(first.output()).toMatch(/Another machine, .* has the copies of this shop.*has stopped saving/);
    expect(emails.join("")).toContain("Another machine has this shop");

    const second = await start(next, "lost");
    await second.opened;
    expect(Date.now() - began).toBeGreaterThan(30_000);
    expect(hasNote(next, "before it was lost")).toBe(true);
    expect(await second.stop()).toBe(0);
  });

  it("and is started on two at once opens on one alone, and all that is written there comes back", LONG, async () => {
    for (let round = 0; round < STARTS_AT_ONCE; round += 1) {
      const path = `race-${round}`;
      const volumes = [shopVolume(), shopVolume()];
      const both = await Promise.all(volumes.map((volume) => start(volume, path)));
      await Promise.any(both.map(({ opened }) => opened));
      expect(await Promise.race(both.map(({ ended }) => ended))).toBe(1);
      const opened = both.filter(({ output }) => output().includes("Loop is open at"));
      expect(opened).toHaveLength(1);
      const [winner] = opened;
      write(volumes[both.findIndex((shop) => shop.child === winner?.child)] ?? "", `word ${round}`);
      expect(await winner?.stop()).toBe(0);

      const next = newVolume();
      const after = await start(next, path);
      await after.opened;
      expect(hasNote(next, `word ${round}`)).toBe(true);
      expect(await after.stop()).toBe(0);
    }
  });

  it("is copied outside production too, where a bucket is named", async () => {
    const [volume, next] = [shopVolume(), newVolume()];
    const trial = { APP_ENV: "development", NODE_ENV: "development" };
    const first = await start(volume, "trial", trial);
    await first.opened;
    write(volume, "a trial");
    expect(await first.stop()).toBe(0);
    const second = await start(next, "trial", trial);
    await second.opened;
    expect(hasNote(next, "a trial")).toBe(true);
  });
});
