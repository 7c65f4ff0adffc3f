import { createHash } from "node:crypto";
import { domainToUnicode } from "node:url";
import type SqliteFile from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { clean } from "../app/domain/kernel/text/typed-text";

/** The forms of an email address, for the migrations that put old rows right. */
const FUNCTIONS: Readonly<Record<string, (address: string) => string>> = {
  one_address: (address) => clean(address, "email"),
  shown_address: (address) => {
    const [local = "", domain = ""] = clean(address, "email").split("@");
    return `${local}@${domainToUnicode(domain)}`;
  },
  address_hash: (address) => createHash("sha256").update(address.trim().toLowerCase()).digest("base64url"),
};

/** What migrations may call, on the connection that they run on. */
export function giveFunctions(connection: SqliteFile.Database): void {
  for (const [name, run] of Object.entries(FUNCTIONS)) {
    connection.function(name, { deterministic: true }, (address) => run(String(address)));
  }
}

/** Applies the missing migrations, each once, all in one transaction. */
export function applyMigrations(connection: SqliteFile.Database): void {
  giveFunctions(connection);
  migrate(drizzle(connection), { migrationsFolder: "migrations" });
}
