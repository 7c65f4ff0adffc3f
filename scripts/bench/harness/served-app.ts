import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, freePort, root, untilAnswering } from "../../steps.mjs";

export interface ServedApp {
  origin: string;
  /** Where the house looks for the payment provider; nobody is there until a bench puts a sandbox there. */
  paymentPort: number;
  /** The process that serves it now. */
  pid(): number;
  /** Ends that process without a word, in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Serves the same folder again after a kill. */
  serveAgain(): Promise<void>;
  /** A second server on the same data. It believes to be at the same address: ask it with that Host. */
  openTwin(): Promise<{ origin: string; close(): Promise<void> }>;
  close(): Promise<void>;
}

/**
 * Serves the production build on a data folder of its own, as `npm start` does, without a worker: emails stay
 * where they were written. One proxy is believed, so that a bench may come from many addresses. This process sees
 * the same settings and so the same database; whatever of the app it needs is imported afterwards.
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
  });
  const { migrateDatabase } = await import("../../../db/client.server");
  migrateDatabase();
  let child = await serve(origin);
  const kill = () => end(child);
  return {
    origin,
    paymentPort,
    pid: () => child.pid ?? 0,
    kill,
    async serveAgain() {
      child = await serve(origin);
    },
    async openTwin() {
      const twinPort = await freePort(0);
      const twin = await serve(`http://localhost:${twinPort}`, { PORT: String(twinPort) });
      return { origin: `http://localhost:${twinPort}`, close: () => end(twin) };
    },
    async close() {
      await kill();
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

async function serve(origin: string, settings: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["node_modules/@remix-run/serve/dist/cli.js", "scripts/serve.mjs"],
    // The access log of thousands of requests would be read by nobody.
    {
      cwd: root,
      env: { ...process.env, ...settings, NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  await untilAnswering(`${origin}/health`, { name: "web", child });
  return child;
}
