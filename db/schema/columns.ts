import { sql } from "drizzle-orm";
import { integer, text } from "drizzle-orm/sqlite-core";
import { newId } from "../identifiers";

/** Primary key: a random public identifier, see `db/identifiers.ts`. */
export const id = () => text("id").primaryKey().$defaultFn(newId);

/** An instant, kept as whole milliseconds since 1970 UTC and read as a Date. */
export const instant = (name: string) => integer(name, { mode: "timestamp_ms" });

/** A day of the calendar as "YYYY-MM-DD", counted in Europe/London. */
export const day = (name: string) => text(name);

/** A sum in whole pence. */
export const pence = (name: string) => integer(name);

export const flag = (name: string) => integer(name, { mode: "boolean" });

/** A CHECK that a text column holds one of the given words. */
export const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} IN (${words.map((word) => `'${word}'`).join(", ")})`);
