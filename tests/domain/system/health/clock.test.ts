import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { accounts, alarms, attempts, backupRuns, jobs, oneTimeCodes } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { jobQueue, queueJob } from "~/domain/kernel/jobs/queue.server";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { codesSent, makeCode, tryCode } from "~/domain/people/accounts/codes.server";
import { backupProblems } from "~/domain/system/backups/backup-limits";
import { backupStatus } from "~/domain/system/backups/backup-status.server";
import { checkReadiness } from "~/domain/system/checks/readiness.server";
import { watchFromWeb, watchFromWorker } from "~/domain/system/checks/watch.server";
import { clockProblem, noteClockSetBack, withRightClock } from "~/domain/system/health/clock.server";
import { isWorkerSilent, recordHeartbeat } from "~/domain/system/health/heartbeat.server";
import { noteService } from "~/domain/system/health/service-checks.server";
import { SCHEDULE } from "~/jobs/schedule";
import { person } from "../../../support/people";

const NOW = new Date("2026-11-22T12:00:00Z");
const TOMORROW = new Date(NOW.getTime() + DAY_MS);
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);

let storageTime: Date | null = NOW;
const storage = createServer((_request, response) => {
  response.sendDate = false;
  if (storageTime) response.setHeader("Date", storageTime.toUTCString());
  response.statusCode = 403;
  response.end();
});
await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve));
const before = settings.storage;
afterAll(() => {
  Object.assign(settings, { storage: before });
  storage.close();
});
const useBucket = () =>
  Object.assign(settings, {
    storage: {
      ...{ kind: "s3", bucket: "b", region: "r", accessKeyId: "a", secretAccessKey: "s" },
      endpoint: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    },
  });

beforeEach(() => {
  for (const table of [alarms, attempts, backupRuns, jobs, oneTimeCodes, accounts]) db.delete(table).run();
  Object.assign(settings, { storage: before });
  storageTime = NOW;
});

describe("a clock that storage contradicts", () => {
  it.each([
    [4.9, false],
    [-4.9, false],
    [5.1, true],
    [-5.1, true],
    [24 * 60, true],
  ])("counts as wrong when it is %s minutes ahead: %s", async (minutes, isWrong) => {
    useBucket();
    // The header has whole seconds, and asking takes a moment.
    const found = await clockProblem(new Date(inMinutes(minutes).getTime() - 500));
    expect(found !== null).toBe(isWrong);
  });

  it("is named by an alarm before those that it explains, which ends when the clock is right", async () => {
    useBucket();
    noteService("payments", { ok: false, message: "No answer" }, TOMORROW);
    await watchFromWorker(TOMORROW);
    noteService("payments", { ok: true }, NOW);
    const kinds = db
      .select()
      .from(alarms)
      .all()
      .map(({ kind }) => kind);
    expect([kinds[0], kinds.length > 1]).toEqual(["clock_wrong", true]);
    const found = openAlarms().find(({ kind }) => kind === "clock_wrong");
    expect(found?.message).toBe("This machine’s clock is 24 h ahead of storage’s, which says 22 November 2026, 12:00.");
    await watchFromWorker(NOW);
    expect(openAlarms().map(({ kind }) => kind)).not.toContain("clock_wrong");
  });

  it.each([
    ...["erase-accounts", "look-after-vouchers", "tidy-up"],
    ...["copy-database", "check-stored-files", "remove-left-files"],
  ])("keeps the task %s waiting", async (name) => {
    useBucket();
    const task = SCHEDULE.find((one) => one.name === name);
    await expect(task?.run(TOMORROW)).rejects.toThrow(/Waits for the right time/);
  });

  it("keeps work waiting that can’t be undone, also when storage says no time", async () => {
    useBucket();
    let runs = 0;
    const erase = withRightClock(() => {
      runs += 1;
    });
    await expect(erase(TOMORROW)).rejects.toThrow(/Waits for the right time/);
    storageTime = null;
    await expect(erase(NOW)).rejects.toThrow(/no date/);
    expect(runs).toBe(0);
    storageTime = NOW;
    await erase(NOW);
    expect(runs).toBe(1);
  });

  it("can’t be asked where storage is a disk", async () => {
    expect(await clockProblem(TOMORROW)).toBeNull();
  });
});

describe("a clock that was a day ahead and is back", () => {
  it("leaves no work waiting, and is named by an alarm", () => {
    write((tx) => queueJob(tx, { kind: "render-book", subjectId: "b", now: TOMORROW }));
    expect(jobQueue.claim(NOW)).toBeNull();
    noteClockSetBack(TOMORROW, NOW);
    expect(jobQueue.claim(NOW)?.subjectId).toBe("b");
    expect(openAlarms()).toMatchObject([
      {
        kind: "clock_set_back",
        message: "The clock went from 23 November 2026, 12:00 back to 22 November 2026, 12:00, by 24 h.",
      },
    ]);
  });

  it("leaves no job held by a lease that ends in a day", () => {
    write((tx) => queueJob(tx, { kind: "render-book", subjectId: "b", now: NOW }));
    expect(jobQueue.claim(TOMORROW)).not.toBeNull();
    expect(jobQueue.claim(NOW)?.deaths).toBe(1);
  });

  it("leaves no code valid for a day, and nobody waiting a day for another", () => {
    const accountId = person("Ada").id;
    const request = { accountId, purpose: "verify_email" as const };
    const code = write((tx) => makeCode(tx, { ...request, sentTo: "ada@example.com", now: TOMORROW }));
    noteClockSetBack(TOMORROW, NOW);
    expect(codesSent(accountId, "verify_email", NOW).lastAt).toEqual(NOW);
    expect(write((tx) => tryCode(tx, { ...request, code, now: inMinutes(11) }))).toBe(false);
    expect(write((tx) => tryCode(tx, { ...request, code, now: inMinutes(9) }))).toBe(true);
  });

  it("keeps nobody out by a limit for longer than the limit lasts", () => {
    const { most, seconds } = LIMITS.codes_account;
    for (let time = 0; time < most; time += 1) countAttempt("codes_account", "ada", TOMORROW);
    noteClockSetBack(TOMORROW, NOW);
    expect(countAttempt("codes_account", "ada", inMinutes(seconds / 60 - 1))).toBe(false);
    expect(countAttempt("codes_account", "ada", inMinutes(seconds / 60))).toBe(true);
  });

  it("shows no worker as alive and no copy as made", async () => {
    recordHeartbeat(TOMORROW);
    const worker = (await checkReadiness(NOW)).find(({ name }) => name === "worker");
    expect(worker).toMatchObject({ ok: false, reason: expect.stringMatching(/clock was ahead/) });
    await watchFromWeb({ responses: 0, errors: 0 }, NOW);
    expect(isWorkerSilent(NOW)).toBe(true);
    const made = { at: TOMORROW, newestAt: NOW, durationMs: 1, failure: null };
    for (const kind of ["nightly", "drill"] as const)
      db.insert(backupRuns)
        .values({ kind, ...made })
        .run();
    const status = { ...backupStatus(), isConfigured: true };
    const kinds = backupProblems(status, NOW).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["nightly_late", "drill_late"]));
  });
});
