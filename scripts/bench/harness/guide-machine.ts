import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, root } from "../../steps.mjs";
import { ensureBases } from "../../testing/image-bases.mjs";
import { findProgram } from "../../testing/litestream-and-minio.mjs";
import type { GuideCommand } from "./guide";
import { startBuckets, startProvider, startRelay } from "./neighbours";

/** The machine on which the deployment guide is followed, and how its commands are run there. */

const NEEDED = {
  buildah: "apt-get install buildah",
  mmdebstrap: "apt-get install mmdebstrap",
  bwrap: "apt-get install bubblewrap",
  nsenter: "apt-get install util-linux",
  go: "https://go.dev/dl",
  minio: "go install github.com/minio/minio@latest",
};
export const ORIGIN = "https://loop.example";
export const OWNER = "you@loop.example";
const ASK_EVERY_MS = 25;
const DOCTOR_WAIT_MS = 15_000;
const START_WAIT_MS = 300_000;
/** Commands that need the machine itself: packages, and the proxy with its certificate. */
const NOT_FOLLOWED = /^(?:apt-get|from=|curl|sed .*Caddyfile)/;

/** What the doctor misses here: an address in DNS, and an endpoint in the provider's dashboard. */
const NOT_TO_BE_HAD = ["Our own address", "Payments: webhook"];

export function requirePrograms(): void {
  const missing = Object.entries(NEEDED).filter(([name]) => !findProgram(name));
  if (missing.length > 0)
    throw new Error(
      `${missing.map(([name, how]) => `${name} is not on the PATH (${how})`).join("; ")}. See scripts/README.md.`,
    );
  if (process.getuid?.() !== 0) throw new Error("Images are built by root here: buildah --isolation chroot.");
}

export type Machine = Awaited<ReturnType<typeof prepareMachine>>;

/** A machine as the guide finds it: a `docker`, an /etc, a relay, two buckets, a provider. */
export async function prepareMachine() {
  const images = join(root, "build", "image");
  ensureBases(images);
  const state = mkdtempSync(join(tmpdir(), "loop-image-"));
  const bin = join(state, "bin");
  mkdirSync(bin);
  mkdirSync(join(state, "etc"));
  const program = join(root, "scripts", "testing", "docker-substitute.mjs");
  writeFileSync(join(bin, "docker"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
    mode: 0o755,
  });
  const [port, metricsPort] = [await freePort(0), await freePort(0)];
  const relay = await startRelay();
  const buckets = await startBuckets({ photos: "loop-photos", database: "loop-database" });
  const provider = await startProvider(port);
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    SUBSTITUTE_FOLDER: images,
    SUBSTITUTE_STATE: state,
    SUBSTITUTE_PORT: String(port),
  };
  return {
    state,
    port,
    metricsPort,
    relay,
    buckets,
    provider,
    env,
    images,
    volume: join(state, "volumes", "loop_data"),
    settings: join(state, "etc", "loop.env"),
    async close() {
      for (const name of ["loop", "loop-old"])
        if (existsSync(join(state, "containers", `${name}.json`))) await shell(env, `docker rm -f ${name}`);
      await Promise.all([relay.close(), buckets.close(), provider.close()]);
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Runs a line in a shell. Returns what it printed; @throws Error when it fails. */
export async function shell(
  env: NodeJS.ProcessEnv,
  line: string,
  until: string | null = null,
): Promise<string> {
  console.log(`$ ${line}`);
  const child = spawn("sh", ["-c", line], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  return await new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      if (until === null || !output.includes(until) || child.pid === undefined) return;
      // A reader who follows a log ends that with Ctrl-C.
      process.kill(-child.pid, "SIGINT");
      resolve(output);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", reject);
    child.once("close", (code) => {
      if (until === null && (code === 0 || isSick(line, output))) resolve(output);
      else reject(new Error(`"${line}" ended with ${code}:\n${output.slice(-4_000)}`));
    });
  });
}

/** The doctor ends with 1 when something fails. What cannot be had here may fail, and nothing else. */
function isSick(line: string, output: string): boolean {
  const failing = [...output.matchAll(/^FAILING +(.+)$/gm)].map(([, finding = ""]) => finding);
  const isKnown = (finding: string) => NOT_TO_BE_HAD.some((name) => finding.startsWith(`${name}: `));
  return line.includes("npm run doctor") && failing.every(isKnown);
}

/** The guide's words with this machine's: its /etc, its address, the moment that is meant. */
function asHere(machine: Machine, text: string, moment: Date | null): string {
  return text
    .replaceAll("/etc/", `${machine.state}/etc/`)
    .replaceAll("your.domain", new URL(ORIGIN).hostname)
    .replace(/(?<=--at )\S+/, moment?.toISOString() ?? "");
}

export async function follow(
  machine: Machine,
  commands: readonly GuideCommand[],
  moment: Date | null = null,
): Promise<string> {
  let output = "";
  for (const { text, until } of commands) {
    if (NOT_FOLLOWED.test(text)) continue;
    // As the guide says: the worker has to have looked at the replica.
    if (text.includes("after 15 s")) await pause(DOCTOR_WAIT_MS);
    output += await shell(machine.env, asHere(machine, text, moment), until);
    if (text.startsWith("install ")) fillIn(machine);
  }
  return output;
}

/** Fills in the sample of the settings. The last lines are not in it: a sandbox has addresses of its own. */
function fillIn({ settings, port, metricsPort, relay, buckets, provider }: Machine): void {
  const { accessKeyId, secretAccessKey, endpoint, region } = buckets;
  const bucketOf = (group: string) => ({
    [`${group}_REGION`]: region,
    [`${group}_ENDPOINT`]: endpoint,
    [`${group}_ACCESS_KEY_ID`]: accessKeyId,
    [`${group}_SECRET_ACCESS_KEY`]: secretAccessKey,
  });
  const values: Record<string, string> = {
    ...bucketOf("S3"),
    ...bucketOf("LITESTREAM"),
    SECRETS: randomBytes(32).toString("base64"),
    COMPANY_ADDRESS: "1 Harbour Row, Whitby",
    COMPANY_NUMBER: "01234567",
    SMTP_URL: relay.url,
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_PUBLISHABLE_KEY: provider.publishableKey,
    STRIPE_WEBHOOK_SECRETS: provider.webhookSecret,
    ALARM_EMAIL: OWNER,
    METRICS_PORT: String(metricsPort),
  };
  const sample = readFileSync(settings, "utf8");
  const filled = Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name}=.*$`, "m");
    if (!line.test(text)) throw new Error(`The sample has no ${name}.`);
    return text.replace(line, () => `${name}=${value}`);
  }, sample);
  const sandbox = ["STRIPE_API_ORIGIN", "STRIPE_CHECKOUT_ORIGIN", "STRIPE_SCRIPT_ORIGIN"];
  writeFileSync(
    settings,
    [filled, ...sandbox.map((name) => `${name}=${provider.origin}`), "ALLOW_TEST_PAYMENTS=1", ""].join("\n"),
  );
  if (port === metricsPort) throw new Error("Two ports are one.");
}

interface Container {
  pid: number;
  startedAt: number;
}

export function containerOf(machine: Machine): Container {
  return JSON.parse(readFileSync(join(machine.state, "containers", "loop.json"), "utf8"));
}

async function isAnswering(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch (error) {
    // What fetch throws while nobody listens.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Asks the shop from now on. `since` is the moment from which every answer was well, 0 before that. */
function watchAnswers({ port }: Machine) {
  const watch = { since: 0, isOver: false };
  void (async () => {
    while (!watch.isOver) {
      watch.since = (await isAnswering(port)) ? watch.since || Date.now() : 0;
      await pause(ASK_EVERY_MS);
    }
  })();
  return watch;
}

/** Follows commands that start the shop. Returns the milliseconds from its start to the first answer. */
export async function start(machine: Machine, commands: readonly GuideCommand[]) {
  const watch = watchAnswers(machine);
  try {
    const output = await follow(machine, commands);
    const { startedAt } = containerOf(machine);
    const end = Date.now() + START_WAIT_MS;
    while (watch.since < startedAt) {
      if (Date.now() > end) throw new Error("The shop did not answer.");
      await pause(ASK_EVERY_MS);
    }
    return { output, took: watch.since - startedAt };
  } finally {
    watch.isOver = true;
  }
}

export function imageOf({ images }: Machine): { size: number; seconds: number } {
  return JSON.parse(readFileSync(join(images, "images.json"), "utf8"))["loop:1"];
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
