import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, freePort, root, untilResponding } from "../../steps.ts";
import { countWebProcesses, launchWebProcesses, WEB_PROGRAM } from "../../web-processes.ts";

export interface ServedApp {
  origin: string;
  /** The port where the app expects the payment provider; unused until a bench starts a sandbox on it. */
  paymentPort: number;
  /** The process that currently serves the app. */
  pid(): number;
  /** From now on as many processes serve the folder as `npm start` starts. Gives how many. */
  serveTogether(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Serves the production build on a new data folder, as `npm start` does, but without a worker: emails stay in the
 * outbox. One proxy is trusted, so that a bench may use many client addresses. This process has the same settings and
 * database; the app modules it needs are imported afterwards.
 */
export async function openServedApp(): Promise<ServedApp> {
  ensureBuilt();
  const dataFolder = mkdtempSync(join(tmpdir(), "loop-bench-"));
  const port = await freePort(0);
  const paymentPort = await freePort(0);
  const origin = `http://localhost:${port}`;
  Object.assign(process.env, {
    APP_ENV: "test",
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DATA_DIR: dataFolder,
    SECRETS: "a-secret-for-benches-only-32-characters",
    TRUSTED_PROXY_HOPS: "1",
    STRIPE_SECRET_KEY: "sk_test_sandbox",
    STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
    STRIPE_WEBHOOK_SECRETS: "whsec_benches",
    STRIPE_API_ORIGIN: `http://127.0.0.1:${paymentPort}`,
    STRIPE_SCRIPT_ORIGIN: `http://127.0.0.1:${paymentPort}`,
  });
  const { migrateDatabase } = await import("../../../db/client.server");
  migrateDatabase();
  const child = spawnServer({});
  await untilResponding(`${origin}/health`, { name: "web", child });
  let others: ChildProcess[] = [];
  return {
    origin,
    paymentPort,
    pid: () => child.pid ?? 0,
    async serveTogether() {
      await end(child);
      const count = countWebProcesses({});
      const programs = await launchWebProcesses({ port, host: "localhost", count }, (number) => ({
        child: spawnServer({ WEB_PROCESS: String(number) }),
      }));
      others = programs.map((program) => program.child);
      await untilResponding(`${origin}/health`, { name: "web", child: others[0] });
      return count;
    },
    async close() {
      await Promise.all([end(child), ...others.map(end)]);
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

function spawnServer(settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, WEB_PROGRAM, {
    cwd: root,
    env: { ...process.env, ...settings, NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
    // Without the access log of thousands of requests.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}
