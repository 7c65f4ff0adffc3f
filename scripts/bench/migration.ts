import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { databaseState } from "../../app/domain/system/backups/database-state.server";
import { productionSettings } from "../testing/production.ts";
import { atMost, type Figure, megabytes, seen } from "./harness/figures";

/**
 * A database of an earlier release with a million emails is made ready by `prepare-database.ts`, as a start does it:
 * copied, then migrated through every release since. Most of the work is eight indexes over the million.
 */

const ROWS = 1_000_000;
/** Migrations that the earlier release had. */
const EARLIER = 11;
const MOST_SECONDS = 30;
const MOST_LOG_MB = 200;
const LOOK_EVERY_MS = 50;

export async function measure(): Promise<Figure[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), "loop-migration-"));
  try {
    const file = join(dataFolder, "loop.db");
    makeEarlierDatabase(file, dataFolder);
    const size = megabytes(statSync(file).size / 1e6);
    const pending = databaseState(file).pending.length;
    const { seconds, logMegabytes, copySeconds } = await prepare(file, dataFolder);
    const connection = new SqliteFile(file);
    const rows = Number(connection.prepare("SELECT count(*) FROM emails").pluck().get());
    const integrity = connection.pragma("integrity_check", { simple: true });
    connection.close();
    const isWhole = rows === ROWS && integrity === "ok" && databaseState(file).pending.length === 0;
    return [
      {
        what: `${pending} migrations of ${ROWS} emails (${size}): from the copy to the end`,
        value: `${(seconds - copySeconds).toFixed(1)} s`,
        limit: `< ${MOST_SECONDS} s`,
        isMet: seconds - copySeconds < MOST_SECONDS,
      },
      seen("the copy before it", `${copySeconds.toFixed(1)} s`),
      atMost("largest write-ahead log", logMegabytes, MOST_LOG_MB, megabytes),
      { what: "every row is there, integrity", value: String(isWhole), limit: "true", isMet: isWhole },
    ];
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

function makeEarlierDatabase(file: string, dataFolder: string): void {
  const migrations = join(dataFolder, "earlier-migrations");
  mkdirSync(join(migrations, "meta"), { recursive: true });
  cpSync("migrations", migrations, { recursive: true });
  const journal = JSON.parse(readFileSync(join(migrations, "meta/_journal.json"), "utf8"));
  journal.entries = journal.entries.slice(0, EARLIER);
  writeFileSync(join(migrations, "meta/_journal.json"), JSON.stringify(journal));
  const connection = new SqliteFile(file);
  connection.pragma("journal_mode = WAL");
  migrate(drizzle(connection), { migrationsFolder: migrations });
  connection.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO letters (id, kind, to_name, to_email, subject, text_body, html_body, occasion_key, message_id, state, next_try_at,
      created_at, sent_at)
    SELECT 'letter' || i, 'weekly', 'Person ' || i, 'person' || i || '@example.com', 'Week ' || (i % 52), hex(randomblob(80)),
      '', 'week:' || i, 'message' || i, 'sent', i, i, i FROM n`);
  connection.pragma("wal_checkpoint(TRUNCATE)");
  connection.close();
}

/** Runs the preparation and watches the log beside the database. */
async function prepare(file: string, dataFolder: string) {
  const began = performance.now();
  let [logBytes, copiedAt] = [0, 0];
  const child = spawn(process.execPath, ["build/processes/prepare-database.js"], {
    env: { ...process.env, ...productionSettings({ dataFolder, port: 3000 }), ALLOW_NO_BACKUP: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", () => {
    copiedAt = performance.now();
  });
  const looking = setInterval(() => {
    logBytes = Math.max(logBytes, statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  }, LOOK_EVERY_MS);
  const [code] = await once(child, "close");
  clearInterval(looking);
  if (code !== 0) throw new Error(`The preparation ended with ${code}.`);
  return {
    seconds: (performance.now() - began) / 1000,
    copySeconds: Math.max(0, copiedAt - began) / 1000,
    logMegabytes: logBytes / 1e6,
  };
}
