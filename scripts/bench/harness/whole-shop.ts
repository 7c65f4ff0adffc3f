import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { openScriptedRelay, type ScriptedRelay } from "../../../tests/support/scripted-relay";
import { freePort, root, untilResponding } from "../../steps.ts";
import { BUCKET, type ServiceAddresses } from "./bucket-and-provider";
import { type MovedClock, openClock } from "./moved-clock";
import { openProxy, type ServiceProxy } from "./service-proxy";

/**
 * A whole shop as `npm start` starts it, on a copy of a prepared database, with a bucket, a payment provider and a mail
 * relay that it reaches through proxies. Nothing of the shop is replaced: fault comes from outside of it.
 */

export interface ReceivedAlarm {
  kind: string;
  state: string;
  message: string;
  at: number;
}

export interface WholeShop {
  origin: string;
  dataFolder: string;
  storage: ServiceProxy;
  provider: ServiceProxy;
  relay: ScriptedRelay;
  /** The shop's clock, and that of its services. */
  clock: MovedClock;
  servicesClock: MovedClock;
  alarms: ReceivedAlarm[];
  /** The processes of this program that run now, such as "worker.js". */
  pids(program: string): number[];
  /** Reads the database as another process does. */
  read<Row>(sql: string, ...values: readonly unknown[]): Row[];
  /** The errors among the last lines that the shop logged, each with how often it came. */
  lastErrors(): string[];
  close(): Promise<void>;
}

const LOG_LINES = 4_000;
/** Of these errors are told: some seconds of a shop with twenty people. */
const LAST_LINES = 400;

interface Given {
  /** The prepared database; null where it lies in the folder already. */
  database: string | null;
  dataFolder: string;
  variables?: Readonly<Record<string, string>>;
}

export async function openShop({ database, dataFolder, variables = {} }: Given): Promise<WholeShop> {
  const folder = mkdtempSync(join(tmpdir(), "loop-bench-fault-"));
  mkdirSync(dataFolder, { recursive: true });
  if (database !== null) copyFileSync(database, join(dataFolder, "loop.db"));
  const port = await freePort(0);
  const origin = `http://localhost:${port}`;
  const [clock, servicesClock] = [openClock(join(folder, "clock")), openClock(join(folder, "services-clock"))];
  const services = await startServices(origin, folder, servicesClock);
  const [storage, provider] = [await openProxy(services.storage), await openProxy(services.provider)];
  const relay = await openScriptedRelay();
  const receiver = await receiveAlarms();
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, SECRETS: process.env.SECRETS },
      ...{ APP_ENV: "development", NODE_ENV: "production", LOG_FORMAT: "json" },
      ...{ DATA_DIR: dataFolder, PORT: String(port), PUBLIC_ORIGIN: origin, TRUSTED_PROXY_HOPS: "1" },
      ...{ REQUESTS_PER_MINUTE: "100000", ALARM_WEBHOOK_URL: receiver.url },
      ...{ SMTP_URL: relay.url, MAIL_FROM: "hello@loop.example" },
      ...{ S3_BUCKET: BUCKET.bucket, S3_REGION: BUCKET.region, S3_ENDPOINT: storage.origin },
      ...{ S3_ACCESS_KEY_ID: BUCKET.accessKeyId, S3_SECRET_ACCESS_KEY: BUCKET.secretAccessKey },
      ...{ STRIPE_SECRET_KEY: "sk_test_sandbox", STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox" },
      ...{ STRIPE_WEBHOOK_SECRETS: "whsec_sandbox", STRIPE_API_ORIGIN: provider.origin },
      ...{ STRIPE_CHECKOUT_ORIGIN: services.provider, STRIPE_SCRIPT_ORIGIN: services.provider },
      ...clock.variables,
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      lines.push(...text.split("\n").filter(Boolean));
      lines.splice(0, Math.max(0, lines.length - LOG_LINES));
    });
  const close = async () => {
    await end(child, "SIGTERM");
    await end(services.child, "SIGKILL");
    await Promise.all([storage.close(), provider.close(), relay.close(), receiver.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilResponding(`${origin}/health`, { name: "The shop", child }, 120);
  } catch (error) {
    await close();
    throw new Error(`${error instanceof Error ? error.message : error}\n${lines.slice(-20).join("\n")}`);
  }
  return {
    ...{ origin, dataFolder, storage, provider, relay, clock, servicesClock },
    alarms: receiver.alarms,
    pids: (program) => childrenOf(child.pid ?? 0).filter((pid) => commandOf(pid).includes(program)),
    read(sql, ...values) {
      const connection = new SqliteFile(join(dataFolder, "loop.db"), { readonly: true });
      try {
        return connection.prepare(sql).all(...values) as never[];
      } finally {
        connection.close();
      }
    },
    lastErrors: () => countErrors(lines.slice(-LAST_LINES)),
    close,
  };
}

function countErrors(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    if (line.includes('"level":"info"')) continue;
    const said = line.replace(/"(?:time|requestId)":"[^"]*",?/g, "").slice(0, 200);
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return [...counts].map(([said, count]) => `${count} × ${said}`);
}

async function startServices(shopOrigin: string, dataFolder: string, clock: MovedClock) {
  const program = join(root, "scripts", "bench", "harness", "bucket-and-provider.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, shopOrigin, dataFolder], {
    cwd: root,
    env: { ...process.env, ...clock.variables },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => null);
  const first = await Promise.race([once(child, "message"), ended]);
  if (!first) throw new Error("The services around the shop did not start.");
  const [addresses] = first as [ServiceAddresses];
  return { child, ...addresses };
}

/** The shop's second channel of alarms. */
async function receiveAlarms() {
  const alarms: ReceivedAlarm[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const told: { alarms: Omit<ReceivedAlarm, "at">[] } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    for (const { kind, state, message } of told.alarms) alarms.push({ kind, state, message, at: performance.now() });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    alarms,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  const killed = setTimeout(() => child.kill("SIGKILL"), 30_000);
  await gone;
  clearTimeout(killed);
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(fileOf(pid, "status"))?.[1] ?? 0);
}

const commandOf = (pid: number) => fileOf(pid, "cmdline").replaceAll("\0", " ");

/** Empty for a process that is gone. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return "";
  }
}
