import { db } from "./client.server";

/** The most that is cached, of however many names. */
const MOST_KEPT = 200;
/** No longer, as what is read may depend on the time. */
const KEPT_MS = 60_000;

/** Changes when this process or another one has written: SQLite counts each on its own. */
const STANDING = "SELECT data_version, total_changes() FROM pragma_data_version";

const kept = new Map<string, { found: unknown; at: number }>();
let standing = "";

/**
 * What `read` gives, or gave under this name at most a minute before `now` if nothing has been written to the database
 * since, by whichever process. Inside a transaction it reads each time, as what it finds may be taken back.
 */
export function cacheUntilWrite<Found>(name: string, now: Date, read: () => Found): Found {
  if (db.$client.inTransaction) return read();
  const current = String(db.$client.prepare(STANDING).raw().get());
  if (current !== standing || kept.size >= MOST_KEPT) kept.clear();
  standing = current;
  const known = kept.get(name);
  // What is cached under a name was read by the same `read`.
  if (known && Math.abs(now.getTime() - known.at) < KEPT_MS) return known.found as Found;
  const found = read();
  kept.set(name, { found, at: now.getTime() });
  return found;
}
