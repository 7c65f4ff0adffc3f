import { beforeEach, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { alarms } from "#db/schema";
import type { Alert } from "~/adapters/alerts/contract";
import type { Channels } from "~/domain/system/alarms/telling.server";
import { recordHeartbeat } from "~/domain/system/health/heartbeat.server";
import { lookOnce } from "~/monitoring/web-watch.server";

const told: string[] = [];
const channels: Channels = {
  email: null,
  webhook: {
    post: async (alert: Alert) => {
      told.push(...alert.alarms.map(({ kind, state }) => `${kind} ${state}`));
      return { ok: true };
    },
  },
};

let now = new Date("2026-11-22T12:00:00Z");
const look = async (counts = { responses: 100, errors: 0 }) => {
  now = new Date(now.getTime() + 60_000);
  await lookOnce(counts, now, channels);
};

beforeEach(() => {
  db.delete(alarms).run();
  told.length = 0;
});

it("the web process tells of a silent worker itself, once; the worker tells the end", async () => {
  recordHeartbeat(now);
  await look();
  expect(told).toEqual([]);
  for (let minute = 0; minute < 5; minute += 1) await look();
  expect(told).toEqual(["worker_silent open"]);
  recordHeartbeat(now);
  await look();
  expect(told).toHaveLength(1);
});

it("its own errors wait for the worker to tell of them", async () => {
  recordHeartbeat(new Date(now.getTime() + 60_000));
  await look({ responses: 100, errors: 50 });
  expect([told, db.select().from(alarms).all().length]).toEqual([[], 1]);
});

it("a silent worker is told of without a row where none can be written", async () => {
  rawConnection().pragma("query_only = ON");
  try {
    for (let minute = 0; minute < 5; minute += 1) await look();
  } finally {
    rawConnection().pragma("query_only = OFF");
  }
  expect(told).toEqual(["worker_silent open"]);
});
