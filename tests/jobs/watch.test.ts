import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, it, vi } from "vitest";

/** The worker's minute with a real watcher outside and a real webhook. */

const heartbeats: number[] = [];
const posts: { alarms: { kind: string; state: string }[] }[] = [];
const outside = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += String(part);
  if (request.url === "/heartbeat") heartbeats.push(1);
  else posts.push(JSON.parse(body));
  response.end();
});
await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
Object.assign(process.env, { HEARTBEAT_URL: `${origin}/heartbeat`, ALARM_WEBHOOK_URL: `${origin}/hook` });

const disk = vi.hoisted(() => ({ freeBytes: 60_000_000_000, usedShare: 0.4 }));
vi.mock("~/domain/system/health/disk.server", () => ({ diskSpace: async () => disk }));

const { databaseFile, db, rawConnection } = await import("#db/client.server");
const { forgetDamage, noteDamage } = await import("#db/damage.server");
const { alarms, emails } = await import("#db/schema");
const { recordHeartbeat } = await import("~/domain/system/health/heartbeat.server");
const { checkReadiness } = await import("~/domain/system/checks/readiness.server");
const { noteService } = await import("~/domain/system/health/service-checks.server");
const { createWatch, tell, watch } = await import("~/jobs/watch");

afterAll(() => {
  outside.closeAllConnections();
  outside.close();
});

let now = new Date("2026-11-22T12:00:00Z");
/** A minute of the worker: it gives its sign of life, looks and tells. */
async function minute() {
  now = new Date(now.getTime() + 60_000);
  recordHeartbeat(now);
  await watch(now);
  if (!rawConnection().pragma("query_only", { simple: true })) await tell(now);
}
const told = () => posts.flatMap((post) => post.alarms.map(({ kind, state }) => `${kind} ${state}`)).filter(isNotWeb);
/** No web process runs here. */
const isNotWeb = (words: string) => !words.startsWith("web_silent");

beforeEach(() => {
  db.delete(alarms).run();
  db.delete(emails).run();
  disk.usedShare = 0.4;
  heartbeats.length = 0;
  posts.length = 0;
});

it("the watcher outside hears of us every minute", async () => {
  for (let time = 0; time < 3; time += 1) await minute();
  expect(heartbeats).toHaveLength(3);
});

it("a worker that has just started works off what waited before it raises an alarm", async () => {
  const waited = { kind: "shipped", toName: "Ada", toEmail: "ada@example.com", subject: "s", textBody: "t" };
  const keys = { lane: "orders", htmlBody: "h", dedupeKey: "waited", messageId: "waited" } as const;
  const at = new Date(now.getTime() - 3_600_000);
  db.insert(emails)
    .values({ ...waited, ...keys, nextTryAt: at, createdAt: at })
    .run();
  const fresh = createWatch();
  recordHeartbeat(now);
  await fresh(now);
  expect(db.select().from(alarms).all()).toEqual([]);
  now = new Date(now.getTime() + 60_000);
  await fresh(now);
  expect(
    db
      .select()
      .from(alarms)
      .all()
      .map(({ kind }) => kind),
  ).toContain("emails_waiting");
});

it("the failure of an external service raises its alarm, and the heartbeat goes on", async () => {
  noteService("payments", { ok: false, message: "No answer" }, now);
  await minute();
  expect(told()).toEqual(["payments_failing open"]);
  expect(heartbeats).toHaveLength(1);
  noteService("payments", { ok: true }, now);
  await minute();
  expect(told()).toEqual(["payments_failing open", "payments_failing ended"]);
});

it("where alarms could not get out, the watcher outside hears nothing", async () => {
  disk.usedShare = 0.95;
  await minute();
  expect(heartbeats).toEqual([]);
  expect(told()).toEqual(["disk_nearly_full open"]);
});

it("a database that takes no writes is told of after a minute, and when it ended", async () => {
  rawConnection().pragma("query_only = ON");
  for (let time = 0; time < 3; time += 1) await minute();
  rawConnection().pragma("query_only = OFF");
  expect(heartbeats).toEqual([]);
  await minute();
  expect(told()).toEqual(["database_unwritable open", "database_unwritable ended"]);
  expect(heartbeats).toHaveLength(1);
});

it("one that takes no writes while the clock is set back is told of a minute later", async () => {
  rawConnection().pragma("query_only = ON");
  await minute();
  now = new Date(now.getTime() - 86_400_000);
  for (let time = 0; time < 2; time += 1) await minute();
  rawConnection().pragma("query_only = OFF");
  expect(told()).toEqual(["database_unwritable open"]);
  await minute();
});

it("a damaged database is told of at once, with what SQLite found, and not as one that takes no writes", async () => {
  noteDamage(databaseFile, "SQLITE_CORRUPT_INDEX");
  try {
    await minute();
    expect(told()).toEqual(["database_damaged open"]);
    for (let time = 0; time < 2; time += 1) await minute();
    expect(told()).toEqual(["database_damaged open"]);
    expect(heartbeats).toEqual([]);
    const database = (await checkReadiness(now)).find(({ name }) => name === "database");
    expect(database).toMatchObject({ ok: false, reason: expect.stringContaining("damaged") });
  } finally {
    forgetDamage(databaseFile);
  }
  await minute();
  expect(told()).toEqual(["database_damaged open", "database_damaged ended"]);
});

it("damage that a look at the alarms meets itself is told of by that look", async () => {
  noteService("payments", { ok: false, message: "No answer" }, new Date(now.getTime() - 600_000));
  recordHeartbeat(now);
  await watch(now);
  const telling = tell(now);
  noteDamage(databaseFile, "SQLITE_CORRUPT");
  try {
    await expect(telling).rejects.toThrow("The database is damaged");
    expect(told().map((words) => words.split(" ")[0])).toEqual(["database_damaged"]);
  } finally {
    forgetDamage(databaseFile);
  }
});
