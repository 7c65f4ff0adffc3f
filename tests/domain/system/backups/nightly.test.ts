import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { backupRuns } from "#db/schema";
import type { Copies, StoredCopy } from "~/adapters/backups/contract";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { NIGHTLY_DAYS } from "~/domain/system/backups/backup-limits";
import { backupStatus, newest } from "~/domain/system/backups/backup-status.server";
import { makeNightlyCopy } from "~/domain/system/backups/nightly.server";
import { NOW } from "../../../support/people";

vi.spyOn(console, "error").mockImplementation(() => undefined);
afterEach(() => {
  rawConnection().pragma("query_only = OFF");
  db.delete(backupRuns).run();
});

/** Copies in memory; each takes as many bytes as its name has letters. */
function copiesInMemory(listed: StoredCopy[] = []): Copies & { listed: StoredCopy[] } {
  return {
    listed,
    async put(name) {
      const stored = { key: name, at: NOW, bytes: name.length };
      this.listed.push(stored);
      return stored;
    },
    async list() {
      return [...this.listed];
    },
    download: async () => undefined,
    async remove(key) {
      this.listed = this.listed.filter((one) => one.key !== key);
    },
    readErased: async () => null,
    writeErased: async () => undefined,
  };
}

it("a copy is kept for thirty days, and is recorded", async () => {
  const before = (ms: number) => new Date(NOW.getTime() - NIGHTLY_DAYS * DAY_MS - ms);
  const copies = copiesInMemory([
    { key: "thirty days", at: before(0), bytes: 1 },
    { key: "older", at: before(1), bytes: 1 },
  ]);
  const stored = await makeNightlyCopy(copies, NOW);
  expect(copies.listed.map(({ key }) => key)).toEqual(["thirty days", stored.key]);
  expect(backupStatus().nightly).toEqual({ at: NOW, bytes: stored.bytes, failure: null });
  expect(existsSync(join(settings.dataFolder, "work", "nightly"))).toBe(false);
});

it("a copy that is damaged doesn’t leave, and the last good one is still known", async () => {
  const row = { kind: "nightly" as const, durationMs: 1, bytes: 7, at: new Date(NOW.getTime() - DAY_MS) };
  db.insert(backupRuns).values(row).run();
  const connection = rawConnection();
  connection.pragma("foreign_keys = OFF");
  connection.exec("INSERT INTO fulfilments (order_id, kind, at) VALUES ('gone', 'voucher', 1)");
  connection.pragma("foreign_keys = ON");
  const copies = copiesInMemory();
  try {
    await expect(makeNightlyCopy(copies, NOW)).rejects.toThrow("The copy is damaged: 1 rows point to missing rows");
  } finally {
    connection.exec("DELETE FROM fulfilments");
  }
  expect(copies.listed).toEqual([]);
  expect(backupStatus().nightly).toMatchObject({ at: row.at, bytes: 7, failure: expect.stringContaining("damaged") });
  expect(newest("drill")).toBeNull();
});

it("a copy that fails says why, also where the failure can’t be recorded", async () => {
  const put = () => Promise.reject(new Error("The bucket refuses the copy."));
  rawConnection().pragma("query_only = ON");
  await expect(makeNightlyCopy({ ...copiesInMemory(), put }, NOW)).rejects.toThrow("The bucket refuses the copy.");
});
