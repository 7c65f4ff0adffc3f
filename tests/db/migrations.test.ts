import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { describe, expect, it } from "vitest";
import { applyMigrations } from "#db/migrations.server";
import { hashEmail } from "~/domain/people/accounts/email-hash.server";

const BEFORE = "0050";
const KEPT = "ann@xn--bcher-kva.example";

/** The database of a shop from before addresses had one form. */
function olderShop(): SqliteFile.Database {
  const folder = mkdtempSync(join(tmpdir(), "loop-older-shop-"));
  cpSync("migrations", folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { tag: string }[] };
  const older = journal.entries.filter(({ tag }) => tag.slice(0, 4) <= BEFORE);
  writeFileSync(file, JSON.stringify({ ...journal, entries: older }));
  const connection = new SqliteFile(":memory:");
  migrate(drizzle(connection), { migrationsFolder: folder });
  return connection;
}

function addAccount(shop: SqliteFile.Database, id: string, email: string, isProven = true): void {
  shop
    .prepare(
      `INSERT INTO accounts (id, email, first_name, last_name, password_hash, email_verified_at, terms_accepted_at,
        privacy_accepted_at, created_at, updated_at) VALUES (?, ?, 'Ann', 'Ellis', 'x', ?, 1, 1, 1, 1)`,
    )
    .run(id, email, isProven ? 1 : null);
}

const emailsIn = (shop: SqliteFile.Database) =>
  Object.fromEntries(
    (shop.prepare("SELECT id, email FROM accounts ORDER BY id").all() as { id: string; email: string }[]).map(
      ({ id, email }) => [id, email],
    ),
  );
const alarmsIn = (shop: SqliteFile.Database) =>
  shop.prepare("SELECT object_id FROM alarms WHERE kind = 'two_accounts'").pluck().all();

describe("addresses from before they had one form", () => {
  it("get it, and whoever stopped emails gets none at it", () => {
    const shop = olderShop();
    addAccount(shop, "one", "ann@Bücher.example");
    addAccount(shop, "unproven", "ann@bücher.example", false);
    addAccount(shop, "plain", "bob@example.com");
    shop
      .prepare("INSERT INTO suppressions (email_hash, reason, at) VALUES (?, 'stopped', 1)")
      .run(hashEmail("ann@bücher.example"));
    applyMigrations(shop);
    expect(emailsIn(shop)).toEqual({ one: KEPT, unproven: KEPT, plain: "bob@example.com" });
    expect(shop.prepare("SELECT count(*) FROM suppressions WHERE email_hash = ?").pluck().get(hashEmail(KEPT))).toBe(1);
    expect(alarmsIn(shop)).toEqual([]);
  });

  it("of two accounts with one mailbox stay two, and staff are notified", () => {
    const shop = olderShop();
    addAccount(shop, "first", KEPT);
    addAccount(shop, "second", "ann@BÜCHER.example");
    applyMigrations(shop);
    expect(emailsIn(shop)).toEqual({ first: KEPT, second: "ann@bücher.example" });
    expect(alarmsIn(shop)).toEqual(["second"]);
  });

  it("of two that were both written otherwise, one gets it and none is lost", () => {
    const shop = olderShop();
    addAccount(shop, "first", "ann@bücher.example");
    addAccount(shop, "second", "ann@BÜCHER.example");
    applyMigrations(shop);
    expect(Object.values(emailsIn(shop)).toSorted()).toEqual(["ann@bücher.example", KEPT]);
    expect(alarmsIn(shop)).toHaveLength(1);
  });
});

describe("a proof from before its pages were those that print", () => {
  it("is made again where its year can still be sent to print, and no other book is", () => {
    const shop = olderShop();
    addAccount(shop, "one", "ann@example.com");
    for (const status of ["ACTIVE", "COMPLETED"]) {
      shop
        .prepare(
          `INSERT INTO loops (id, account_id, theme, type, status, start_day, delivery_day, content_version, created_at,
            updated_at) VALUES (?, 'one', 'pet', 'my-cat-and-me', ?, '2025-12-01', '2026-12-14', 7, 1, 1)`,
        )
        .run(status, status);
    }
    applyMigrations(shop);
    const versions = shop.prepare("SELECT id, content_version AS at FROM loops ORDER BY id").all();
    expect(versions).toEqual([
      { id: "ACTIVE", at: 8 },
      { id: "COMPLETED", at: 7 },
    ]);
  });
});
