import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { eq } from "drizzle-orm";
import { db, rawConnection } from "#db/client.server";
import { serviceChecks } from "#db/schema";
import { alertWebhook } from "~/adapters/adapters.server";
import { settings, surroundings } from "~/adapters/settings.server";
import { decoderVersion } from "~/domain/diary/photos/photo-rendering.server";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { DAY_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { type BackupProblem, backupProblems } from "../backups/backup-limits";
import { backupStatus } from "../backups/backup-status.server";
import { pendingMigrations } from "../checks/machine.server";
import { diskSpace } from "../health/disk.server";
import { assessDisk, CERTIFICATE_DAYS } from "../health/health-limits";
import { askPublicAddress, redirectProblem } from "../health/public-address.server";
import { readSealedValues } from "../sealing/sealed-values.server";
import { type Finding, failing, unknown, warning, well } from "./finding";

/** This machine: disk, clock, versions, secrets, settings, our own address, and the backups. */

const isProduction = settings.environment === "production";
const TIME_LIMIT_MS = 10 * SECOND_MS;

export async function checkMachine(now: Date): Promise<Finding[]> {
  const findings = await Promise.all([
    disk(),
    clock(),
    litestream(),
    nodeVersion(process.versions.node),
    database(),
    photoDecoder(),
    ...backups(now),
  ]);
  return [...findings, ...(await ownAddress(now)), ...(await secrets(now)), ...environment()];
}

async function disk(): Promise<Finding> {
  const { level, message } = assessDisk(await diskSpace(settings.dataFolder));
  if (level === "enough") return well("Disk", message);
  return (level === "filling" ? warning : failing)(
    "Disk",
    message,
    "Enlarge the volume, or remove whatever has grown.",
  );
}

/** Codes of authenticators change every half minute; signatures of the bucket fail after a quarter of an hour. */
const CLOCK_WARNING_MS = 20 * SECOND_MS;
const CLOCK_FAILING_MS = 120 * SECOND_MS;

async function clock(): Promise<Finding> {
  const offsets = await Promise.all([...datedServers()].map(offsetTo));
  const known = offsets.filter((offset) => offset !== null).sort((a, b) => Math.abs(a) - Math.abs(b));
  const [smallest] = known;
  if (smallest === undefined) return unknown("Clock", "No time server answered.", "Check it against another clock.");
  const said = `${Math.round(Math.abs(smallest) / SECOND_MS)} s off.`;
  const advice = "Switch on time synchronisation on this machine.";
  if (Math.abs(smallest) >= CLOCK_FAILING_MS) return failing("Clock", said, advice);
  return Math.abs(smallest) >= CLOCK_WARNING_MS ? warning("Clock", said, advice) : well("Clock", said);
}

/** External services whose responses have a date. */
function datedServers(): Set<string> {
  const { storage, payments } = settings;
  const bucket = storage.kind === "s3" ? [storage.uploadOrigin] : [];
  return new Set([...bucket, payments.apiOrigin ?? "https://api.stripe.com"]);
}

async function offsetTo(origin: string): Promise<number | null> {
  try {
    const began = Date.now();
    const response = await fetch(origin, { method: "HEAD", signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const date = Date.parse(response.headers.get("date") ?? "");
    // The date is of some moment between request and response, in whole seconds.
    return Number.isNaN(date) ? null : (began + Date.now()) / 2 - (date + SECOND_MS / 2);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  }
}

async function ownAddress(now: Date): Promise<Finding[]> {
  const name = "Our own address";
  const advice = "Check that DNS, the proxy and its certificate are set up for PUBLIC_ORIGIN.";
  const bad = isProduction ? failing : warning;
  const { publicOrigin } = settings;
  const found = await askPublicAddress();
  if (!found.ok) return [bad(name, found.message, advice)];
  if (!found.validUntil) return [well(name, "It answers.")];
  const days = (found.validUntil.getTime() - now.getTime()) / DAY_MS;
  const said = `It answers; its certificate is valid until ${formatLondonDay(found.validUntil)}.`;
  const address =
    days > CERTIFICATE_DAYS ? well(name, said) : warning(name, said, "Find out why it isn’t being renewed.");
  // At a port of its own there is no http:// beside it.
  if (new URL(publicOrigin).port) return [address];
  const problem = await redirectProblem(`${publicOrigin.replace("https:", "http:")}/health`, publicOrigin);
  const redirect = "Redirect to https";
  return [
    address,
    problem
      ? warning(redirect, problem, "Let the proxy answer port 80 with a redirect to PUBLIC_ORIGIN.")
      : well(redirect, "http:// leads to https://."),
  ];
}

const SUPPORTED_NODE = 22;

/** `version` as Node says it, such as "22.11.0". */
export function nodeVersion(version: string): Finding {
  return Number(version.split(".")[0]) >= SUPPORTED_NODE
    ? well("Node.js", `Version ${version}.`)
    : warning("Node.js", `Version ${version} no longer gets security fixes.`, `Use Node.js ${SUPPORTED_NODE}.`);
}

function database(): Finding {
  const name = "Database";
  const pending = pendingMigrations();
  if (pending.length > 0) return failing(name, `Not migrated: ${pending.join(", ")}.`, "Restart the app.");
  const version = String(rawConnection().prepare("SELECT sqlite_version()").pluck().get());
  return well(name, `Migrated; SQLite ${version}.`);
}

async function photoDecoder(): Promise<Finding> {
  const name = "Photos";
  try {
    return well(name, `Decoded by libvips ${await decoderVersion()}.`);
  } catch (error) {
    const [why] = String(error).split("\n", 1);
    return failing(name, `Their decoder doesn’t load: ${why}`, "Install the packages on this machine.");
  }
}

const LEAST_SIGNS = 16;
const SECRET_AGE_DAYS = 365;

/** How long links in emails that were sent before a change of secrets work. */
const LINK_DAYS = Math.max(RECEIPT_LINK_DAYS, SET_UP_LINK_DAYS);

/** With one secret alone nothing else can be needed, so nothing is read. */
async function secrets(now: Date): Promise<Finding[]> {
  const [first, ...older] = settings.secrets;
  const since = usedSince(first, now);
  const { bySecret } = older.length > 0 ? await readSealedValues() : { bySecret: [] };
  return [
    newestSecret(first, since, now),
    ...older.map((_, place) => olderSecret(place + 2, bySecret[place + 1] ?? 0, since, now)),
  ];
}

/** The secret is known by a keyed hash alone, stored to know since when it is in use. */
function usedSince(secret: string, now: Date): Date {
  const key = `secret:${createHmac("sha256", secret).update("age").digest("hex").slice(0, 12)}`;
  db.insert(serviceChecks).values({ name: key, okAt: now }).onConflictDoNothing().run();
  return db.select().from(serviceChecks).where(eq(serviceChecks.name, key)).get()?.okAt ?? now;
}

const isGuessable = (secret: string) =>
  new Set(secret).size < LEAST_SIGNS || /secret|password|example|changeme/i.test(secret);

function newestSecret(secret: string, since: Date, now: Date): Finding {
  const name = "Secrets: number 1";
  const replace =
    "Put a new one in front (openssl rand -base64 48), start again and run npm run reseal. Keep this one until nothing needs it.";
  if (isGuessable(secret))
    return (isProduction ? failing : warning)(name, "It looks typed by hand or copied from an example.", replace);
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  const said = `In use since ${formatLondonDay(since)}.`;
  return days > SECRET_AGE_DAYS ? warning(name, said, replace) : well(name, said);
}

/** An older secret: whether stored values or links in emails still need it. */
function olderSecret(number: number, values: number, since: Date, now: Date): Finding {
  const name = `Secrets: number ${number}`;
  if (values > 0) {
    const said = `${formatNumber(values)} ${values === 1 ? "value still needs" : "values still need"} it.`;
    return warning(name, said, "Run npm run reseal, and keep it in SECRETS until no value needs it.");
  }
  const until = new Date(since.getTime() + LINK_DAYS * DAY_MS);
  return until > now
    ? well(name, `No value needs it. Links in emails do until ${formatLondonDay(until)}; remove it then.`)
    : warning(name, "Nothing needs it.", "Remove it from SECRETS, and keep it with the passwords for old copies.");
}

/** Who is notified of alarms; `sendsEmail` also posts a message to the webhook. */
export async function checkAlarms({ sendsEmail }: { sendsEmail: boolean }): Promise<Finding[]> {
  if (!sendsEmail || !alertWebhook) return [someoneIsTold()];
  const name = "Alarms: webhook";
  const result = await alertWebhook.post({
    text: `The doctor of ${settings.company.name} says hello.`,
    alarms: [],
  });
  const posted = result.ok
    ? well(name, "It accepted a test message.")
    : failing(name, `It accepted nothing: ${result.message}`, "Correct ALARM_WEBHOOK_URL.");
  return [someoneIsTold(), posted];
}

function someoneIsTold(): Finding {
  const { email, webhookUrl, heartbeatUrl } = settings.alarms;
  const missing = [
    email ? null : "ALARM_EMAIL",
    webhookUrl ? null : "ALARM_WEBHOOK_URL",
    heartbeatUrl ? null : "HEARTBEAT_URL",
  ].filter((setting) => setting !== null);
  const name = "Alarms";
  if (missing.length === 0) return well(name, "Email, webhook and heartbeat are set.");
  const advice = `Set ${missing.join(", ")}.`;
  if (email || webhookUrl) return warning(name, "Alarms go out, but not by every route.", advice);
  return (isProduction ? failing : warning)(name, "Nobody is told about alarms.", advice);
}

function environment(): Finding[] {
  const unset = surroundings.unknownSettings.map((name) =>
    warning("Settings", `${name} is set but isn’t a setting.`, "Check the spelling against app/adapters/README.md."),
  );
  const bundle = surroundings.hasAwsCaBundle
    ? [
        warning(
          "Litestream: AWS_CA_BUNDLE",
          "It’s set. Litestream 0.5 doesn’t start with it, and only says that it can’t add root certificates.",
          "Unset it. npm start leaves it out for Litestream.",
        ),
      ]
    : [];
  return [...unset, ...bundle];
}

/** The one that cannot damage a database that is written while it copies. */
const SAFE_SQLITE = "3.51.3";

async function litestream(): Promise<Finding> {
  const name = "Litestream";
  const program = settings.backups?.program;
  if (!program)
    return (isProduction && !settings.allowNoBackup ? failing : warning)(
      name,
      "No backup bucket is set, so nothing is copied.",
      "Set the LITESTREAM settings, as scripts/README.md says.",
    );
  const version = await versionOf(program);
  if (!version) return failing(name, `${program} doesn’t run.`, "Install Litestream, or correct LITESTREAM_BIN.");
  const sqlite = await sqliteInside(program);
  if (!sqlite) return unknown(name, `Version ${version}; its SQLite is unknown.`, `It needs ${SAFE_SQLITE} or newer.`);
  const said = `Version ${version}, with SQLite ${sqlite}.`;
  return compareVersions(sqlite, SAFE_SQLITE) >= 0
    ? well(name, said)
    : failing(name, said, `Use one with SQLite ${SAFE_SQLITE} or newer. Older ones can damage the database.`);
}

async function versionOf(program: string): Promise<string | null> {
  const child = spawn(program, ["version"], { stdio: ["ignore", "pipe", "ignore"], timeout: TIME_LIMIT_MS });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += String(chunk);
  });
  try {
    await once(child, "close");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  }
  return /\d+\.\d+(?:\.\d+)?/.exec(said)?.[0] ?? null;
}

/** Read from the program's own bytes, because no command of it says so. */
async function sqliteInside(program: string): Promise<string | null> {
  let rest = "";
  for await (const chunk of createReadStream(program, { encoding: "latin1" })) {
    const text = rest + String(chunk);
    const found = /(?<![\d.])3\.[3-9]\d\.\d{1,2}(?![\d.])/.exec(text);
    if (found && found.index + found[0].length < text.length) return found[0];
    rest = text.slice(-16);
  }
  return null;
}

function compareVersions(one: string, other: string): number {
  const wanted = other.split(".").map(Number);
  for (const [place, part] of one.split(".").map(Number).entries()) {
    const difference = part - (wanted[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function backups(now: Date): Finding[] {
  const status = backupStatus();
  if (!status.isConfigured) return [];
  const kinds: readonly (readonly [string, readonly BackupProblem["kind"][], string])[] = [
    ["Backup: replica", ["replica_late", "replica_alarm"], "Look for Litestream’s lines in the log."],
    ["Backup: nightly copy", ["nightly_late"], "Make one now: npm run backup."],
    ["Backup: drill", ["drill_late", "drill_failed"], "Run one now: npm run drill."],
  ];
  const problems = backupProblems(status, now);
  return kinds.map(([name, ours, advice]) => {
    const said = problems.filter(({ kind }) => ours.includes(kind)).map(({ message }) => message);
    return said.length === 0 ? well(name, "Fresh.") : failing(name, said.join(" "), advice);
  });
}
