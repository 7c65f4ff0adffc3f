import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { networkTransport } from "../../tests/support/network";
import { Visitor } from "../../tests/support/visitor";
import { freePort, root } from "../steps.mjs";
import { ensureBases } from "../testing/image-bases.mjs";
import { findProgram } from "../testing/litestream-and-minio.mjs";
import { memoryOf, watchMemory } from "./harness/container-processes";
import { countRows, fillYear, rowsOf, rowsThatAreGone } from "./harness/container-volume";
import type { Figure } from "./harness/figures";
import {
  buyLoop,
  credentialsIn,
  expectWords,
  fetchBook,
  makeBook,
  makeVoucher,
  type Person,
  photosField,
  photosOn,
  redeem,
  type StaffCredentials,
  signInAsStaff,
  writeFirstWeek,
} from "./harness/first-days";
import { blocksBelow, type GuideCommand } from "./harness/guide";
import { startBuckets, startProvider, startRelay } from "./harness/neighbours";
import { telephonePhoto } from "./harness/telephone";

/**
 * The deployment guide followed on a machine of one's own, command by command as it is written: the image built from the
 * Dockerfile, the shop opened, the first days lived through by the real forms, the volume thrown away, and everything
 * back. Docker's place is taken by buildah and bubblewrap (`scripts/testing/docker-substitute.mjs`), and /etc lies in a
 * folder of the bench. Not followed: DNS, Caddy and its certificate, the CORS rule (MinIO lets every origin in), the way back to
 * an older release, and the payment provider, which the sandbox replaces.
 */

const NEEDED = {
  buildah: "apt-get install buildah",
  mmdebstrap: "apt-get install mmdebstrap",
  bwrap: "apt-get install bubblewrap",
  nsenter: "apt-get install util-linux",
  go: "https://go.dev/dl",
  minio: "go install github.com/minio/minio@latest",
};
const ORIGIN = "https://loop.example";
const OWNER = "you@loop.example";
const MOST_START_MS = 3_000;
const MOST_PEAK_MEGABYTES = 1_100;
/** Longer than the replica may be behind. */
const REPLICA_MS = 10_000;
const ASK_EVERY_MS = 25;
const DOCTOR_WAIT_MS = 15_000;
const START_WAIT_MS = 300_000;
const MEGABYTE = 1024 * 1024;
/** Commands that need the machine itself: packages, and the proxy with its certificate. */
const NOT_FOLLOWED = /^(?:apt-get|from=|curl|sed .*Caddyfile)/;

/** What the doctor misses here: an address in DNS, and an endpoint in the provider's dashboard. */
const NOT_TO_BE_HAD = ["Our own address", "Payments: webhook"];

export async function measure(): Promise<Figure[]> {
  requirePrograms();
  const machine = await prepareMachine();
  try {
    return await followGuide(machine);
  } finally {
    await machine.close();
  }
}

function requirePrograms(): void {
  const missing = Object.entries(NEEDED).filter(([name]) => !findProgram(name));
  if (missing.length > 0)
    throw new Error(
      `${missing.map(([name, how]) => `${name} is not on the PATH (${how})`).join("; ")}. See scripts/README.md.`,
    );
  if (process.getuid?.() !== 0) throw new Error("Images are built by root here: buildah --isolation chroot.");
}

type Machine = Awaited<ReturnType<typeof prepareMachine>>;

/** A machine as the guide finds it: a `docker`, an /etc, a relay, two buckets, a provider. */
async function prepareMachine() {
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
async function shell(env: NodeJS.ProcessEnv, line: string, until: string | null = null): Promise<string> {
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

async function follow(
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

function containerOf(machine: Machine): Container {
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
async function start(machine: Machine, commands: readonly GuideCommand[]) {
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

async function followGuide(machine: Machine): Promise<Figure[]> {
  const [opening = [], again = []] = blocksBelow("A machine of one's own, with Caddy");
  const [release = []] = blocksBelow("A new release, and back");
  const [whenLost = [], toMoment = []] = blocksBelow("When the disk is lost");
  const busy = loadavg()[0] ?? 0;

  const first = await start(machine, opening);
  console.log(first.output.slice(first.output.indexOf("Loop is open at")));
  const credentials = credentialsIn(first.output, OWNER);
  const second = await start(machine, again);
  const days = await liveFirstDays(machine, credentials);
  const atRest = memoryOf(containerOf(machine).pid);
  const peak = await makeBookAndUpload(machine, days);
  const upgraded = await start(machine, release);
  const kept = await whatIsKept(machine, days, peak.book.path, credentials);

  await pause(REPLICA_MS);
  const lostAt = Date.now();
  await shell(machine.env, "docker rm -f loop");
  const rows = rowsOf(machine.volume);
  await shell(machine.env, "docker volume rm loop_data");
  const back = await start(machine, whenLost);
  const backAfter = containerOf(machine).startedAt + back.took - lostAt;
  const gone = rowsThatAreGone(rows, rowsOf(machine.volume));
  const found = await whatIsKept(machine, days, peak.book.path, credentials);
  const { bytes } = await makeBook(days.ben);
  const differences = Object.keys(kept).filter((name) => kept[name] !== found[name]);

  console.log(await follow(machine, toMoment, days.beforeCustomers));
  const atMoment = {
    vouchers: countRows(machine.volume, "SELECT count(*) FROM vouchers WHERE status = 'ACTIVE'"),
    accounts: countRows(machine.volume, "SELECT count(*) FROM accounts"),
  };

  const image = imageOf(machine);
  const rss = (pattern: RegExp) =>
    megabytes(atRest.filter(({ command }) => pattern.test(command)).reduce((sum, one) => sum + one.rss, 0));
  const starts = [first.took, second.took, upgraded.took];
  const written = [...rows.values()].reduce((sum, { length }) => sum + length, 0);
  return [
    { what: `image built (${megabytes(image.size)})`, value: seconds(image.seconds * 1000), isMet: true },
    {
      what: `start to first answer: first, again, new release (load of the machine ${busy.toFixed(1)})`,
      value: starts.map(seconds).join(", "),
      limit: `≤ ${seconds(MOST_START_MS)}`,
      isMet: Math.max(...starts) <= MOST_START_MS,
    },
    {
      what: "RSS after the first days: web, worker, Litestream",
      value: [/remix-run\/serve/, /processes\/worker/, /litestream replicate/].map(rss).join(", "),
      isMet: true,
    },
    {
      what: `peak while a year's book of ${megabytes(peak.book.bytes.length)} was made and ${peak.uploads} photos of 12 megapixels came, ${peak.samples} samples: PSS`,
      value: `${megabytes(peak.pss)} (RSS ${megabytes(peak.rss)})`,
      limit: `≤ ${MOST_PEAK_MEGABYTES} MB`,
      isMet: peak.pss <= MOST_PEAK_MEGABYTES * MEGABYTE,
    },
    { what: "volume thrown away to first answer after the restore", value: seconds(backAfter), isMet: true },
    {
      what: `of ${written} rows, lost or changed${gone.length > 0 ? ` (${gone.join("; ")})` : ""}`,
      value: String(gone.length),
      limit: "none",
      isMet: gone.length === 0,
    },
    {
      what: `of ${Object.keys(kept).length} things seen before, not as before${differences.length > 0 ? ` (${differences.join("; ")})` : ""}`,
      value: String(differences.length),
      limit: "none",
      isMet: differences.length === 0,
    },
    { what: "a book made after the restore", value: megabytes(bytes.length), isMet: true },
    {
      what: "restored to a moment before the customers: usable vouchers, accounts",
      value: `${atMoment.vouchers}, ${atMoment.accounts}`,
      limit: "1, 0",
      isMet: atMoment.vouchers === 1 && atMoment.accounts === 0,
    },
  ];
}

type Days = Awaited<ReturnType<typeof liveFirstDays>>;

/** The first voucher, a purchase, a written week, its book, and a gift that is redeemed. */
async function liveFirstDays({ port, relay }: Machine, credentials: StaffCredentials) {
  const person = (email: string): Person => ({
    email,
    browser: new Visitor(networkTransport(port, ORIGIN), "127.0.0.1"),
  });
  const [staff, anna, ben] = [person(OWNER), person("anna@customer.example"), person("ben@customer.example")];
  await signInAsStaff(staff.browser, credentials);
  const code = await makeVoucher(staff.browser);
  // A moment to which the last restore goes: the voucher is there, and no customer yet.
  await pause(REPLICA_MS);
  const beforeCustomers = new Date();
  await pause(REPLICA_MS);
  const photos = await Promise.all([1, 2, 3].map(telephonePhoto));
  await buyLoop(anna, relay);
  const week = await writeFirstWeek(anna, photos);
  await makeBook(anna);
  await redeem(ben, code, relay);
  return { staff, anna, ben, code, beforeCustomers, photos, week };
}

/** The book of a whole year is made while somebody else saves photos, one after the other. */
async function makeBookAndUpload(machine: Machine, { anna, ben, photos }: Days) {
  fillYear(machine.volume, anna.email);
  const memory = watchMemory(containerOf(machine).pid);
  let isMade = false;
  const made = makeBook(anna, "print").finally(() => {
    isMade = true;
  });
  let uploads = 0;
  for (const photo of photos) {
    if (isMade) break;
    await ben.browser.visit("/dashboard");
    await ben.browser.submit("Save week 1", {
      "The highlight": "A seal!",
      content: "It looked at us for a long time, and we looked back.",
      ...photosField(ben.browser, [photo]),
    });
    expectWords(ben.browser, "Week 1 entry");
    uploads += 1;
  }
  const book = await made;
  return { ...memory.stop(), uploads, book };
}

/** What people see of their things, each as one text that can be compared. */
async function whatIsKept(
  machine: Machine,
  { staff, anna, ben, code, week }: Days,
  bookPath: string,
  credentials: StaffCredentials,
): Promise<Record<string, string>> {
  const colleague = new Visitor(networkTransport(machine.port, ORIGIN), "127.0.0.1");
  await signInAsStaff(colleague, credentials);
  await colleague.visit(`/hyperloop/orders?q=${anna.email}`);
  const [order] = colleague.page.links().filter(({ href }) => /^\/hyperloop\/orders\/[^/?]+$/.test(href));
  await colleague.visit("/hyperloop/vouchers");
  const hasVoucher = colleague.page.body.includes(code);
  await staff.browser.visit("/hyperloop/system");
  expectWords(staff.browser, "Last drill");
  await anna.browser.visit(week);
  expectWords(anna.browser, "The kettle sang");
  const photos = await Promise.all(photosOn(anna.browser).map((path) => anna.browser.send(path)));
  if (!order || !hasVoucher || photos.length === 0)
    throw new Error(`Not there: order ${order?.words}, voucher ${hasVoucher}, ${photos.length} photos.`);
  await ben.browser.visit("/dashboard");
  return {
    order: order.words,
    voucher: String(hasVoucher),
    "the week’s photos": photos.map(({ bytes }) => hashOf(bytes)).join(),
    "the year’s book": hashOf(await fetchBook(anna.browser, bookPath)),
    "Ben’s loop": ben.browser.page.heading,
  };
}

function imageOf({ images }: Machine): { size: number; seconds: number } {
  return JSON.parse(readFileSync(join(images, "images.json"), "utf8"))["loop:1"];
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
