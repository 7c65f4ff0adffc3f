import { rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  for (const name of ["BUCKET", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"])
    process.env[`LITESTREAM_${name}`] = "copies";
  Object.assign(process.env, {
    BOUNCE_MAILBOX: "imaps://bounces:password@mail.example/INBOX",
    BOUNCE_ADDRESS: "bounces+*@loop.example",
  });
});
const disk = vi.hoisted(() => ({ freeBytes: 60_000_000_000, usedShare: 0.4 }));
vi.mock("~/domain/system/health/disk.server", () => ({ diskSpace: async () => disk }));

import { databaseFile, db, rawConnection } from "#db/client.server";
import { alarms, backupRuns, emails, scheduleRuns, serviceChecks, webhookEvents } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { openAlarms, raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { noteStorageFailure } from "~/domain/kernel/alarms/storage-failures.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { checkReadiness } from "~/domain/system/checks/readiness.server";
import { watchFromWeb, watchFromWorker } from "~/domain/system/checks/watch.server";
import { isWorkerSilent, recordHeartbeat } from "~/domain/system/health/heartbeat.server";
import { noteService, type ServiceName } from "~/domain/system/health/service-checks.server";

let now = new Date("2026-11-22T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const inMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

const web = createServer((_, response) => response.end("{}"));
await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
Object.assign(settings, { port: (web.address() as AddressInfo).port });

function copied(kind: "replica" | "nightly" | "drill", minutes: number, failure: string | null = null) {
  const at = minutesAgo(minutes);
  db.insert(backupRuns).values({ kind, at, newestAt: at, durationMs: 1000, failure }).run();
}

/** Every external service responds, and nothing waits. */
function mendAll() {
  for (const table of [backupRuns, emails, serviceChecks, webhookEvents, scheduleRuns]) db.delete(table).run();
  disk.usedShare = 0.4;
  Object.assign(settings, { printer: null, entra: null });
  for (const name of ["storage", "payments", "mail", "printer", "bounce-mailbox"] as const)
    noteService(name, { ok: true }, now);
  noteService("mail-certificate", { ok: true, validUntil: minutesAgo(-60 * 24 * 60) }, now);
  recordHeartbeat(now);
  for (const kind of ["replica", "nightly", "drill"] as const) copied(kind, 0);
}

const PRINTER = { apiKey: "k", origin: "http://127.0.0.1:9", products: {}, shippingMethod: "Standard" };

beforeEach(() => {
  db.delete(alarms).run();
  mendAll();
});

const openKinds = () => openAlarms().map(({ kind }) => kind);

function copiedOf(kind: "replica" | "nightly" | "drill", minutes: number) {
  db.delete(backupRuns).run();
  for (const one of ["replica", "nightly", "drill"] as const) copied(one, one === kind ? minutes : 0);
}

function silentFor(name: ServiceName, minutes: number) {
  noteService(name, { ok: true }, minutesAgo(minutes));
  noteService(name, { ok: false, message: "Connection refused" }, now);
}

function waitingEmail() {
  const at = minutesAgo(16);
  const words = { toName: "Ada", toEmail: "ada@example.com", subject: "s", textBody: "t", htmlBody: "h" };
  const keys = { kind: "shipped", lane: "orders", dedupeKey: "late", messageId: "late" } as const;
  db.insert(emails)
    .values({ ...words, ...keys, nextTryAt: at, createdAt: at })
    .run();
}

function waitingWebhook() {
  const event = { id: "evt_1", type: "charge.updated", objectId: "ch_1", payload: "{}" };
  db.insert(webhookEvents)
    .values({ ...event, receivedAt: minutesAgo(6) })
    .run();
}

/** What is broken, its alarm, how; and what readiness says of it, where it says anything. */
const CONDITIONS: readonly (readonly [string, string, () => void, RegExp?])[] = [
  ["emails wait for a quarter of an hour", "emails_waiting", waitingEmail, /^emails: .*16 min/],
  ["provider messages are waiting for five minutes", "webhooks_waiting", waitingWebhook, /^webhooks: .*6 min/],
  ["the storage is silent", "storage_unreachable", () => silentFor("storage", 6), /^storage: .*6 min ago\. Connection/],
  ["the payment provider is silent", "payments_failing", () => silentFor("payments", 6), /^payments: /],
  [
    "the printer is silent",
    "printer_failing",
    () => {
      Object.assign(settings, { printer: PRINTER });
      silentFor("printer", 36);
    },
  ],
  ["the bounce mailbox is silent", "bounce_mailbox_failing", () => silentFor("bounce-mailbox", 36)],
  ["the mail relay refuses us", "mail_failing", () => silentFor("mail", 36)],
  [
    "the relay’s certificate ends in 13 days",
    "mail_certificate",
    () => noteService("mail-certificate", { ok: true, validUntil: minutesAgo(-13 * 24 * 60) }, now),
  ],
  [
    "the relay’s certificate is not valid",
    "mail_certificate",
    () => noteService("mail-certificate", { ok: false, message: "The certificate has expired." }, now),
  ],
  ["our own address was silent for 22 minutes", "public_address", () => silentFor("public-address", 22)],
  [
    "our own certificate ends in 14 days",
    "public_certificate",
    () => noteService("public-address", { ok: true, validUntil: minutesAgo(-14 * 24 * 60) }, now),
  ],
  [
    "the directory’s secret ends in 30 days",
    "directory_secret",
    () => Object.assign(settings, { entra: { secretEndsOn: addDays(londonDay(now), 30) } }),
  ],
  ["the replica is six minutes old", "replica_late", () => copiedOf("replica", 6), /^replica: .*5 minutes old/],
  ["the nightly copy is missing", "nightly_late", () => copiedOf("nightly", 27 * 60), /^nightly copy: /],
  ["no drill was held for nine days", "drill_late", () => copiedOf("drill", 9 * 24 * 60), /^restore drill: .*8 days/],
  ["a drill failed", "drill_failed", () => copied("drill", 0, "A page is missing."), /^restore drill: .*A page/],
  ["the disk is 80 % full", "disk_filling", () => Object.assign(disk, { usedShare: 0.8 })],
  ["the disk is 90 % full", "disk_nearly_full", () => Object.assign(disk, { usedShare: 0.9 }), /^disk: 90\.0% used/],
];

describe("an alarm is raised once and ends when all is well again", () => {
  it.each(CONDITIONS.map(([what, ...rest]) => ({ what, rest })))(
    "when $what",
    async ({ rest: [kind, breakIt, unready] }) => {
      await watchFromWorker(now);
      expect(openKinds()).toEqual([]);
      breakIt();
      const failing = (await checkReadiness(now))
        .filter(({ ok }) => !ok)
        .map(({ name, reason }) => `${name}: ${reason}`);
      expect(failing).toEqual(unready ? [expect.stringMatching(unready)] : []);
      await watchFromWorker(now);
      await watchFromWorker(now);
      expect(openAlarms()).toMatchObject([{ kind, times: 2 }]);
      mendAll();
      await watchFromWorker(now);
      expect(openKinds()).toEqual([]);
    },
  );

  it("when a scheduled task has failed for an hour", async () => {
    const run = { startedAt: now, finishedAt: now, failure: "No answer" };
    db.insert(scheduleRuns)
      .values([
        { name: "compare-ledger", ...run },
        { name: "tidy-up", ...run, failure: null },
      ])
      .run();
    await watchFromWorker(now);
    inMinutes(59);
    mendOutside();
    await watchFromWorker(now);
    expect(openKinds()).toEqual([]);
    inMinutes(1);
    mendOutside();
    await watchFromWorker(now);
    expect(openAlarms()).toMatchObject([{ kind: "task_failing", objectId: "compare-ledger" }]);
    db.delete(scheduleRuns).run();
    await watchFromWorker(now);
    expect(openKinds()).toEqual([]);
  });

  it("when the web process does not respond twice in a row", async () => {
    const { port } = settings;
    Object.assign(settings, { port: 1 });
    await watchFromWorker(now);
    expect(openKinds()).toEqual([]);
    await watchFromWorker(now);
    expect(openKinds()).toEqual(["web_silent"]);
    Object.assign(settings, { port });
    await watchFromWorker(now);
    expect(openKinds()).toEqual([]);
  });

  it("when the worker is silent for more than a minute", async () => {
    recordHeartbeat(minutesAgo(1));
    expect(isWorkerSilent(now)).toBe(false);
    recordHeartbeat(minutesAgo(1.1));
    await watchFromWeb({ responses: 0, errors: 0 }, now);
    expect(isWorkerSilent(now)).toBe(true);
    expect(openKinds()).toEqual(["worker_silent"]);
    recordHeartbeat(now);
    await watchFromWeb({ responses: 0, errors: 0 }, now);
    expect(isWorkerSilent(now)).toBe(false);
    expect(openKinds()).toEqual([]);
  });

  it("when more than one response in a hundred is an error, and not for a single one", async () => {
    recordHeartbeat(now);
    await watchFromWeb({ responses: 10, errors: 4 }, now);
    expect(openKinds()).toEqual([]);
    await watchFromWeb({ responses: 500, errors: 5 }, now);
    expect(openKinds()).toEqual([]);
    await watchFromWeb({ responses: 499, errors: 5 }, now);
    expect(openKinds()).toEqual(["server_errors"]);
    await watchFromWeb({ responses: 1000, errors: 5 }, now);
    expect(openKinds()).toEqual([]);
  });

  it("when files could not be stored, a quarter of an hour after the last one", async () => {
    const silenced = vi.spyOn(console, "error").mockImplementation(() => {});
    noteStorageFailure(Object.assign(new Error("full"), { code: "ENOSPC" }), "store", now);
    silenced.mockRestore();
    inMinutes(14);
    mendAll();
    await watchFromWorker(now);
    expect(openKinds()).toEqual(["storage_failed"]);
    inMinutes(1);
    mendAll();
    noteService("storage", { ok: false, message: "Connection refused" }, now);
    db.update(serviceChecks)
      .set({ okAt: minutesAgo(6) })
      .where(sql`name = 'storage'`)
      .run();
    await watchFromWorker(now);
    expect(openKinds().sort()).toEqual(["storage_failed", "storage_unreachable"]);
    mendAll();
    await watchFromWorker(now);
    expect(openKinds()).toEqual([]);
  });

  it("and nobody who writes meanwhile is waited for where nothing is to be raised or ended", async () => {
    const about = { objectType: "order", objectId: "o", message: "It happened.", dedupeKey: "payment:1" };
    raiseAlarm(db, { kind: "payment_paid_twice", ...about }, now);
    for (const dedupeKey of ["watch:one", "storage:one"])
      raiseAlarm(db, { ...about, kind: "storage_failed", dedupeKey }, now);
    await watchFromWorker(now);
    db.update(alarms).set({ resolvedAt: now }).where(sql`kind = 'storage_failed'`).run();
    const other = new SqliteFile(databaseFile);
    other.exec("BEGIN IMMEDIATE");
    try {
      await watchFromWorker(now);
    } finally {
      other.close();
    }
    expect(openKinds()).toEqual(["payment_paid_twice"]);
  });

  it("and a check that breaks in a web process is logged there, and no alarm", async () => {
    const run = join(settings.dataFolder, "run");
    rmSync(run, { recursive: true });
    symlinkSync("run", run);
    try {
      await expect(watchFromWeb({ responses: 0, errors: 0 }, now)).rejects.toThrow("ELOOP");
    } finally {
      rmSync(run);
    }
    expect(openKinds()).toEqual([]);
  });
});

function mendOutside() {
  const kept = db.select().from(scheduleRuns).all();
  mendAll();
  db.insert(scheduleRuns).values(kept).run();
}

it("alarms of one moment are raised by urgency: waiting customers before services, copies last", async () => {
  silentFor("storage", 6);
  waitingWebhook();
  copiedOf("replica", 6);
  Object.assign(disk, { usedShare: 0.9 });
  await watchFromWorker(now);
  const raised = db.all<{ kind: string }>(sql`SELECT kind FROM alarms ORDER BY rowid`);
  expect(raised.map(({ kind }) => kind)).toEqual([
    "disk_nearly_full",
    "webhooks_waiting",
    "storage_unreachable",
    "replica_late",
  ]);
});

it("a check that breaks ends none of its alarms, and says that it broke", async () => {
  waitingWebhook();
  await watchFromWorker(now);
  rawConnection().exec("ALTER TABLE webhook_events RENAME TO elsewhere");
  try {
    await watchFromWorker(now);
    expect(openKinds().sort()).toEqual(["task_failing", "webhooks_waiting"]);
  } finally {
    rawConnection().exec("ALTER TABLE elsewhere RENAME TO webhook_events");
  }
});

it("alarms that others raised are left alone", async () => {
  await watchFromWorker(now);
  await watchFromWeb({ responses: 10, errors: 10 }, now);
  recordHeartbeat(now);
  await watchFromWorker(now);
  expect(openKinds()).toContain("server_errors");
});
