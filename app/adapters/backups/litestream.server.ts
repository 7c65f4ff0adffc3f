import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import type { Replica } from "./contract";
import { type BackupBucket, listObjects, openBucket } from "./s3-client.server";

/** Litestream's folder of the changes of each second; the others hold the same again, merged. */
const NEWEST_LEVEL = "0000";
/** Of each object: "LTX1", flags, the size of a page, and how many pages the database has after it. */
const HEADER_BYTES = 16;
const CONFIG = "litestream.yml";
/** The last of Litestream's output that is stored to explain why it failed. */
const LONGEST_OUTPUT = 2_000;

export function createReplica(place: BackupBucket & { program: string; dataFolder: string }): Replica {
  const client = openBucket(place);
  const prefix = `${place.path}/${NEWEST_LEVEL}/`;

  async function newestAfter(after: string | undefined) {
    let newest: { key: string; at: Date } | null = null;
    for await (const { Key, LastModified } of listObjects(client, { bucket: place.bucket, prefix, after })) {
      if (Key && LastModified && (newest === null || LastModified >= newest.at))
        newest = { key: Key, at: LastModified };
    }
    return newest;
  }

  async function newestHeader(): Promise<Buffer> {
    const newest = await newestAfter(undefined);
    if (newest === null) return Buffer.alloc(0);
    const range = { Bucket: place.bucket, Key: newest.key, Range: `bytes=0-${HEADER_BYTES - 1}` };
    const { Body } = await client.send(new GetObjectCommand(range));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  return {
    async newest(known) {
      // After a restore to an earlier moment, newer names may sort before the known one.
      return (known === null ? null : await newestAfter(known)) ?? (await newestAfter(undefined));
    },

    async bytes() {
      const header = await newestHeader().catch((error: unknown) => {
        throw new Error(`The replica can’t be read: ${String(error)}`, { cause: error });
      });
      if (header.length < HEADER_BYTES || header.toString("latin1", 0, 4) !== "LTX1") return null;
      return header.readUInt32BE(8) * header.readUInt32BE(12);
    },

    async restore(toFile, at) {
      const moment = at === null ? [] : ["-timestamp", at.toISOString()];
      const database = join(place.dataFolder, "loop.db");
      const options = ["-config", CONFIG, "-if-replica-exists", "-o", toFile, ...moment];
      const { code, output } = await run(place, ["restore", ...options, database]);
      if (code !== 0) throw new Error(`Litestream could not restore: ${output.trim()}`);
      return existsSync(toFile);
    },

    async version() {
      const { code, output } = await run(place, ["version"]);
      if (code !== 0) throw new Error(`${place.program} does not start.`);
      return output.trim();
    },
  };
}

/** Variables of `litestream.yml` that have defaults; the others are its user's own. */
export function litestreamVariables(place: BackupBucket & { dataFolder: string }): Record<string, string> {
  return {
    DATA_DIR: place.dataFolder,
    LITESTREAM_PATH: place.path,
    LITESTREAM_ENDPOINT: place.endpoint ?? "",
    LITESTREAM_FORCE_PATH_STYLE: String(place.endpoint !== null),
  };
}

/** Litestream 0.5 does not start while `AWS_CA_BUNDLE` is set; `env` takes it away and lets the rest through. */
async function run(place: BackupBucket & { program: string; dataFolder: string }, args: readonly string[]) {
  const variables = Object.entries(litestreamVariables(place)).map(([name, value]) => `${name}=${value}`);
  const child = spawn("env", ["-u", "AWS_CA_BUNDLE", ...variables, place.program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-LONGEST_OUTPUT);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const [code] = await once(child, "close");
  return { code: code as number | null, output };
}
