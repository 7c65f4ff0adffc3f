import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hasToldOfRefusal, reportDeaths, reportStart } from "./alarms.ts";
import { lockedSentence, lockFolder } from "./folder-lock.ts";
import { heapLimitsMb, machineMemoryMb } from "./heap-limits.ts";
import { startHelping } from "./helping/start.ts";
import { keepOwnership, type Ownership } from "./ownership.ts";
import { startReading } from "./reading/start.ts";
import { isReplicated, type Replication, startReplication, withDefaults } from "./replication.ts";
import { paymentSandboxSettings, printerSandboxSettings } from "./sandboxes.ts";
import {
  ensureBuilt,
  ensureInstalled,
  ensureProcesses,
  isTaken,
  root,
  run,
  startProgram,
  untilResponding,
} from "./steps.ts";
import { collectLastLines, type Supervised, supervise } from "./supervision.ts";
import { type BoundPort, bindPort, countWebProcesses, WEB_PROGRAM } from "./web-processes.ts";

/**
 * `npm start`: everything from an empty folder to a running product. In production it restores, migrates, replicates and
 * starts web and worker as built, with the given settings, and starts again what dies. Elsewhere it adds what is missing: secrets, a payment sandbox,
 * and in an empty data folder the demo world.
 */

/** Jobs and requests end first, then everything that they wrote is copied. Together less than the platform waits. */
const JOBS_SECONDS = 8;
const DRAIN_SECONDS = 15;
const LAST_COPY_SECONDS = 35;
const DATABASE_LOOKS_MS = 2_000;
const TELL_WAITING_MS = 2 * 60_000;

type Settings = Readonly<Record<string, string | undefined>>;

const isDevelopment = process.argv.includes("--dev");
const isProduction = process.env.APP_ENV === "production";
const began = Date.now();

// In production `run.mjs` has seen that the build is there.
if (!isProduction) {
  ensureInstalled();
  if (isDevelopment) ensureProcesses();
  else ensureBuilt();
}

const startBeside = { reader: startReading, helper: startHelping }[process.env.ROLE ?? ""];
if (startBeside) {
  await startBeside(process.env);
  // The rest is the writer's; a machine beside it ends by its signals.
  await new Promise(() => {});
}
const dataFolder = resolve(root, process.env.DATA_DIR || "data");
// Kept in a variable, because the lock is let go when nothing refers to it any more.
const lock = await openFolder();
if (!lock) {
  console.error(lockedSentence(dataFolder));
  process.exit(1);
}
const isNew = !existsSync(join(dataFolder, "loop.db"));
const port = Number(process.env.PORT || 3000);
if (await isTaken(port)) {
  const why = `Port ${port} is taken. Choose another one: PORT=4000 npm start`;
  console.error(why);
  await reportStart(why, { ...process.env, DATA_DIR: dataFolder });
  process.exit(1);
}
const publicOrigin = process.env.PUBLIC_ORIGIN || `http://localhost:${port}`;
const usesSandbox = !isProduction && !process.env.STRIPE_SECRET_KEY;
const usesPrinterSandbox = !isProduction && !process.env.PRINTER_API_KEY && isOn(process.env.PRINTER_SANDBOX);
const isConfigured = ["STRIPE_SECRET_KEY", "SMTP_URL", "S3_BUCKET", "LITESTREAM_BUCKET"].some(
  (name) => process.env[name],
);

const sandbox: Settings = usesSandbox ? await paymentSandboxSettings({ port, publicOrigin, dataFolder }) : {};
const printerSandbox: Settings = usesPrinterSandbox ? await printerSandboxSettings({ port, dataFolder }) : {};
const env: NodeJS.ProcessEnv = {
  // Image processing uses several threads; without this limit each keeps its own heap, a quarter of the memory.
  MALLOC_ARENA_MAX: "2",
  ...process.env,
  PORT: String(port),
  DATA_DIR: dataFolder,
  PUBLIC_ORIGIN: publicOrigin,
  ...(isProduction ? {} : { SECRETS: process.env.SECRETS || ownSecret() }),
  ...sandbox,
  ...printerSandbox,
  ...withDefaults(process.env),
};
const isCopied = isReplicated(env);
const bundled = (name: string) => `build/processes/${name}.js`;
const webProcesses = countWebProcesses(env);
const heaps = heapLimitsMb({ memoryMb: machineMemoryMb(), webProcesses });
const programs: Supervised[] = [];
let replication: Replication | undefined;
let ownership: Ownership | undefined;
let bound: BoundPort | undefined;
let doctor: ChildProcess | undefined;
let replicating = Promise.resolve();
let [stopping, isPrepared] = [false, false];

// The demo world brings its database, last and whole: until then the folder is new, also after a kill.
if (isNew && !isProduction && !isConfigured) {
  console.log("Making the demo world …");
  run(process.execPath, ["--import", "tsx", "scripts/seed.ts", String(process.pid)], { env });
}
if (isCopied) await claimCopies();
const preparation = startProgram([bundled("prepare-database")], env, true);
const preparationLines = collectLastLines(preparation);
const [prepared] = await once(preparation, "close");
if (prepared !== 0) {
  await ownership?.end("give back");
  await reportStart(preparationLines(), env);
  process.exit(prepared ?? 1);
}
isPrepared = true;

const watch = watchDatabase();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void stop(0));
// A process that brought the right Node for this one holds a channel.
process.on("disconnect", () => void stop(0));
try {
  if (ownership?.isSure()) replicate(true);
  if (usesSandbox)
    // It strips the types of its browser scripts, of which some releases of Node warn.
    await launch("payment sandbox", ["--disable-warning=ExperimentalWarning", bundled("payment-sandbox")], {
      untilReady: respondsAt(`${sandbox.PAYMENT_SANDBOX_PUBLIC_ORIGIN}/health`),
    });
  if (usesPrinterSandbox)
    await launch("printer sandbox", [bundled("printer-sandbox")], {
      untilReady: respondsAt(`${printerSandbox.PRINTER_API_ORIGIN}/health`),
    });
  const health = respondsAt(`http://127.0.0.1:${port}/health`);
  if (isDevelopment) await launch("web", ["scripts/develop.ts"], { untilReady: health });
  else await launchWebs();
  await launch("worker", [bundled("worker")], { heapMb: heaps.worker });
  announce();
  if (hasToldOfRefusal(dataFolder)) void reportStart("", env);
  if (isProduction) examine();
} catch (error) {
  const why = messageOf(error);
  if (!stopping) console.error(why);
  void stop(1, why);
}

/** Makes the data folder where it is missing, and locks it; null when another start has it. */
async function openFolder() {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    // Where the rest of the machine is read-only, temporary files lie on the volume.
    if (process.env.TMPDIR) mkdirSync(process.env.TMPDIR, { recursive: true, mode: 0o700 });
    return await lockFolder(dataFolder);
  } catch (error) {
    const why = `The data folder ${dataFolder} can't be used (${messageOf(error)}): check DATA_DIR, its volume and its owner.`;
    console.error(why);
    await reportStart(why, { ...process.env, DATA_DIR: dataFolder });
    process.exit(1);
  }
}

interface Launch {
  more?: Settings;
  heapMb?: number;
  untilReady?: (child: ChildProcess) => Promise<unknown>;
}

async function launch(name: string, args: readonly string[], { more = {}, heapMb, untilReady }: Launch = {}) {
  const limit = heapMb ? [`--max-old-space-size=${heapMb}`] : [];
  const program = await supervise({
    name,
    launch: () => startProgram([...limit, ...args], { ...env, ...more }, isProduction),
    untilReady,
    isStopping: () => stopping,
    onDeath({ reason, pauseMs }) {
      const when = pauseMs === 0 ? "now" : `in ${pauseMs / 1000} s`;
      console.error(`The ${name} process stopped (${reason}). It is started again ${when}.`);
    },
    onRepeatedDeaths: (deaths) => reportDeaths(deaths, env),
  });
  programs.push(program);
}

async function launchWebs() {
  const socket = await bindPort({ port, host: process.env.HOST });
  bound = socket;
  const numbers = Array.from({ length: webProcesses }, (_, index) => index + 1);
  const launchWeb = (number: number) =>
    launch(`web ${number}`, WEB_PROGRAM, {
      more: { NODE_ENV: "production", WEB_PROCESS: String(number) },
      heapMb: heaps.web,
      untilReady: socket.admit,
    });
  await Promise.all(numbers.map(launchWeb));
}

/** Nothing is restored, opened or copied before the bucket has confirmed that this machine may. */
async function claimCopies() {
  let lines = () => "";
  const claim = keepOwnership({
    launch() {
      const child = startProgram([bundled("keep-ownership")], env, true);
      lines = collectLastLines(child);
      return child;
    },
    onChange: replicate,
    onLost: () => void stopAtOnce(),
  });
  // One that waits for its bucket is as closed as one that is refused.
  const waiting = setInterval(() => void reportStart(`Waiting to start: ${lines()}`, env), TELL_WAITING_MS);
  ownership = claim;
  await claim.held.catch(async (error) => {
    console.error(error.message);
    await reportStart(`${lines()}${error.message}`, env);
    process.exit(1);
  });
  clearInterval(waiting);
}

/** Litestream runs while the copies are surely ours: one after the other, because two must not copy one database. */
function replicate(isSure: boolean) {
  replicating = replicating.then(async () => {
    if (isSure && isPrepared && !stopping) replication ??= startReplication(env);
    else if (!isSure) {
      await replication?.kill();
      replication = undefined;
    }
  });
}

/** The shop is another machine's: what is still written here would be lost, so nobody is waited for. */
async function stopAtOnce() {
  stopping = true;
  bound?.close();
  doctor?.kill("SIGKILL");
  await Promise.all([replicating, ...programs.map((program) => program.stop("SIGKILL"))]);
  await ownership?.end(null);
  lock?.release();
  process.exit(1);
}

/** Waits until a process responds at this URL. */
function respondsAt(url: string) {
  return (child: ChildProcess) => untilResponding(url, { name: url, child });
}

/** Without its file every process would go on writing into nothing, so everything stops. */
function watchDatabase() {
  const file = join(dataFolder, "loop.db");
  const ino = statSync(file, { throwIfNoEntry: false })?.ino;
  return setInterval(() => {
    const now = statSync(file, { throwIfNoEntry: false });
    if (now && now.ino === ino) return;
    const why = `The database ${file} is gone or was replaced while Loop ran. Stopping everything.`;
    if (!stopping) console.error(why);
    void stop(1, why);
  }, DATABASE_LOOKS_MS).unref();
}

/** The doctor's findings go to the log; nothing waits for them and nothing stops because of them. */
function examine() {
  doctor = startProgram([bundled("doctor"), "--log"], env, true);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A secret for this data folder, created once. */
function ownSecret() {
  const file = join(dataFolder, "secret");
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    renameSync(`${file}.part`, file);
  }
  return readFileSync(file, "utf8");
}

/** `1` or `true`, as elsewhere in the settings. */
function isOn(value: string | undefined) {
  return value === "1" || value === "true";
}

function announce() {
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const lines = [`Loop is open at ${publicOrigin} (${seconds} s)`];
  if (!process.env.SMTP_URL) lines.push(`Emails arrive in ${join(dataFolder, "mail")} and at ${publicOrigin}/mailbox`);
  if (usesSandbox) {
    lines.push(`Payments go to a sandbox: card 4242 4242 4242 4242, any later month, any code.`);
    lines.push(`Its control page: ${sandbox.PAYMENT_SANDBOX_PUBLIC_ORIGIN}/control`);
  }
  if (usesPrinterSandbox) lines.push("Books go to a printer sandbox; nothing is printed.");
  const logins = join(dataFolder, "demo-logins.txt");
  if (existsSync(logins)) lines.push("", readFileSync(logins, "utf8").trim());
  lines.push("", "Stop with Ctrl-C.");
  console.log(`\n${lines.join("\n")}\n`);
}

/** @param why is logged, where nobody asked for it */
async function stop(code: number, why = "") {
  if (stopping) return;
  stopping = true;
  const told = why === "" ? null : reportStart(why, env);
  clearInterval(watch);
  bound?.close();
  const hard = setTimeout(() => {
    for (const program of programs) void program.stop("SIGKILL");
  }, DRAIN_SECONDS * 1000);
  doctor?.kill("SIGTERM");
  // Customers are served while the jobs end, so that fewer have to wait for the next start.
  const jobs = end(["worker"]);
  await Promise.race([jobs, new Promise((resolve) => setTimeout(resolve, JOBS_SECONDS * 1000))]);
  const results = [
    ...(await Promise.all([jobs, end(["web"])])),
    await end(["payment sandbox", "printer sandbox"]),
  ].flat();
  clearTimeout(hard);
  await replicating;
  const isCopiedWhole = await replication?.stop(LAST_COPY_SECONDS);
  await Promise.all([told, ownership?.end(isCopiedWhole ? "release" : null)]);
  lock?.release();
  process.exit(code || (results.every(Boolean) ? 0 : 1));
}

/** Asks the programs whose names begin so to end. Gives for each whether it ended as it should. */
function end(names: readonly string[]) {
  const chosen = programs.filter(({ name }) => names.some((beginning) => name.startsWith(beginning)));
  return Promise.all(chosen.map((program) => program.stop("SIGTERM")));
}
