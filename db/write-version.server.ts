import { eq, sql } from "drizzle-orm";
import { db, write } from "./client.server";
import { prepareGet, prepareRun } from "./queries.server";
import { settings } from "./schema";

/**
 * A number that rises with the changes of visitors, so that a machine that reads the copies knows whether they have what a
 * visitor has written: commits are copied in their order.
 */

const KEY = "write_version";

/** Counts one more, after whatever was written before. */
export function raiseWriteVersion(now: Date): number {
  write(() => raise(now));
  return writeVersion();
}

/** How far this database, or this copy of it, has come. */
export function writeVersion(): number {
  return Number(find()?.value ?? 0);
}

const raise = prepareRun((now: Date) =>
  db
    .insert(settings)
    .values({ key: KEY, value: "1", updatedAt: now })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`CAST(${settings.value} AS INTEGER) + 1`, updatedAt: now },
    }),
);

const find = prepareGet(() => db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY)));
