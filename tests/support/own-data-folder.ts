import { randomUUID } from "node:crypto";
import { type ChannelListener, channel } from "node:diagnostics_channel";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { inject, vi } from "vitest";
import { hashCheaply } from "./cheap-hashes";
import { SETTINGS_NAMES } from "./settings-names";

/**
 * Gives each test file its own data folder and fresh database before anything of the app is loaded. Where a process runs
 * several files, it first undoes what earlier ones changed in the process, and each file loads the app's modules again,
 * except where KEEP_MODULES says that the files of a project change nothing.
 */
const ofProcess = globalThis as { environmentAtStart?: NodeJS.ProcessEnv };
if (ofProcess.environmentAtStart) {
  if (!ofProcess.environmentAtStart.KEEP_MODULES) vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, ofProcess.environmentAtStart);
  // Image processing has sharp refuse most kinds of files, everywhere in the process.
  const { default: sharp } = await import("sharp");
  sharp.unblock({ operation: ["VipsForeignLoad"] });
  forgetEarlierApps();
} else {
  ofProcess.environmentAtStart = { ...process.env };
  hashCheaply();
}

/** The apps of earlier files hear of no more requests, and take no headers from those of this file's servers. */
function forgetEarlierApps(): void {
  const arrivals = channel("http.server.request.start");
  const { _subscribers: apps = [] } = arrivals as { _subscribers?: ChannelListener[] };
  for (const app of [...apps]) arrivals.unsubscribe(app);
  if (arrivals.hasSubscribers) throw new Error("Apps of earlier test files still hear of requests.");
  Reflect.deleteProperty(globalThis, "loopWatchesConnections");
}

const world = inject("world");
const folder = join(world, randomUUID());
mkdirSync(folder, { recursive: true });
copyFileSync(join(world, "template.db"), join(folder, "loop.db"));

for (const name of SETTINGS_NAMES) delete process.env[name];
Object.assign(process.env, {
  APP_ENV: "test",
  DATA_DIR: folder,
  PUBLIC_ORIGIN: "http://localhost:3000",
  SECRETS: "a-secret-for-tests-only-32-characters",
  STRIPE_SECRET_KEY: "sk_test_sandbox",
  STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
  STRIPE_WEBHOOK_SECRETS: "whsec_tests",
});
