import { rmSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  for (const name of ["BUCKET", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"])
    process.env[`LITESTREAM_${name}`] = "copies";
});
const disk = vi.hoisted(() => ({ freeBytes: 60_000_000_000, usedShare: 0.4 }));
vi.mock("~/domain/system/health/disk.server", () => ({ diskSpace: async () => disk }));

import { databaseFile, db, rawConnection } from "#db/client.server";
import { backupRuns, emails, serviceChecks, webhookEvents } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { CHECKS } from "~/domain/system/checks/checks.server";
import { checkReadiness, recentReadiness } from "~/domain/system/checks/readiness.server";
import { recordHeartbeat } from "~/domain/system/health/heartbeat.server";
import { noteService } from "~/domain/system/health/service-checks.server";

const NOW = new Date("2026-11-22T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

/** An email that waits since then, tried this often. */
function waitingEmail(minutes: number, tries: number) {
  const at = minutesAgo(minutes);
  const words = { toName: "Ada", toEmail: "ada@example.com", subject: "s", textBody: "t", htmlBody: "h" };
  const of = { kind: "shipped", lane: "orders" } as const;
  const id = `email-${minutes}-${tries}`;
  db.insert(emails)
    .values({ ...words, ...of, dedupeKey: id, messageId: id, tries, nextTryAt: at, createdAt: at })
    .run();
}

beforeEach(() => {
  for (const table of [backupRuns, emails, serviceChecks, webhookEvents]) db.delete(table).run();
  disk.usedShare = 0.4;
  recordHeartbeat(minutesAgo(0.2));
  noteService("storage", { ok: true }, minutesAgo(1));
  noteService("payments", { ok: true }, minutesAgo(1));
  for (const kind of ["replica", "nightly", "drill"] as const)
    db.insert(backupRuns).values({ kind, at: NOW, newestAt: NOW, durationMs: 1000 }).run();
});

const failingNames = async () => (await checkReadiness(NOW)).filter(({ ok }) => !ok).map(({ name }) => name);

it("all is well where nothing is broken", async () => {
  expect(await checkReadiness(NOW)).toEqual(
    CHECKS.flatMap(({ readers }) => readers?.ready ?? []).map((name) => ({
      name,
      ok: true,
      reason: expect.stringMatching(/\.$/),
    })),
  );
});

/** Beside what raises an alarm, too (`watch.test.ts`). */
const BROKEN: readonly (readonly [string, string, () => void, RegExp])[] = [
  ["a worker that was silent for two minutes", "worker", () => recordHeartbeat(minutesAgo(2)), /120 s|2 min/],
  ["a worker that never ran", "worker", () => rmSync(join(settings.dataFolder, "run"), { recursive: true }), /never/],
  ["an email that was refused for twenty minutes", "emails", () => waitingEmail(20, 4), /20 min/],
  [
    "a payment provider that was never asked",
    "payments",
    () => db.delete(serviceChecks).run() && noteService("storage", { ok: true }, NOW),
    /Not asked/,
  ],
  [
    "a replica that is two minutes old",
    "replica",
    () =>
      db
        .update(backupRuns)
        .set({ newestAt: minutesAgo(2) })
        .where(eq(backupRuns.kind, "replica"))
        .run(),
    /seconds old/,
  ],
];

describe("readiness fails for", () => {
  it.each(BROKEN)("%s, and for nothing else", async (_, name, breakIt, reason) => {
    breakIt();
    expect(await failingNames()).toEqual([name]);
    const found = (await checkReadiness(NOW)).find((one) => one.name === name);
    expect(found?.reason).toMatch(reason);
  });

  it("a database that another process is writing to, without holding up this one", async () => {
    const other = new SqliteFile(databaseFile);
    other.exec("BEGIN IMMEDIATE");
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 20);
    try {
      const failing = (await checkReadiness(NOW)).filter(({ ok }) => !ok);
      expect(failing).toMatchObject([{ name: "database", reason: "Another process holds the write lock." }]);
    } finally {
      clearInterval(counting);
      other.exec("ROLLBACK");
      other.close();
    }
    expect(turns).toBeGreaterThan(50);
    expect(await failingNames()).toEqual([]);
  });

  it("a database that takes no writes", async () => {
    rawConnection().pragma("query_only = ON");
    try {
      expect(await failingNames()).toEqual(["database"]);
    } finally {
      rawConnection().pragma("query_only = OFF");
    }
  });

  it("a database for another reason than its disk, which is a bug", async () => {
    rawConnection().exec("ALTER TABLE service_checks RENAME TO elsewhere");
    try {
      const database = (await checkReadiness(NOW)).find(({ name }) => name === "database");
      expect(database).toMatchObject({ ok: false, reason: "Couldn’t be checked (SQLITE_ERROR)." });
    } finally {
      rawConnection().exec("ALTER TABLE elsewhere RENAME TO service_checks");
    }
  });

  it("a migration of this release that the database does not have", async () => {
    const newest = "(SELECT max(created_at) FROM __drizzle_migrations)";
    rawConnection().exec(`UPDATE __drizzle_migrations SET created_at = 1 WHERE created_at = ${newest}`);
    const found = (await checkReadiness(NOW)).find(({ name }) => name === "migrations");
    expect(found).toMatchObject({ ok: false, reason: expect.stringContaining("Not applied: 00") });
    rawConnection().exec("UPDATE __drizzle_migrations SET created_at = 9999999999999 WHERE created_at = 1");
  });
});

it("one mailbox that is full is no failure while other emails go out", async () => {
  waitingEmail(40, 5);
  waitingEmail(5, 1);
  const sent = { state: "sent" as const, sentAt: minutesAgo(4) };
  db.update(emails).set(sent).where(eq(emails.dedupeKey, "email-5-1")).run();
  expect(await failingNames()).toEqual([]);
});

it("what was found is used for five seconds", async () => {
  const inMs = (ms: number) => recentReadiness(new Date(NOW.getTime() + ms));
  const found = await inMs(0);
  expect(await inMs(5_000)).toBe(found);
  expect(await inMs(5_001)).not.toBe(found);
});
