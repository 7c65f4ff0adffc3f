import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { lockedSentence, lockFolder } from "./folder-lock.mjs";
import { isReplicated, startReplication, withDefaults } from "./replication.mjs";
import {
  ensureBuilt,
  ensureInstalled,
  ensureProcesses,
  freePort,
  isTaken,
  requireInstalledAndBuilt,
  requireNode,
  root,
  run,
  startProgram,
  untilAnswering,
} from "./steps.mjs";
import { countWebProcesses, launchWebProcesses, WEB_PROGRAM } from "./web-processes.mjs";

/**
 * `npm start`: everything from an empty folder to a running product. In production it restores, migrates, replicates and
 * starts web and worker as built, with the given settings. Elsewhere it adds what is missing: secrets, a payment sandbox,
 * and in an empty data folder the demo world.
 */

/** Jobs and requests end first, then everything that they wrote is copied. Together less than the platform waits. */
const JOBS_SECONDS = 8;
const DRAIN_SECONDS = 15;
const LAST_COPY_SECONDS = 35;

const isDevelopment = process.argv.includes("--dev");
const isProduction = process.env.APP_ENV === "production";
const began = Date.now();

requireNode();
if (isProduction) requireInstalledAndBuilt();
else {
  ensureInstalled();
  if (isDevelopment) ensureProcesses();
  else ensureBuilt();
}

const dataFolder = resolve(root, process.env.DATA_DIR || "data");
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
// Where the rest of the machine is read-only, temporary files lie on the volume.
if (process.env.TMPDIR) mkdirSync(process.env.TMPDIR, { recursive: true, mode: 0o700 });
// Kept in a variable, because the lock is let go when nothing refers to it any more.
const lock = await lockFolder(dataFolder);
if (!lock) {
  console.error(lockedSentence(dataFolder));
  process.exit(1);
}
const isNew = !existsSync(join(dataFolder, "loop.db"));
const port = Number(process.env.PORT || 3000);
if (await isTaken(port)) {
  console.error(`Port ${port} is taken. Choose another one: PORT=4000 npm start`);
  process.exit(1);
}
const publicOrigin = process.env.PUBLIC_ORIGIN || `http://localhost:${port}`;
const usesSandbox = !isProduction && !process.env.STRIPE_SECRET_KEY;
const usesPrinterSandbox = !isProduction && !process.env.PRINTER_API_KEY && isOn(process.env.PRINTER_SANDBOX);
const isConfigured = ["STRIPE_SECRET_KEY", "SMTP_URL", "S3_BUCKET", "LITESTREAM_BUCKET"].some(
  (name) => process.env[name],
);

const sandbox = usesSandbox ? await sandboxSettings() : {};
const printerSandbox = usesPrinterSandbox ? await printerSandboxSettings() : {};
const env = {
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
const isCopied = isProduction && isReplicated(env);
const bundled = (name) => `build/processes/${name}.js`;
const programs = [];
let replication;
let stopping = false;

// The demo world brings its database, last and whole: until then the folder is new, also after a kill.
if (isNew && !isProduction && !isConfigured) {
  console.log("Making the demo world …");
  run(process.execPath, ["--import", "tsx", "scripts/seed.ts", String(process.pid)], { env });
}
run(process.execPath, [bundled("prepare-database")], { env });

try {
  if (isCopied) replication = startReplication(env);
  if (usesSandbox) {
    const program = launch("payment sandbox", [bundled("payment-sandbox")]);
    await untilAnswering(`${sandbox.PAYMENT_SANDBOX_PUBLIC_ORIGIN}/health`, program);
  }
  if (usesPrinterSandbox) {
    const program = launch("printer sandbox", [bundled("printer-sandbox")]);
    await untilAnswering(`${printerSandbox.PRINTER_API_ORIGIN}/health`, program);
  }
  const [web] = isDevelopment ? [launch("web", ["scripts/develop.mjs"])] : await launchWebs();
  launch("worker", [bundled("worker")]);
  await untilAnswering(`http://127.0.0.1:${port}/health`, web);
  announce();
  if (isProduction) examine();
} catch (error) {
  if (!stopping) console.error(error.message);
  void stop(1);
}

function launch(name, args, more = {}) {
  const program = startProgram(name, args, { ...env, ...more });
  programs.push(program);
  program.child.stdout.on("data", (chunk) => isProduction && process.stdout.write(chunk));
  program.child.once("exit", (code) => {
    if (stopping) return;
    console.error(`The ${name} process stopped (${code}). Stopping everything.`);
    void stop(1);
  });
  return program;
}

function launchWebs() {
  const where = { port, host: process.env.HOST, count: countWebProcesses(env) };
  return launchWebProcesses(where, (number) =>
    launch("web", WEB_PROGRAM, { NODE_ENV: "production", WEB_PROCESS: String(number) }),
  );
}

/** The doctor's findings go to the log; nothing waits for them and nothing stops because of them. */
function examine() {
  const doctor = startProgram("doctor", [bundled("doctor"), "--log"], env);
  programs.push(doctor);
  doctor.child.stdout.on("data", (chunk) => process.stdout.write(chunk));
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

async function sandboxSettings() {
  const sandboxPort = await freePort(Number(process.env.PAYMENT_SANDBOX_PORT || port + 1));
  const { protocol, hostname } = new URL(publicOrigin);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const origin =
    process.env.PAYMENT_SANDBOX_PUBLIC_ORIGIN ||
    `${isLocal ? protocol : "http:"}//${hostname}:${sandboxPort}`;
  return {
    PAYMENT_SANDBOX_PORT: String(sandboxPort),
    PAYMENT_SANDBOX_HOST: process.env.PAYMENT_SANDBOX_HOST || (isLocal ? "127.0.0.1" : "0.0.0.0"),
    PAYMENT_SANDBOX_DATA: dataFolder,
    PAYMENT_SANDBOX_PUBLIC_ORIGIN: origin,
    PAYMENT_SANDBOX_SECRET_KEY: "sk_test_sandbox",
    PAYMENT_SANDBOX_PUBLISHABLE_KEY: "pk_test_sandbox",
    PAYMENT_SANDBOX_WEBHOOK_URL: `http://localhost:${port}/webhooks/stripe`,
    PAYMENT_SANDBOX_WEBHOOK_SECRET: "whsec_sandbox",
    STRIPE_SECRET_KEY: "sk_test_sandbox",
    STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
    STRIPE_WEBHOOK_SECRETS: "whsec_sandbox",
    STRIPE_API_ORIGIN: `http://127.0.0.1:${sandboxPort}`,
    STRIPE_CHECKOUT_ORIGIN: origin,
    STRIPE_SCRIPT_ORIGIN: origin,
  };
}

/** `1` or `true`, as elsewhere in the settings. */
function isOn(value) {
  return value === "1" || value === "true";
}

async function printerSandboxSettings() {
  const sandboxPort = await freePort(Number(process.env.PRINTER_SANDBOX_PORT || port + 2));
  return {
    PRINTER_SANDBOX_PORT: String(sandboxPort),
    PRINTER_SANDBOX_DATA: dataFolder,
    PRINTER_SANDBOX_KEY: "printer-sandbox",
    PRINTER_API_KEY: "printer-sandbox",
    PRINTER_API_ORIGIN: `http://127.0.0.1:${sandboxPort}`,
    PRINTER_PRODUCT_STANDARD: "SANDBOX-HARDBACK",
    PRINTER_PRODUCT_LUXURY: "SANDBOX-HARDBACK-LUXURY",
  };
}

function announce() {
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const lines = [`Loop is open at ${publicOrigin} (${seconds} s)`];
  if (!process.env.SMTP_URL)
    lines.push(`Emails arrive in ${join(dataFolder, "mail")} and at ${publicOrigin}/mailbox`);
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

async function stop(code) {
  if (stopping) return;
  stopping = true;
  const hard = setTimeout(() => {
    for (const { child } of programs) child.kill("SIGKILL");
  }, DRAIN_SECONDS * 1000);
  // Customers are answered while the jobs end, so that fewer have to wait for the next start.
  const jobs = end(["worker", "doctor"]);
  await Promise.race([jobs, new Promise((resolve) => setTimeout(resolve, JOBS_SECONDS * 1000))]);
  const results = [
    ...(await Promise.all([jobs, end(["web"])])),
    await end(["payment sandbox", "printer sandbox"]),
  ].flat();
  clearTimeout(hard);
  await replication?.stop(LAST_COPY_SECONDS);
  lock.release();
  process.exit(code || (results.every(Boolean) ? 0 : 1));
}

/** Asks these programs to end. Gives for each whether it did so by itself. */
function end(names) {
  const running = programs.filter(
    ({ name, child }) => names.includes(name) && child.exitCode === null && child.signalCode === null,
  );
  for (const { child } of running) child.kill("SIGTERM");
  return Promise.all(running.map(({ name, child }) => ended(name, child)));
}

async function ended(name, child) {
  const [code, signal] = await once(child, "exit");
  // One that does not listen for the signal is ended by it. The doctor's code says what it found, not how it ended.
  const isWell = code === 0 || signal === "SIGTERM" || (name === "doctor" && code === 1);
  if (!isWell) console.error(`The ${name} process was to end, and ended with ${code ?? signal}.`);
  return isWell;
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void stop(0));
