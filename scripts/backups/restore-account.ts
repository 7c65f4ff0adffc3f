import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import SqliteFile from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import type { backups as configured } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import {
  checkDatabase,
  copyDatabase,
  databaseBytes,
  MIGRATION_SHARE,
  requireRoom,
} from "../../app/domain/backups/databases.server";
import { applyErasedList, readErasedList } from "../../app/domain/backups/erased-list.server";
import { type RestoreSource, restoreDatabase } from "../../app/domain/backups/restore.server";
import { databaseState } from "../database/migrations";
import { momentOf, optionOf, refuse, wantedBackups } from "./wanted";

/**
 * Brings one deleted account or loop back from a copy, beside a running shop. The copy is fetched into a folder of its own,
 * checked, brought to this release, and those who were erased since are closed in it first.
 */
export async function restoreOneAccount(args: readonly string[], backups: typeof configured): Promise<void> {
  const live = join(settings.dataFolder, "loop.db");
  if (!existsSync(live)) refuse(`${settings.dataFolder} holds no shop to bring an account back into.`);
  if (databaseState(live).pending.length > 0)
    refuse("The shop's database is of an older release: start this release once first.");
  const account = optionOf(args, "--account");
  if (!account) refuse("Say whose: --account with its id or email address.");
  const loopId = optionOf(args, "--loop") ?? null;
  if (loopId === "") refuse("Say which: --loop with its id.");
  const apply = args.includes("--apply");
  const source = sourceOf(args, backups);

  const folder = join(settings.dataFolder, "work", `restore-account-${process.pid}`);
  const copy = join(folder, "copy.db");
  let report: Awaited<
    ReturnType<typeof import("../../app/domain/erasure/restored-accounts.server").restoreAccount>
  >;
  let from: string;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    from = await fetchCopy(copy, source);
    if (databaseState(copy).unknown > 0) throw new Error("The copy was written by a newer release of Loop.");
    if (databaseState(copy).pending.length > 0) {
      await requireRoom(folder, databaseBytes(copy) * MIGRATION_SHARE, "migrate");
      migrateCopy(copy);
    }
    if (backups) applyErasedList(copy, await readErasedList(backups.nightly));
    const { closeDatabase } = await import("../../db/client.server");
    const { restoreAccount } = await import("../../app/domain/erasure/restored-accounts.server");
    try {
      report = await restoreAccount(copy, { account, loopId }, { apply, from }, new Date());
    } finally {
      closeDatabase();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (!report.ok) refuse(report.sentence);
  const { accountId, rows, links, conflicts, missingFiles } = report;
  for (const conflict of conflicts) console.error(`✗ ${conflict}`);
  if (Object.keys(rows).length === 0)
    return console.log(`Nothing of account ${accountId} comes back from ${from}.`);
  console.log(`Account ${accountId}, from ${from}:`);
  for (const [table, count] of Object.entries(rows)) console.log(`  ${table}: ${count}`);
  for (const [column, count] of Object.entries(links)) console.log(`  ${column}: named again in ${count}`);
  if (missingFiles.length > 0) {
    console.log(`Storage lacks ${missingFiles.length} of their files:`);
    for (const key of missingFiles) console.log(`  ${key}`);
    console.log("A bucket with versions has them for 30 days: remove the delete markers of these keys.");
  }
  console.log(apply ? "That is back." : "Nothing was changed: the same with --apply brings it back.");
}

/** What --from names: a file, or a moment of the replica or of the nightly copies; the newest nightly copy without it. */
function sourceOf(
  args: readonly string[],
  backups: typeof configured,
): RestoreSource | { kind: "file"; file: string } {
  const typed = optionOf(args, "--from");
  if (typed && existsSync(resolve(typed))) return { kind: "file", file: resolve(typed) };
  const at = momentOf(typed);
  const { replica, nightly } = wantedBackups(backups);
  if (at && !args.includes("--nightly")) return { kind: "replica", replica, at };
  return { kind: "nightly", copies: nightly, at };
}

/** Fetches and checks it. Returns what it was. */
async function fetchCopy(copy: string, source: ReturnType<typeof sourceOf>): Promise<string> {
  const now = new Date();
  if (source.kind === "file") {
    await copyDatabase(source.file, copy);
    const { problems } = await checkDatabase(copy, now);
    if (problems.length > 0) throw new Error(`${source.file} is damaged: ${problems.join(" ")}`);
    return source.file;
  }
  const restored = await restoreDatabase(copy, source, now);
  const at = source.at?.toISOString();
  if (restored.ok) return at ? `${restored.from} of ${at}` : restored.from;
  if (restored.reason === "damaged") throw new Error(`The copy is damaged: ${restored.problems.join(" ")}`);
  throw new Error(`The bucket holds no copy ${at ? `of ${at}` : "yet"}.`);
}

function migrateCopy(copy: string): void {
  const connection = new SqliteFile(copy);
  try {
    connection.pragma("journal_mode = DELETE");
    migrate(drizzle(connection), { migrationsFolder: "migrations" });
  } finally {
    connection.close();
  }
}
