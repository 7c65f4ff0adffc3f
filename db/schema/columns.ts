import { sql } from "drizzle-orm";
import { integer, text } from "drizzle-orm/sqlite-core";
import { newId } from "../identifiers";

/** Primary key: a random public identifier, see `db/identifiers.ts`. */
export const id = () => text("id").primaryKey().$defaultFn(newId);

/** An instant, stored as whole milliseconds since 1970 UTC and read as a Date. */
export const instant = (name: string) => integer(name, { mode: "timestamp_ms" });

/** A calendar day as "YYYY-MM-DD", in Europe/London. */
export const day = (name: string) => text(name);

/** A sum in whole pence. */
export const pence = (name: string) => integer(name);

export const flag = (name: string) => integer(name, { mode: "boolean" });

/** A CHECK that a text column has one of the given values. */
export const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} IN (${words.map((word) => `'${word}'`).join(", ")})`);
