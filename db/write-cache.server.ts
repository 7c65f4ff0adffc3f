import { db } from "./client.server";

/** Entries of the cache at most. */
const MOST_ENTRIES = 200;
/** No longer, as what is read may depend on the time. */
const LONGEST_MS = 60_000;

/** Changes when this process or another one has written: SQLite counts each on its own. */
const DATA_VERSION = "SELECT data_version, total_changes() FROM pragma_data_version";

/** Another one after each commit, of whichever process, so that two that are the same have nothing written between them. */
export const databaseVersion = () => String(db.$client.prepare(DATA_VERSION).raw().get());

const cache = new Map<string, { found: unknown; at: number }>();
let version = "";

/**
 * What `read` gives, or gave under this name at most a minute before `now` if nothing has been written to the database
 * since, by whichever process. Inside a transaction it reads each time, as what it finds may be taken back.
 */
export function cacheUntilWrite<Found>(name: string, now: Date, read: () => Found): Found {
  if (db.$client.inTransaction) return read();
  const current = databaseVersion();
  if (current !== version || cache.size >= MOST_ENTRIES) cache.clear();
  version = current;
  const known = cache.get(name);
  // What is cached under a name was read by the same `read`.
  if (known && Math.abs(now.getTime() - known.at) < LONGEST_MS) return known.found as Found;
  const found = read();
  cache.set(name, { found, at: now.getTime() });
  return found;
}
