import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Copies, Replica } from "../../app/adapters/backups/contract";
import { checkDatabase } from "../../app/domain/system/backups/databases.server";
import { restoreReplica } from "../../app/domain/system/backups/restore.server";

/** The newest copy from which a damaged database can be restored, and how. */

interface SoundCopy {
  at: Date;
  /** With its time. */
  what: string;
  /** Puts it in place, once the damaged database is moved away. */
  command: string;
}

/** Looks at all copies. What can't be asked or isn't sound is passed over, and `passedOver` says why. */
export async function newestSoundCopy(
  dataFolder: string,
  backups: { replica: Replica; nightly: Copies } | null,
  now: Date,
): Promise<{ copy: SoundCopy | null; passedOver: string[] }> {
  const passedOver: string[] = [];
  const found: SoundCopy[] = [];
  const looks = [
    async () => backups && (await ofReplica(backups.replica, dataFolder, now)),
    async () => backups && (await newestNightly(backups.nightly)),
    () => beforeMigration(dataFolder, now),
  ];
  for (const look of looks) {
    try {
      const copy = await look();
      if (copy) found.push(copy);
    } catch (error) {
      passedOver.push(error instanceof Error ? error.message : String(error));
    }
  }
  const [copy = null] = found.sort((one, other) => other.at.getTime() - one.at.getTime());
  return { copy, passedOver };
}

/** Restored and checked beside the damaged one. @throws when it isn't sound. */
async function ofReplica(replica: Replica, dataFolder: string, now: Date): Promise<SoundCopy | null> {
  const newest = await replica.newest(null);
  const folder = join(dataFolder, "work", "sound-copy");
  const file = join(folder, "loop.db");
  try {
    await rm(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!newest || !(await restoreReplica(replica, file, null))) return null;
    await requireSound(file, "The replica", now);
    return { at: newest.at, what: `the replica of ${newest.at.toISOString()}`, command: "npm run restore" };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A nightly copy is checked before it leaves. */
async function newestNightly(nightly: Copies): Promise<SoundCopy | null> {
  const [copy] = (await nightly.list()).sort((one, other) => other.at.getTime() - one.at.getTime());
  if (!copy) return null;
  return { at: copy.at, what: `the nightly copy ${copy.key}`, command: "npm run restore -- --nightly" };
}

/** The path of the copy from before a migration; null without one. */
export function findCopyBeforeMigration(dataFolder: string): string | null {
  const folder = join(dataFolder, "before-migrations");
  const [name] = existsSync(folder) ? readdirSync(folder).filter((one) => one.endsWith(".db")) : [];
  return name ? join(folder, name) : null;
}

async function beforeMigration(dataFolder: string, now: Date): Promise<SoundCopy | null> {
  const path = findCopyBeforeMigration(dataFolder);
  if (!path) return null;
  await requireSound(path, path, now);
  const at = statSync(path).mtime;
  const command = `cp ${path} ${join(dataFolder, "loop.db")}`;
  return { what: `${path} of ${at.toISOString()}`, command, at };
}

/** @throws Error that names the copy. */
async function requireSound(file: string, name: string, now: Date): Promise<void> {
  const problems = await checkDatabase(file, now).then(
    (report) => report.problems,
    (error: unknown) => [error instanceof Error ? error.message : String(error)],
  );
  if (problems.length > 0) throw new Error(`${name} isn’t sound: ${problems[0]}`);
}
