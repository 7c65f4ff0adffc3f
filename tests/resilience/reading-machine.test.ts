import { once } from "node:events";
import { copyFileSync, mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { createProxyServer } from "httpxy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseFile, db, rawConnection } from "#db/client.server";
import { settings } from "~/adapters/settings.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import { sessionCookie } from "~/web/cookies.server";
import { freePort } from "../../scripts/steps.ts";
import { findProgram, hasServices, startBucket } from "../../scripts/testing/litestream-and-minio.ts";
import { startShop } from "../../scripts/testing/production.ts";
import { loopOf, person } from "../support/people";

/** A machine that only reads beside the writer, with Litestream, its extension of SQLite and MinIO. */

const isPossible = hasServices("litestream", "minio", "litestream-vfs.so");
let bucket: Awaited<ReturnType<typeof startBucket>>;
type Shop = Awaited<ReturnType<typeof startShop>>;
let [writer, reader]: [Shop?, Shop?] = [];
let origin = "";
let week = "";
let database = "";
/** Somebody who is counted as a visit. */
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const cookies = new Map<string, string>();

function keep(line: string): void {
  const [pair = ""] = line.split(";");
  cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
}

interface Answer {
  status: number;
  body: string;
}

async function ask(path: string, form?: Record<string, string>): Promise<Answer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const body = form && new URLSearchParams(form);
  const method = form ? "POST" : "GET";
  const headers = { cookie, origin, "user-agent": FIREFOX };
  const response = await fetch(origin + path, { method, body, headers, redirect: "manual" });
  for (const line of response.headers.getSetCookie()) keep(line);
  return { status: response.status, body: await response.text() };
}

const field = ({ body }: Answer, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "";

async function write(content: string): Promise<Answer> {
  const page = await ask(week);
  const own = ["csrf", "loop", "week", "revision"].map((name) => [name, field(page, name)]);
  return await ask(week, { ...Object.fromEntries(own), content, intent: "draft" });
}

/** Pages that the writer was asked for so far, on their way to it. */
const askedOfWriter: string[] = [];
const proxy = createProxyServer();
const between = createServer((request, response) => {
  if (request.method === "GET" && request.url !== "/health") askedOfWriter.push(request.url ?? "");
  proxy.web(request, response, { target: writer?.origin }).catch(() => response.destroy());
});

function inDatabase(query: string): unknown {
  const file = new SqliteFile(database, { readonly: true });
  const found = file.prepare(query).pluck().get();
  file.close();
  return found;
}

beforeAll(async () => {
  if (!isPossible) return;
  const { id } = person("Ada");
  // Long enough ago that the next visit is to be written down.
  const key = db.transaction((tx) => beginSession(tx, id, null, new Date(Date.now() - 600_000)));
  keep(await sessionCookie.serialize(key));
  const startDay = addDays(londonDay(new Date()), -20);
  const loop = loopOf(id, {
    startDay,
    deliveryDay: addDays(startDay, 378),
  });
  week = `/dashboard?loop=${loop.id}&week=1`;
  bucket = await startBucket();
  const [volume, scratch] = ["writer-", "reader-"].map((name) => mkdtempSync(join(settings.dataFolder, name)));
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  database = join(volume ?? "", "loop.db");
  copyFileSync(databaseFile, database);
  const port = String(await freePort(0));
  origin = `http://localhost:${port}`;
  const trial = {
    APP_ENV: "development",
    PUBLIC_ORIGIN: origin,
    SECRETS: process.env.SECRETS ?? "",
    REQUESTS_PER_MINUTE: "100000",
    TRUSTED_PROXY_HOPS: "0",
    WEB_PROCESSES: "1",
    READERS: "1",
  };
  writer = await startShop({ dataFolder: volume ?? "", bucket, settings: trial });
  await writer.opened;
  await once(between.listen(0, "127.0.0.1"), "listening");
  const more = {
    ROLE: "reader",
    PORT: port,
    WRITER_ORIGIN: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    LITESTREAM_VFS: findProgram("litestream-vfs.so") ?? "",
  };
  reader = await startShop({ dataFolder: scratch ?? "", bucket, settings: { ...trial, ...more } });
}, 240_000);

afterAll(async () => {
  writer?.child.kill("SIGKILL");
  expect(await reader?.stop()).toBe(isPossible ? 0 : undefined);
  closeBetween();
  await bucket?.close();
});

function closeBetween(): void {
  between.close();
  between.closeAllConnections();
}

describe.skipIf(!isPossible)("a machine that only reads", () => {
  it("is ready once pages come from the copies", { timeout: 120_000 }, async () => {
    await expect.poll(() => reader?.output(), { timeout: 60_000 }).toContain("Loop reads at port");
    const ready = async () => (await fetch(`${origin}/ready`)).status;
    await expect.poll(ready, { timeout: 30_000, interval: 250 }).toBe(200);
  });

  it("answers a visitor who only reads, each page", { timeout: 120_000 }, async () => {
    const readAll = async () => {
      for (const path of ["/dashboard", week, "/account-settings", "/", "/years/wedding"])
        expect((await ask(path)).status).toBe(200);
    };
    // The first time, what is fetched from the bucket may take longer than visitors wait.
    await readAll();
    askedOfWriter.length = 0;
    for (let round = 0; round < 20; round += 1) await readAll();
    expect(askedOfWriter).toEqual([]);
  });

  it("tells the writer, afterwards, of the visit and when the session was last used", { timeout: 60_000 }, async () => {
    const visits = () => inDatabase("SELECT count(*) FROM funnel_events WHERE stage = 'visit'");
    await expect.poll(visits, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(inDatabase("SELECT max(seen_at) FROM sessions")).toBeGreaterThan(Date.now() - 300_000);
  });

  it("shows a visitor what they have just written, each time", { timeout: 120_000 }, async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const words = `What I wrote in round ${round}.`;
      expect((await write(words)).status).toBe(303);
      expect((await ask(week)).body).toContain(words);
    }
  });

  it("answers them again once the copies have it", { timeout: 60_000 }, async () => {
    const isReadHere = async () => {
      askedOfWriter.length = 0;
      await ask(week);
      return askedOfWriter.length === 0;
    };
    await expect.poll(isReadHere, { timeout: 30_000 }).toBe(true);
  });

  it("goes on reading without the writer, says that saving is paused, and gives a form back with its words", async () => {
    writer?.child.kill("SIGKILL");
    await writer?.ended;
    closeBetween();
    const isPaused = async () => {
      const page = await ask(week);
      expect(page.status).toBe(200);
      expect(page.body).toContain("What I wrote in round 5.");
      return page.body.includes("Saving is paused for the moment.");
    };
    await expect.poll(isPaused, { timeout: 10_000 }).toBe(true);
    const refused = await write("Words while nobody can save them.");
    expect(refused.status).toBe(503);
    expect(refused.body).toContain("We haven’t saved that yet");
    expect(refused.body).toContain("Words while nobody can save them.");
  });
});
