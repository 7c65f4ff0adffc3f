import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, it } from "vitest";
import { createOwnerObject } from "~/adapters/backups/owner-object.server";
import { settings } from "~/adapters/settings.server";
import { claimCopies } from "~/domain/system/backups/ownership.server";
import { hasServices, startBucket } from "../../../scripts/testing/litestream-and-minio.ts";
import { productionSettings } from "../../../scripts/testing/production.ts";

const isPossible = hasServices("minio");

async function ended(child: ChildProcessWithoutNullStreams) {
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  const [code] = await once(child, "close");
  return [code, said];
}

it.skipIf(!isPossible)(
  "the copies of a lost machine are taken by the command for Fly, which says how old they are, and none where none are",
  async () => {
    const bucket = await startBucket();
    const [lost, next] = ["lost-", "next-"].map((name) => mkdtempSync(join(settings.dataFolder, name)));
    if (!lost || !next) throw new Error("There are no folders.");
    const owner = createOwnerObject({ ...bucket, path: "loop" });
    await claimCopies(owner, lost);
    expect(await claimCopies(owner, next)).toMatchObject({ ok: false });
    const [, command = ""] =
      /^fly machine run \. .+ -- (.+)$/m.exec(readFileSync("scripts/deployment/fly.md", "utf8")) ?? [];
    const [, image = ""] = /^ENV (.+)$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
    const [, listed = ""] = /^\[env\]\n((?:\s+.+\n)+)/m.exec(readFileSync("fly.toml", "utf8")) ?? [];
    const given = [...image.matchAll(/(\w+)=(\S+)/g), ...listed.matchAll(/(\w+) = "(.*)"/g)].map(
      ([, name = "", value = ""]) => [name, value.replace(/^\/data/, next)],
    );
    const env = {
      PATH: process.env.PATH,
      HOME: next,
      ...productionSettings({ dataFolder: next, port: 3000, bucket }),
      ...Object.fromEntries(given),
    };
    const early = spawn("sh", ["-c", command], { env });
    expect(await ended(early)).toEqual([1, expect.stringContaining(`There are no copies at ${bucket.bucket}/loop`)]);
    expect(await claimCopies(owner, lost)).toMatchObject({ ok: true });
    await bucket.client.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: "loop/0000/1-1.ltx", Body: "a copy" }));
    const typed = spawn("sh", ["-c", command], { env });
    expect(await ended(typed)).toEqual([
      0,
      expect.stringMatching(/The copies are this volume’s now\..*newest copy is from 20\S+Z, \d+ s ago/s),
    ]);
    expect(await claimCopies(owner, next)).toMatchObject({ ok: true });
    expect(await claimCopies(owner, lost)).toMatchObject({ ok: false });
    await bucket.close();
  },
);
