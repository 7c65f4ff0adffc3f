import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, integer, text } from "drizzle-orm/sqlite-core";
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

/** The row that this one belongs to, and is deleted with. */
export const belongsTo = (name: string, column: () => AnySQLiteColumn) =>
  text(name).notNull().references(column, { onDelete: "cascade" });

/** A row that cannot be deleted while this one names it. */
export const refersTo = (name: string, column: () => AnySQLiteColumn) => text(name).notNull().references(column);

/** A row that this one outlives: null once it is deleted, or where there never was one. */
export const outlives = (name: string, column: () => AnySQLiteColumn) =>
  text(name).references(column, { onDelete: "set null" });

export const timestamps = () => ({
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** Who asks for something, and the other staff member who decides about it. */
export const decision = () => ({
  requestedByStaffId: text("requested_by_staff_id").notNull(),
  decidedByStaffId: text("decided_by_staff_id"),
  decidedReason: text("decided_reason"),
  createdAt: instant("created_at").notNull(),
  decidedAt: instant("decided_at"),
});

/** A CHECK that a text column has one of the given values. */
export const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} IN (${words.map((word) => `'${word}'`).join(", ")})`);
