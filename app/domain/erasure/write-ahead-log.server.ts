import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { databaseFile, rawConnection } from "#db/client.server";
import { withoutWaiting } from "#db/write-lock.server";

/**
 * What is deleted is overwritten in the file of the database, and stays in the write-ahead log beside it, where the
 * pages stand as they were before, until that is emptied. Somebody who is reading keeps it from being emptied:
 * Litestream always is, while it copies, and then the log is only written over in time.
 */
export type Emptied =
  | { ok: true }
  | {
      ok: false;
      /** How long the log is. */
      bytes: number;
      /** Litestream has a folder here, so it is the likely reader. */
      isCopied: boolean;
    };

const LOG = `${databaseFile}-wal`;
const LITESTREAM = join(dirname(databaseFile), ".loop.db-litestream");

/**
 * Brings all that the log holds into the file and empties it, unless somebody is reading. It does not wait for
 * readers: nobody could write meanwhile.
 */
export function emptyWriteAheadLog(): Emptied {
  const [found] = withoutWaiting(
    () => rawConnection().pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[],
  );
  if (found?.busy === 0) return { ok: true };
  const bytes = statSync(LOG, { throwIfNoEntry: false })?.size ?? 0;
  return { ok: false, bytes, isCopied: existsSync(LITESTREAM) };
}
