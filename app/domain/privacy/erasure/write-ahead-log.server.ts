import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { databaseFile, rawConnection } from "#db/client.server";
import { withoutWaiting } from "#db/write-lock.server";

/**
 * Deleted data is overwritten in the database file, but stays in the write-ahead log beside it until that is emptied.
 * An open reader prevents that: Litestream always is one while it replicates, and then the log is only overwritten over
 * time.
 */
export type Emptied =
  | { ok: true }
  | {
      ok: false;
      /** The size of the log. */
      bytes: number;
      /** Whether a Litestream folder exists here, so that it is probably the reader. */
      isCopied: boolean;
    };

const LOG = `${databaseFile}-wal`;
const LITESTREAM = join(dirname(databaseFile), ".loop.db-litestream");

/**
 * Moves the log's content into the file and empties it, unless there is a reader. It does not wait for readers, because
 * nobody could write meanwhile.
 */
export function emptyWriteAheadLog(): Emptied {
  const [found] = withoutWaiting(() => rawConnection().pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[]);
  if (found?.busy === 0) return { ok: true };
  const bytes = statSync(LOG, { throwIfNoEntry: false })?.size ?? 0;
  return { ok: false, bytes, isCopied: existsSync(LITESTREAM) };
}
