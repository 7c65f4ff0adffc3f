import { existsSync } from "node:fs";
import { join } from "node:path";
import { backups } from "../app/adapters/adapters.server";
import { settings } from "../app/adapters/settings.server";
import { stoppedContainerCommand } from "../app/domain/kernel/alarms/container-commands";
import { applyErased, readErasedList } from "../app/domain/privacy/erasure/erased-list.server";
import { databaseState } from "../app/domain/system/backups/database-state.server";
import { findDamage } from "../app/domain/system/backups/databases.server";
import { restoreDatabase } from "../app/domain/system/backups/restore.server";
import { damageCode, forgetDamage, knownDamage, noteDamage } from "../db/damage.server";
import { copyBeforeMigrating } from "./database/copy-before-migrating";
import { findCopyBeforeMigration, newestSoundCopy } from "./database/sound-copy";

/**
 * Makes the database ready for this release, before anything opens it: restores it if the volume has none and a backup
 * exists, refuses what would lose a shop, copies it before a migration, and migrates. Exits with 1 and one message when
 * it refuses.
 */

/** Litestream before this carries a SQLite that can damage a database which is written while it is copied. */
const OLDEST_LITESTREAM = [0, 5, 17] as const;

/** An empty file is whole for SQLite. */
const EMPTIED = "it holds no shop";

const file = join(settings.dataFolder, "loop.db");
const isProduction = settings.environment === "production";

try {
  if (isProduction || backups) await checkBackup();
  if (!existsSync(file) && backups) await restore();
  if (knownDamage(file)) await checkAgain();
  const state = existsSync(file) ? databaseState(file) : null;
  if (state && state.unknown > 0)
    refuse(
      "The database was written by a newer release of Loop; start that release, or restore a copy from before it. In a container: docker images loop names the releases that are there.",
    );
  if (isProduction && !state?.newest) await checkFirstStart();
  if (state?.newest && state.pending.length > 0) {
    const copy = await copyBeforeMigrating(file, join(settings.dataFolder, "before-migrations"), state.newest);
    console.log(`The database was copied to ${copy} before its migration: ${state.pending.join(", ")}.`);
  }
  const { closeDatabase } = await import("../db/client.server");
  await migrate(state?.pending ?? null);
  await checkSecrets();
  await applyErasures();
  if (isProduction) await tellFindings();
  closeDatabase();
} catch (error) {
  if (damageCode(error)) await refuseDamaged(error instanceof Error ? error.message : String(error));
  refuse(error instanceof Error ? error.message : String(error));
}

/** A shop that does not say who sells breaks the law, and sells all the same. */
async function tellFindings(): Promise<void> {
  const { findingsAtStart } = await import("../app/domain/system/checks/doctor.server");
  for (const { state, message, toDo } of await findingsAtStart(new Date()))
    if (state !== "well") console.warn(`${message} ${toDo ?? ""}`.trim());
}

/** Production copies its database, or says on purpose that it does not; whatever copies does it with a sound Litestream. */
async function checkBackup(): Promise<void> {
  if (!backups && !settings.allowNoBackup)
    refuse(
      "Nothing would be backed up. Set LITESTREAM_BUCKET and the settings beside it, or ALLOW_NO_BACKUP=1 to run without a backup: if the disk is lost, the shop is lost.",
    );
  if (!backups)
    return console.warn("Nothing is backed up: LITESTREAM_BUCKET is not set. If the disk is lost, the shop is lost.");
  const version = await backups.replica.version();
  const parts = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  const difference = parts?.map((part, place) => part - (OLDEST_LITESTREAM[place] ?? 0)).find((one) => one !== 0);
  if ((difference ?? 0) < 0)
    refuse(
      `Litestream ${version} can damage the database that it copies: ${OLDEST_LITESTREAM.join(".")} or newer is needed.`,
    );
}

/** @param pending the migrations that the database lacks; null where it is new */
async function migrate(pending: readonly string[] | null): Promise<void> {
  const { migrateDatabase } = await import("../db/client.server");
  try {
    migrateDatabase({ isAlone: pending !== null && pending.length > 0 });
  } catch (error) {
    if (damageCode(error) || !pending) throw error;
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
    refuse(
      `The migration of the database failed (${pending.join(", ")}) and changed nothing: ${why} Start the release from before it.\nIn a container: docker stop loop; docker rename loop loop-failed && docker rename loop-old loop && docker start loop`,
    );
  }
}

/** Whatever this database was restored from may be older than an erasure. */
async function applyErasures(): Promise<void> {
  if (!backups || !isProduction) return;
  const { rawConnection } = await import("../db/client.server");
  try {
    const held = applyErased(rawConnection(), await readErasedList(backups.nightly));
    if (held > 0)
      console.log(`Accounts that were erased since this database was copied: ${held}. The worker erases them again.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.warn(`The list of erased accounts could not be read (${why}); it is read again tonight.`);
  }
}

/** A shop that cannot read its own codes opens for nobody: reads them all when the secrets were changed. */
async function checkSecrets(): Promise<void> {
  const sealing = await import("../app/domain/system/sealing/sealed-values.server");
  if (sealing.areSecretsProven()) return;
  const { unreadable } = await sealing.readSealedValues();
  if (unreadable.length > 0)
    refuse(
      `No secret in SECRETS opens ${unreadable.join(" and ")}: put the one that was removed back behind the first and run npm run reseal before removing it. Only if it is lost for good: npm run reseal -- --accept-unreadable.\n${inContainer("npm run reseal -- --accept-unreadable", "Only then, in a container")}`,
    );
  sealing.rememberSecrets(new Date());
}

/** Damage found while the shop ran may have been in memory only, so the whole file is read again. */
async function checkAgain(): Promise<void> {
  const [first] = await findDamage(file, "integrity_check");
  if (first) await refuseDamaged(first);
  if (!databaseState(file).newest) await refuseDamaged(EMPTIED);
  forgetDamage(file);
  console.warn("The database was marked as damaged while it ran. We’ve read the whole file, and it’s sound.");
}

/** Says what to type: the newest sound copy takes the place of the damaged file, which is kept. */
async function refuseDamaged(found: string): Promise<never> {
  if (existsSync(file)) noteDamage(file, found);
  const { copy, passedOver } = await newestSoundCopy(settings.dataFolder, backups, new Date());
  const why = passedOver.length > 0 ? ` Skipped: ${passedOver.join(" ")}` : "";
  if (!copy) refuse(`The database ${file} is damaged (${found}), and no sound copy of it was found.${why}`);
  // With its time: a second damaged file must not take the place of the first.
  const now = new Date().toISOString().replaceAll(":", "-");
  const aside = join(settings.dataFolder, "newer", `damaged-${now}`);
  const command = `mkdir -p ${aside} && mv ${file}* ${aside}/ && ${copy.command}`;
  refuse(
    [
      `The database ${file} is damaged (${found}). The newest sound copy is ${copy.what}.${why}`,
      `Stop Loop, put the copy in its place and start again: ${command}`,
      inContainer(command),
    ].join("\n"),
  );
}

async function restore(): Promise<void> {
  if (!backups) return;
  const source = { kind: "replica", replica: backups.replica, at: null } as const;
  const restored = await restoreDatabase(file, source, new Date());
  if (restored.ok) {
    const { rows, seconds } = restored;
    console.log(
      `The data folder had no database; ${rows} rows were restored from the replica in ${seconds.toFixed(1)} s.`,
    );
  } else if (restored.reason === "damaged")
    refuse(
      `The restored database is damaged: ${restored.problems.join(" ")} Try an earlier moment (npm run restore -- --at TIME) or a nightly copy (npm run restore -- --nightly).\n${inContainer("npm run restore -- --nightly")}`,
    );
}

/** A lost volume together with a wrong bucket would look like a new shop, so a new shop has to be asked for, by day. */
async function checkFirstStart(): Promise<void> {
  const [copy] = (await backups?.nightly.list()) ?? [];
  if (
    existsSync(file) &&
    (copy || (await backups?.replica.newest(null)) || findCopyBeforeMigration(settings.dataFolder))
  )
    await refuseDamaged(EMPTIED);
  if (copy)
    refuse(
      `${file} holds no shop and there is no replica, but a nightly copy of one (${copy.key}): restore it with npm run restore -- --nightly.\n${inContainer("npm run restore -- --nightly")}`,
    );
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const now = Date.now();
  const today = day(now);
  if (settings.firstStartDay === today || settings.firstStartDay === day(now - 3_600_000 * 12)) return;
  const where = settings.backups
    ? ` and no backup was found in ${settings.backups.replica.bucket}/${settings.backups.replica.path}`
    : "";
  const stale = settings.firstStartDay ? ` (it is ${settings.firstStartDay}, a day that is over)` : "";
  refuse(
    `${file} holds no shop${where}: if this shop has never been open, set FIRST_START=${today}${stale}; if it has, check DATA_DIR and the bucket's settings.`,
  );
}

function inContainer(command: string, when = "In a container"): string {
  return `${when}: ${stoppedContainerCommand(command)}`;
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
