import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startShop, today } from "../../scripts/testing/production.ts";

/** A shop whose processes are killed, as `npm start` runs it in production: visitors beside it lose nothing. */

const dataFolder = mkdtempSync(join(tmpdir(), "loop-restarts-"));
let shop: Awaited<ReturnType<typeof startShop>>;

async function open() {
  const settings = {
    FIRST_START: today(),
    ALLOW_NO_BACKUP: "1",
    WEB_PROCESSES: "2",
    TRUSTED_PROXY_HOPS: "0",
  };
  shop = await startShop({ dataFolder, settings });
  await shop.opened;
}
beforeAll(open);
afterAll(() => {
  if (shop.child.exitCode === null) shop.child.kill("SIGKILL");
});

/** The shop's processes that run this program. */
function processesOf(program: string): number[] {
  const lines = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(shop.child.pid)], {
    encoding: "utf8",
  });
  return lines
    .split("\n")
    .filter((line) => line.includes(program))
    .map((line) => Number(line.trim().split(" ")[0]));
}

/** Asks over a connection of its own. */
function visit(): Promise<number | undefined> {
  const headers = { Host: "loop.example", Accept: "text/html" };
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port: shop.port, path: "/about", headers, agent: new Agent() }, (response) =>
      response.resume().once("end", () => resolve(response.statusCode)),
    ).once("error", reject);
  });
}

/** Kills these processes, and asks until as many others have come. Gives the statuses of all visits. */
async function visitWhileKilled(program: string, pids: readonly number[]) {
  const before = processesOf(program);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  const statuses = new Set<number | undefined>();
  await expect
    .poll(
      async () => {
        statuses.add(await visit());
        return processesOf(program).filter((pid) => !before.includes(pid)).length;
      },
      { timeout: 60_000 },
    )
    .toBe(pids.length);
  return statuses;
}

it("a killed web process is started again, and everybody who comes meanwhile gets a page", async () => {
  const [first = 0] = processesOf("serve.js");
  expect(await visitWhileKilled("serve.js", [first])).toEqual(new Set([200]));
  await expect.poll(() => shop.output()).toMatch(/The web \d process stopped \(SIGKILL\)\. It is started again now\./);
});

it("while all web processes are gone, whoever comes waits for the next and gets a page", async () => {
  const all = processesOf("serve.js");
  expect(all).toHaveLength(2);
  expect(await visitWhileKilled("serve.js", all)).toEqual(new Set([200]));
});

it("a worker that dies five times raises an alarm, and the shop stays open", async () => {
  for (let death = 1; death <= 5; death += 1) {
    await expect.poll(() => processesOf("worker.js").length, { timeout: 60_000 }).toBe(1);
    const [worker = 0] = processesOf("worker.js");
    process.kill(worker, "SIGKILL");
    await expect.poll(() => processesOf("worker.js").includes(worker)).toBe(false);
  }
  const file = new SqliteFile(join(dataFolder, "loop.db"), { readonly: true });
  const alarms = () => file.prepare("SELECT object_id, message FROM alarms WHERE kind = 'process_dying'").all();
  await expect.poll(alarms).toEqual([
    {
      object_id: "worker",
      message: expect.stringMatching(/^The worker process has died 5 times in a short time.*ended with:\n/s),
    },
  ]);
  file.close();
  expect(await visit()).toBe(200);
});

it("a shop whose database is taken away stops, and says why", async () => {
  renameSync(join(dataFolder, "loop.db"), join(dataFolder, "elsewhere.db"));
  expect(await shop.ended).toBe(1);
  expect(shop.output()).toMatch(/The database \S+ is gone or was replaced while Loop ran\. Stopping everything\./);
});

it("Ctrl-C, which reaches every process at once, ends them all and starts none again", async () => {
  renameSync(join(dataFolder, "elsewhere.db"), join(dataFolder, "loop.db"));
  await open();
  for (const pid of [...processesOf("serve.js"), ...processesOf("worker.js")]) process.kill(pid, "SIGINT");
  shop.child.kill("SIGINT");

  expect([await shop.ended, shop.output()]).toEqual([0, expect.not.stringContaining("started again")]);
});
