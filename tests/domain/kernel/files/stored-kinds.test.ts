import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import * as schema from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { KEY_WORDS } from "~/adapters/storage/contract";
import { STORED_KINDS } from "~/domain/kernel/files/stored-kinds.server";

/** Columns that are called keys and name no stored file. */
const OTHER_KEYS = new Set([
  "orders.basket_key",
  "print_orders.idempotency_key",
  "discount_uses.customer_key",
  "alarms.dedupe_key",
  "emails.dedupe_key",
  "backup_runs.object_key",
  "settings.key",
]);

it("every column that names a stored file is in the table of kinds", () => {
  const listed = new Set<unknown>(Object.values(STORED_KINDS).flatMap(({ columns }) => [...columns]));
  const missing: string[] = [];
  for (const table of Object.values(schema)) {
    if (!is(table, SQLiteTable)) continue;
    for (const column of Object.values(getTableColumns(table))) {
      const name = `${getTableName(table)}.${column.name}`;
      if (/(?:^|_)key$/.test(column.name) && !listed.has(column) && !OTHER_KEYS.has(name)) missing.push(name);
    }
  }
  expect(missing).toEqual([]);
});

it("nothing is stored under a word that is not in it", async () => {
  expect(Object.keys(STORED_KINDS).sort()).toEqual([...KEY_WORDS].sort());
  for (const word of KEY_WORDS) await storage.put(`${word}/one/a.txt`, Buffer.from("x"), "text/plain");
  await expect(storage.put("exports/one/a.zip", Buffer.from("x"), "application/zip")).rejects.toThrow(
    "Not a storage key",
  );
});
