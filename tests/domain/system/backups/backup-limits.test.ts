import { expect, it } from "vitest";
import { BACKUP_DAYS } from "~/domain/kernel/time/deletion";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import {
  type BackupStatus,
  backupProblems,
  DRILL_LATE_DAYS,
  depthFor,
  NIGHTLY_DAYS,
  NIGHTLY_LATE_HOURS,
  REPLICA_ALARM_MINUTES,
  REPLICA_DAYS,
  REPLICA_LATE_SECONDS,
} from "~/domain/system/backups/backup-limits";

const now = new Date("2026-11-22T21:00:00Z");

function statusWith(ages: { replica?: number; nightly?: number; drill?: number; ok?: boolean }): BackupStatus {
  const ago = (age = 0) => new Date(now.getTime() - age);
  return {
    isConfigured: true,
    isRequired: true,
    replica: { newestAt: ago(ages.replica), failure: null },
    nightly: { at: ago(ages.nightly), bytes: 1, failure: null },
    drill: {
      at: ago(ages.drill),
      ok: ages.ok ?? true,
      okAt: ago(ages.drill),
      failure: null,
      rows: 1,
      seconds: 1,
    },
  };
}

it.each([
  ["everything is new", {}, []],
  ["the replica is sixty seconds old", { replica: REPLICA_LATE_SECONDS * SECOND_MS }, []],
  ["the replica is older", { replica: REPLICA_LATE_SECONDS * SECOND_MS + 1 }, ["replica_late"]],
  ["the replica is five minutes old", { replica: REPLICA_ALARM_MINUTES * MINUTE_MS }, ["replica_late"]],
  ["and older", { replica: REPLICA_ALARM_MINUTES * MINUTE_MS + 1 }, ["replica_alarm"]],
  ["the nightly copy is a day and two hours old", { nightly: NIGHTLY_LATE_HOURS * HOUR_MS }, []],
  ["and older", { nightly: NIGHTLY_LATE_HOURS * HOUR_MS + 1 }, ["nightly_late"]],
  ["the drill was eight days ago", { drill: DRILL_LATE_DAYS * DAY_MS }, []],
  ["and longer", { drill: DRILL_LATE_DAYS * DAY_MS + 1 }, ["drill_late"]],
  ["the drill failed", { ok: false }, ["drill_failed"]],
])("%s", (_, ages, kinds) => {
  expect(backupProblems(statusWith(ages), now).map(({ kind }) => kind)).toEqual(kinds);
});

it("a shop that copies nothing is told so, and nothing else", () => {
  expect(
    backupProblems({ ...statusWith({}), isConfigured: false, isRequired: true }, now).map(({ kind }) => kind),
  ).toEqual(["not_configured"]);
});

it("a shop whose worker has not run yet has no backup of any kind", () => {
  const status = { isConfigured: true, isRequired: true, replica: null, nightly: null, drill: null };
  expect(backupProblems(status, now).map(({ kind }) => kind)).toEqual(["replica_alarm", "nightly_late", "drill_late"]);
});

it("copies are kept no longer than people who leave are promised", () => {
  expect(Math.max(REPLICA_DAYS, NIGHTLY_DAYS)).toBeLessThanOrEqual(BACKUP_DAYS);
});

it("a copy of up to four gigabytes is checked whole, and a larger one page by page", () => {
  expect([depthFor(4e9), depthFor(4e9 + 1)]).toEqual(["whole", "pages"]);
});
