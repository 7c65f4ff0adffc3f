import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
import { dirname, join } from "node:path";

/** The steps shared by start, test and build. They run before anything is installed, so they import no package. */

/** The top of the repository, also where this is in a bundle. */
export const root = `${dirname(findPackageJSON(import.meta.url) ?? process.cwd())}/`;

/** Runs a command to its end; exits with its code if it fails. */
export function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the packages of the lock file, unless they are installed already. */
export function ensureInstalled(): void {
  const lock = hashOf([join(root, "package-lock.json")]);
  const stamp = join(root, "node_modules", ".loop-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  if (!isInstalledAlready()) {
    console.log("Installing packages; the first time this takes a minute or so …");
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      shell: process.platform === "win32",
    });
  }
  writeFileSync(stamp, lock);
}

function isInstalledAlready(): boolean {
  const installed = join(root, "node_modules", ".package-lock.json");
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

const BUILT_BY = [
  ...["remix.config.ts", "vite.config.ts", "package-lock.json"],
  ...["scripts/browser-scripts.ts", "scripts/bundle.ts"],
];

/** Builds and bundles the application and its processes, if their sources have changed since the last build. */
export function ensureBuilt(): void {
  const sources = hashOf([
    ...filesBelow(join(root, "app")),
    ...filesBelow(join(root, "db")),
    ...BUILT_BY.map((name) => join(root, name)),
  ]);
  const stamp = join(root, "build", ".sources");
  if (!isStamped(stamp, sources)) {
    console.log("Building …");
    // A build that is broken off leaves no stamp of an earlier one.
    rmSync(stamp, { force: true });
    run(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build", "--logLevel", "warn"], {
      env: { ...process.env, NODE_ENV: "production" },
    });
    run(process.execPath, ["scripts/bundle.ts", "server", join(root, "build", "server")]);
    writeFileSync(stamp, sources);
  }
  ensureProcesses();
}

/** Bundles the worker, the commands and their child processes, if their sources have changed. */
export function ensureProcesses(): void {
  const sources = hashOf([
    ...["app", "db", "scripts"].flatMap((folder) => filesBelow(join(root, folder))),
    join(root, "package-lock.json"),
  ]);
  const folder = join(root, "build", "processes");
  if (isStamped(join(folder, ".sources"), sources)) return;
  // Made beside the old ones, which others may be running.
  const fresh = `${folder}-${process.pid}`;
  run(process.execPath, ["scripts/bundle.ts", "processes", fresh]);
  writeFileSync(join(fresh, ".sources"), sources);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

function isStamped(stamp: string, sources: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sources;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/**
 * Whether a program listens on this port. Found out by a connection: a server of our own, tried for a moment, would take
 * requests that a proxy holds for the shop, and drop them.
 */
export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect({ port, host: "127.0.0.1" });
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    connection.once("error", () => resolve(false));
  });
}

/** The wanted port if it is free, else any free one. */
export async function freePort(wanted: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))));
    server.listen(wanted, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Starts a long-running child process. Its errors are shown here, and with `isShown` all that it says. */
export function startProgram(args: readonly string[], env: NodeJS.ProcessEnv, isShown: boolean) {
  // The channel closes with this process, also when that is killed, and its children end with it.
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  child.stdout?.on("data", (chunk) => isShown && process.stdout.write(chunk));
  child.stderr?.on("data", (chunk) => process.stderr.write(chunk));
  return child;
}

export async function untilResponding(
  url: string,
  program: { name: string; child: Pick<ChildProcess, "exitCode" | "signalCode"> | undefined },
  seconds = 60,
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const { exitCode = null, signalCode = null } = program.child ?? {};
    if (exitCode !== null || signalCode !== null)
      throw new Error(`${program.name} stopped with ${signalCode ?? exitCode}.`);
    const response = await fetch(url).catch((error: Error & { cause?: Error }) => {
      if (error.cause?.message === "bad port") throw new Error(`Browsers refuse to visit ${url}: choose another port.`);
    });
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${program.name} did not answer at ${url}.`);
}
