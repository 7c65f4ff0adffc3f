import { expect, it } from "vitest";
import { backupSummary } from "~/domain/system/backups/backup-summary";

const now = new Date("2026-11-22T21:00:00Z");
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

it("says how old each backup is, and calls them well", () => {
  const status = {
    isConfigured: true,
    isRequired: true,
    replica: { newestAt: before(12), failure: null },
    nightly: { at: before(3600), bytes: 48_300_000, failure: null },
    drill: { at: before(7200), ok: true, okAt: before(7200), failure: null, rows: 18_420, seconds: 7.6 },
  };
  const lines = backupSummary(status, now);
  expect(lines.map(({ name, ok }) => [name, ok])).toEqual([
    ["Last copy", true],
    ["Nightly copy", true],
    ["Last drill", true],
  ]);
  expect(lines[0]?.reason).toBe("12 seconds old");
  expect(lines[1]?.reason).toMatch(/20:00, 48\.3 MB$/);
  expect(lines[2]?.reason).toMatch(/19:00, 18,420 rows in 8 s$/);
});

it("turns red after a minute without a copy, and says why the bucket did not respond", () => {
  const failure = "The bucket didn’t answer: timeout.";
  const status = {
    isConfigured: true,
    isRequired: true,
    replica: { newestAt: before(61), failure },
    nightly: null,
    drill: null,
  };
  const [replica] = backupSummary(status, now);
  expect(replica).toMatchObject({ ok: false, reason: expect.stringContaining(failure) });
});

it("a shop that needs no copies is not told off for having none", () => {
  const nothing = { isConfigured: false, isRequired: false, replica: null, nightly: null, drill: null };
  expect(backupSummary(nothing, now).map(({ ok, reason }) => [ok, reason])).toEqual(
    Array(3).fill([true, "No backups are made here, and none are needed."]),
  );
});

it("a shop that copies nothing and should has no backup of any kind that is well", () => {
  const nothing = { isConfigured: false, isRequired: true, replica: null, nightly: null, drill: null };
  const lines = backupSummary(nothing, now);
  expect(lines.map(({ ok, reason }) => [ok, reason])).toEqual(
    Array(3).fill([false, "No backup is configured, so nothing is copied."]),
  );
});
