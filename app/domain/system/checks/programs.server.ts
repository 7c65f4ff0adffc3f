import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { databaseFile, rawConnection } from "#db/client.server";
import { settings } from "~/adapters/settings.server";
import { decoderVersion } from "~/domain/diary/photos/photo-rendering.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { databaseState } from "../backups/database-state.server";
import { type Assessment, type Check, failing, unknown, warning, well } from "./check";

/** The programs that the shop runs on: Litestream, Node.js, SQLite, the decoder of photos. */
export const PROGRAMS: readonly Check[] = [
  { readers: { doctor: "Litestream" }, assess: litestream },
  { readers: { doctor: "Node.js" }, assess: () => nodeVersion(process.versions.node) },
  {
    readers: { doctor: "Database" },
    assess() {
      const { pending } = databaseState(databaseFile);
      if (pending.length > 0) return failing(`Not migrated: ${pending.join(", ")}.`, "Restart the app.");
      const version = String(rawConnection().prepare("SELECT sqlite_version()").pluck().get());
      return well(`Migrated; SQLite ${version}.`);
    },
  },
  {
    readers: { doctor: "Photos" },
    async assess() {
      try {
        return well(`Decoded by libvips ${await decoderVersion()}.`);
      } catch (error) {
        const [why] = String(error).split("\n", 1);
        return failing(`Their decoder doesn’t load: ${why}`, "Install the packages on this machine.");
      }
    },
  },
];

const SUPPORTED_NODE = 22;

/** `version` as Node says it, such as "22.11.0". */
export function nodeVersion(version: string): Assessment {
  return Number(version.split(".")[0]) >= SUPPORTED_NODE
    ? well(`Version ${version}.`)
    : warning(`Version ${version} no longer gets security fixes.`, `Use Node.js ${SUPPORTED_NODE}.`);
}

const TIME_LIMIT_MS = 10 * SECOND_MS;
/** The one that cannot damage a database that is written while it copies. */
const SAFE_SQLITE = "3.51.3";

async function litestream(): Promise<Assessment> {
  const program = settings.backups?.program;
  if (!program)
    return (settings.environment === "production" && !settings.allowNoBackup ? failing : warning)(
      "No backup bucket is set, so nothing is copied.",
      "Set the LITESTREAM settings, as scripts/README.md says.",
    );
  const version = await versionOf(program);
  if (!version) return failing(`${program} doesn’t run.`, "Install Litestream, or correct LITESTREAM_BIN.");
  const sqlite = await sqliteInside(program);
  if (!sqlite) return unknown(`Version ${version}; its SQLite is unknown.`, `It needs ${SAFE_SQLITE} or newer.`);
  const said = `Version ${version}, with SQLite ${sqlite}.`;
  return compareVersions(sqlite, SAFE_SQLITE) >= 0
    ? well(said)
    : failing(said, `Use one with SQLite ${SAFE_SQLITE} or newer. Older ones can damage the database.`);
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
