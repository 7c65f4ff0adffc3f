import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { giveFunctions } from "#db/migrations.server";

/** The migration of the search: it fills the index with what a shop already has, newest last. */

const MIGRATIONS = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort();
const isBefore = (name: string) => name < "0023";

function apply(file: SqliteFile.Database, names: readonly string[]): void {
  giveFunctions(file);
  for (const name of names) file.exec(readFileSync(join("migrations", name), "utf8"));
}

function shopBefore(): SqliteFile.Database {
  const file = new SqliteFile(":memory:");
  apply(file, MIGRATIONS.filter(isBefore));
  for (const [id, name, at] of [
    ["older", "Gwen", 1],
    ["newer", "Gwendolen", 2],
  ]) {
    file
      .prepare(
        `INSERT INTO accounts (id, email, first_name, last_name, password_hash, terms_accepted_at, privacy_accepted_at, created_at, updated_at)
         VALUES (?, ? || '@example.org', ?, 'Pritchard', '-', 1, 1, ?, ?)`,
      )
      .run(id, id, name, at, at);
  }
  file.exec(`INSERT INTO orders (id, number, account_id, basket_key, kind, status, subtotal_pence, total_pence, pricing,
    delivery_address, email, first_name, last_name, created_at, updated_at) VALUES ('order', 'LP-BDNB-M7EZ', 'older', 'b', 'loop',
    'PAID', 1, 1, '{}', '{"postcode":"HX7 8AB"}', 'older@example.org', 'Gwen', 'Pritchard', 1, 1)`);
  file.exec(
    "INSERT INTO shipments (id, order_id, tracking_number, created_at, updated_at) VALUES ('parcel', 'order', 'GK 4471', 1, 1)",
  );
  return file;
}

const found = (file: SqliteFile.Database, index: string, words: string) =>
  file
    .prepare(
      `SELECT e.subject_id FROM search_words_of_${index} w JOIN search_entries e ON e.id = w.rowid
       WHERE search_words_of_${index} MATCH ? ORDER BY w.rowid DESC`,
    )
    .pluck()
    .all(`"${words}"`);

describe("the search of a shop that was there before it", () => {
  it("finds everything that the shop has, the newest first", () => {
    const file = shopBefore();
    apply(
      file,
      MIGRATIONS.filter((name) => !isBefore(name)),
    );
    expect(found(file, "people", "gwen")).toEqual(["newer", "older"]);
    expect(found(file, "people", "hx78ab")).toEqual(["older"]);
    expect(found(file, "orders", "bdnbm7")).toEqual(["order"]);
    expect(found(file, "shipments", "gk4471")).toEqual(["parcel"]);
    file.close();
  });

  it("goes on from there with what is new, and forgets what is gone", () => {
    const file = shopBefore();
    apply(
      file,
      MIGRATIONS.filter((name) => !isBefore(name)),
    );
    file.exec("UPDATE accounts SET first_name = 'Tariq' WHERE id = 'older'");
    file.exec("DELETE FROM accounts WHERE id = 'newer'");
    expect([found(file, "people", "gwen"), found(file, "people", "tariq")]).toEqual([[], ["older"]]);
    file.exec("UPDATE orders SET email = '', first_name = '', last_name = '', delivery_address = NULL");
    expect([
      found(file, "orders", "pritchard"),
      found(file, "people", "hx78ab"),
      found(file, "orders", "m7ez"),
    ]).toEqual([[], [], ["order"]]);
    expect(found(file, "shipments", "pritchard")).toEqual([]);
    file.close();
  });
});
