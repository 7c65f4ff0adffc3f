import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../steps.ts";
import { ensureBases, podmanSettings } from "../../testing/image-bases.ts";
import { findProgram } from "../../testing/litestream-and-minio.ts";
import type { GuideCommand } from "./guide";
import { startBuckets, startProvider, startRelay } from "./service-processes";

/** The machine on which the deployment guide is followed, and how its commands are run there. */

const NEEDED = {
  podman: "apt-get install podman netavark aardvark-dns",
  runc: "apt-get install runc",
  mmdebstrap: "apt-get install mmdebstrap",
  go: "https://go.dev/dl",
  minio: "go install github.com/minio/minio@latest",
};
export const ORIGIN = "https://loop.example";
export const OWNER = "you@loop.example";
const ASK_EVERY_MS = 25;
const LOOK_EVERY_MS = 1_000;
const ASK_WAIT_MS = 500;
const DOCTOR_WAIT_MS = 15_000;
const START_WAIT_MS = 300_000;
/** Commands that need the machine itself: packages, and the proxy with its certificate. */
const NOT_FOLLOWED = /^(?:apt-get|from=|curl|sed .*Caddyfile|echo .*daemon.json|systemctl)/;

/** What the doctor misses here: an address in DNS, and an endpoint in the provider's dashboard. */
const NOT_TO_BE_HAD = ["Our own address", "Payments: webhook"];

/** Why the guide cannot be followed here; null when it can. */
export function whyNotHere(): string | null {
  const missing = Object.entries(NEEDED).filter(([name]) => !findProgram(name));
  if (missing.length > 0)
    return `${missing.map(([name, how]) => `${name} is not on the PATH (${how})`).join("; ")}. See scripts/README.md.`;
  return process.getuid?.() === 0 ? null : "Images are built by root here.";
}

/** The container's address in the proxy's configuration, and the machine's own beside it. */
function addresses() {
  const proxy = readFileSync(join(root, "scripts", "deployment", "caddyfile.sample"), "utf8");
  const [, address = "", port = ""] = /reverse_proxy ([\d.]+):(\d+)/.exec(proxy) ?? [];
  return { host: address, port: Number(port), outside: address.replace(/\d+$/, "1") };
}

export type Machine = Awaited<ReturnType<typeof prepareMachine>>;

/** A machine as the guide finds it: a checkout, a `docker`, an /etc, a relay, two buckets, a provider. */
export async function prepareMachine() {
  const images = join(root, "build", "image");
  ensureBases(images);
  const state = mkdtempSync(join(tmpdir(), "loop-image-"));
  const bin = join(state, "bin");
  for (const name of ["bin", "etc", "checkout"]) mkdirSync(join(state, name));
  symlinkSync(findProgram("podman") ?? "", join(bin, "docker"));
  checkOut(join(state, "checkout"));
  const { host, port, outside } = addresses();
  const relay = await startRelay(outside);
  const buckets = await startBuckets(outside, { photos: "loop-photos", database: "loop-database" });
  const provider = await startProvider(outside, `http://${host}:${port}`);
  const env = { ...process.env, ...podmanSettings(images), PATH: `${bin}:${process.env.PATH}` };
  const machine = {
    state,
    checkout: join(state, "checkout"),
    host,
    port,
    relay,
    buckets,
    provider,
    env,
    volume: join(images, "storage", "volumes", "loop_data", "_data"),
    settings: join(state, "etc", "loop.env"),
    async close() {
      clear(env);
      await Promise.all([relay.close(), buckets.close(), provider.close()]);
      rmSync(state, { recursive: true, force: true });
    },
  };
  // A bench that was killed leaves its shop running.
  clear(env);
  return machine;
}

/** What is copied into an image, as the guide's reader has it. */
function checkOut(folder: string): void {
  const rules = readFileSync(join(root, ".dockerignore"), "utf8").matchAll(/^!(.+)$/gm);
  for (const name of ["Dockerfile", ".dockerignore", ...[...rules].map(([, one = ""]) => one)])
    cpSync(join(root, name), join(folder, name), { recursive: true });
}

function clear(env: NodeJS.ProcessEnv): void {
  for (const line of [
    "rm --force --ignore --time 0 loop loop-old",
    "volume rm --force loop_data",
    "network rm --force loop",
  ])
    spawnSync("podman", line.split(" "), { env, stdio: "ignore" });
}

/** The next release: its one change is a table, so that its start migrates. */
export function writeNextRelease({ checkout }: Machine): void {
  const journal = join(checkout, "migrations", "meta", "_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const { idx, when } = entries.at(-1);
  const next = { ...entries.at(-1), idx: idx + 1, when: when + 1, tag: "9999_next-release" };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
  const migration = join(checkout, "migrations", `${next.tag}.sql`);
  writeFileSync(migration, "CREATE TABLE next_release (id text PRIMARY KEY) STRICT, WITHOUT ROWID;\n");
}

/** Runs a line in a shell. Returns what it printed; @throws Error when it fails. */
export async function shell(
  { env, checkout }: Pick<Machine, "env" | "checkout">,
  line: string,
  until: string | null = null,
): Promise<string> {
  console.log(`$ ${line}`);
  const child = spawn("sh", ["-c", line], {
    cwd: checkout,
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

/** The guide's text with this machine's values: its /etc, its address, the moment that is meant. */
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
    output += await shell(machine, asHere(machine, text, moment), until);
    if (text.startsWith("install ")) fillIn(machine);
  }
  return output;
}

/** Fills in the sample of the settings. The last lines are not in it: a sandbox has addresses of its own. */
function fillIn({ settings, relay, buckets, provider }: Machine): void {
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
}

/** Lets the replica be written under another name from the next start on. */
export function nameReplica({ settings }: Machine, name: string): void {
  const text = readFileSync(settings, "utf8").replace(/^LITESTREAM_PATH=.*\n/m, "");
  writeFileSync(settings, `${text}LITESTREAM_PATH=${name}\n`);
}

/** The first process of the shop, and when it was started. */
export async function containerOf(machine: Machine): Promise<{ pid: number; startedAt: number }> {
  const [pid, at = ""] = (
    await shell(machine, "docker inspect --format '{{.State.Pid}} {{.State.StartedAt.UnixMilli}}' loop")
  ).split(" ");
  return { pid: Number(pid), startedAt: Number(at) };
}

async function isResponding({ host, port }: Machine): Promise<boolean> {
  try {
    return (await fetch(`http://${host}:${port}/health`, { signal: AbortSignal.timeout(ASK_WAIT_MS) })).ok;
  } catch (error) {
    // What fetch throws while nobody listens, and while nobody has the address.
    if (error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError")) return false;
    throw error;
  }
}

/** Asks the shop from now on. `since` is the moment from which every response was good, 0 before that. */
function watchResponses(machine: Machine) {
  const watch = { since: 0, isOver: false };
  void (async () => {
    while (!watch.isOver) {
      watch.since = (await isResponding(machine)) ? watch.since || Date.now() : 0;
      await pause(ASK_EVERY_MS);
    }
  })();
  return watch;
}

/** Follows commands that start the shop. Returns the milliseconds from its start to the first response. */
export async function start(machine: Machine, commands: readonly GuideCommand[]) {
  const watch = watchResponses(machine);
  try {
    const output = await follow(machine, commands);
    const { startedAt } = await containerOf(machine);
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

/** The bytes of an image. */
export async function sizeOfImage(machine: Machine, name: string): Promise<number> {
  return Number(await shell(machine, `docker image inspect --format '{{.Size}}' ${name}`));
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the shop's log has this text. */
export async function untilLogged(machine: Machine, words: string): Promise<void> {
  const end = Date.now() + START_WAIT_MS;
  while (!(await shell(machine, "docker logs --tail 20 loop")).includes(words)) {
    if (Date.now() > end) throw new Error(`The log does not say "${words}".`);
    await pause(LOOK_EVERY_MS);
  }
}
