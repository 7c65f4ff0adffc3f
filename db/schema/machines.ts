import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";

/** A machine beside the one that writes, known by a token of which we keep the hash alone. */
export const machines = sqliteTable(
  "machines",
  {
    id: id(),
    name: text("name").notNull(),
    /** It does at most these. */
    tasks: text("tasks", { mode: "json" }).$type<readonly ("reader" | "photos" | "books")[]>().notNull(),
    tokenHash: text("token_hash").notNull(),
    /** Of a token that takes the other's place when it is first used. */
    nextTokenHash: text("next_token_hash"),
    createdAt: instant("created_at").notNull(),
    revokedAt: instant("revoked_at"),
    /** When it last asked for something. */
    seenAt: instant("seen_at"),
    /** How far its copies of the database were behind then; null for one that reads none. */
    lagMs: integer("lag_ms"),
  },
  (table) => [
    uniqueIndex("machines_name").on(table.name).where(sql`revoked_at IS NULL`),
    uniqueIndex("machines_token").on(table.tokenHash),
    uniqueIndex("machines_next_token").on(table.nextTokenHash),
  ],
);
