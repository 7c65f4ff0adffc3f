import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { createReplica } from "~/adapters/backups/litestream.server";
import { createOwnerObject } from "~/adapters/backups/owner-object.server";
import { settings } from "~/adapters/settings.server";
import { claimCopies } from "~/domain/system/backups/ownership.server";
import { type Replication, startReplication } from "../../../scripts/replication.ts";
import { hasServices, startBucket } from "../../../scripts/testing/litestream-and-minio.ts";
import { productionSettings } from "../../../scripts/testing/production.ts";
import { wholePerson } from "../../support/whole-person";

const isPossible = hasServices("litestream", "minio");
let bucket: Awaited<ReturnType<typeof startBucket>>;
let replication: Replication;
let [old, next] = ["", ""];
let accountId = "";

beforeAll(async () => {
  if (!isPossible) return;
  bucket = await startBucket();
  ({ accountId } = await wholePerson());
  [old, next] = [shopVolume(), shopVolume()];
  await claimCopies(createOwnerObject({ ...bucket, path: "loop" }), next);
  replication = startReplication({ ...process.env, ...bucket.settings, DATA_DIR: next });
});
afterAll(async () => {
  await replication?.kill();
  await bucket?.close();
});

function shopVolume(): string {
  const folder = mkdtempSync(join(settings.dataFolder, "machine-"));
  rawConnection().prepare("VACUUM INTO ?").run(join(folder, "loop.db"));
  return folder;
}

async function missed(dataFolder: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, ...productionSettings({ dataFolder, port: 3000, bucket }) };
  const child = spawn(process.execPath, ["scripts/run.mjs", "missed", ...args], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, "close");
  return { code, output };
}

describe.skipIf(!isPossible)("what an old machine has that the copies have not", { timeout: 60_000 }, () => {
  it("is written down for a person, from a database that was killed, which stays as it is", async () => {
    const program = bucket.settings.LITESTREAM_BIN;
    const replica = createReplica({ ...bucket, path: "loop", program, dataFolder: next });
    await expect.poll(() => replica.newest(null), { timeout: 30_000 }).not.toBeNull();
    const running = join(shopVolume(), "loop.db");
    const connection = new SqliteFile(running);
    connection.pragma("journal_mode = WAL");
    connection.prepare("UPDATE drafts SET content = 'lost words', updated_at = ?").run(Date.now());
    // With its log, as a kill leaves it: an end would put that into the file.
    for (const ending of ["", "-wal"]) copyFileSync(`${running}${ending}`, join(old, `loop.db${ending}`));
    connection.close();
    const files = ["loop.db", "loop.db-wal"].map((name) => join(old, name));
    const before = files.map((file) => readFileSync(file));
    const { code, output } = await missed(old);
    expect([code, output]).toEqual([0, expect.stringContaining("Years, weeks and drafts: 1")]);
    expect(files.map((file, place) => before[place]?.equals(readFileSync(file)))).toEqual([true, true]);
    const file = join(old, "newer", "missed.txt");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toMatch(new RegExp(`drafts .*\\(${accountId}\\)[^]*content: lost words`));
    const copy = new SqliteFile(join(old, "newer", "old.db"), { readonly: true });
    expect(copy.prepare("SELECT content FROM drafts").pluck().get()).toBe("lost words");
    copy.close();

    const there = await missed(next, "--from", join(old, "newer", "old.db"));
    expect([there.code, there.output]).toEqual([0, expect.stringContaining("Years, weeks and drafts: 1")]);
  });

  it("is not asked of the machine that has the copies, nor of a folder without a database", async () => {
    expect(await missed(next)).toEqual({ code: 1, output: expect.stringContaining("has the copies itself") });
    const empty = await missed(mkdtempSync(join(settings.dataFolder, "empty-")));
    expect(empty).toEqual({ code: 1, output: expect.stringContaining("There’s no database") });
    const unnamed = await missed(old, "--from");
    expect(unnamed).toEqual({ code: 1, output: expect.stringContaining("There’s no database") });
  });
});
