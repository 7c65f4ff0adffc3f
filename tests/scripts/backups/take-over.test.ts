import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createOwnerObject } from "~/adapters/backups/owner-object.server";
import { settings } from "~/adapters/settings.server";
import { claimCopies } from "~/domain/system/backups/ownership.server";
import { hasServices, startBucket } from "../../../scripts/testing/litestream-and-minio.ts";
import { productionSettings } from "../../../scripts/testing/production.ts";

const isPossible = hasServices("minio");

it.skipIf(!isPossible)(
  "the copies of a lost machine are taken by the command for Fly, in the environment that it gives",
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
    const typed = spawn("sh", ["-c", command], { env, stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    typed.stdout.on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(typed, "close");
    expect([code, said]).toEqual([0, expect.stringContaining("The copies are this volume’s now.")]);
    expect(await claimCopies(owner, next)).toMatchObject({ ok: true });
    expect(await claimCopies(owner, lost)).toMatchObject({ ok: false });
    await bucket.close();
  },
);
