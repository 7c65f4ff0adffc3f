import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { keptWrite } from "#db/kept-writes.server";
import { funnelEvents, sessions } from "#db/schema";
import { action, loader } from "~/api/kept-writes";
import "~/domain/backoffice/analytics/funnel.server";
import { beginSession, findSession } from "~/domain/people/accounts/sessions.server";
import { takeKeptWrites } from "~/domain/system/backups/read-copies.server";
import { SENT_HEADER, signSent } from "~/web/handed-on.server";
import { MOST_SENT_BYTES, readKeptWrites, sendKeptWrites } from "~/web/kept-writes.server";
import { later, person } from "../support/people";

/** What a machine that only reads has kept, from its memory to the rows of the writer. */

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const keep = keptWrite("trial", () => {});

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  takeKeptWrites(100_000);
  db.delete(funnelEvents).run();
});
afterEach(() => vi.restoreAllMocks());

/** A server in place of the writer, which gives this status. */
async function writerOf(status: number) {
  const received: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ request, body: await text(request) });
    response.writeHead(status).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}

/** The writer’s answer to these writes, sent and signed at this time. */
async function receive(body: string, header: string | null = signSent(body, new Date())): Promise<Response> {
  const headers = new Headers(header === null ? {} : { [SENT_HEADER]: header });
  const request = new Request("http://localhost:3000/webhooks/reading", { method: "POST", body, headers });
  return await action({ request, params: {}, context: {} });
}

describe("a machine that only reads", () => {
  it("sends what it has kept together, signed, under the name of the shop, and nothing where it has kept nothing", async () => {
    const writer = await writerOf(200);
    await sendKeptWrites(writer.origin);
    expect(writer.received).toEqual([]);
    for (const what of ["a", "b"]) keep(what, new Date());
    await sendKeptWrites(writer.origin);
    const [{ request, body } = { request: null, body: "" }] = writer.received;
    expect(request?.url).toBe("/webhooks/reading");
    expect(request?.headers.host).toBe("localhost:3000");
    const headers = new Headers({ [SENT_HEADER]: String(request?.headers[SENT_HEADER]) });
    expect(readKeptWrites(headers, body)?.map(({ what }) => what)).toEqual(["a", "b"]);
    expect(takeKeptWrites(10)).toEqual([]);
    writer.close();
  });

  it("sends all of it, in messages that the writer takes", async () => {
    const writer = await writerOf(200);
    const longest = "x".repeat(1_400);
    for (let place = 0; place < 450; place += 1) keep(`${place}${longest}`, new Date());
    await sendKeptWrites(writer.origin);
    expect(writer.received.map(({ body }) => (JSON.parse(body) as unknown[]).length)).toEqual([200, 200, 50]);
    for (const { body } of writer.received) expect(Buffer.byteLength(body)).toBeLessThan(MOST_SENT_BYTES);
    writer.close();
  });

  it("keeps it where the writer refuses it, or is not there", async () => {
    const writer = await writerOf(503);
    keep("a", new Date());
    await sendKeptWrites(writer.origin);
    writer.close();
    await sendKeptWrites("http://127.0.0.1:9");
    expect(takeKeptWrites(10).map(({ what }) => what)).toEqual(["a"]);
  });
});

describe("the writer", () => {
  const step = (stage: string, isTest = false, address = "203.0.113.7") => ({
    kind: "step",
    what: JSON.stringify({ seen: { address, userAgent: FIREFOX, isTest }, step: { stage } }),
    at: Date.now(),
  });
  const stages = () =>
    db
      .select()
      .from(funnelEvents)
      .all()
      .map(({ stage }) => stage);

  it("counts the steps of a visit, each once, and none of a test account", async () => {
    const sent = JSON.stringify([step("visit"), step("product"), step("visit")]);
    expect((await receive(sent)).status).toBe(200);
    expect((await receive(sent)).status).toBe(200);
    expect(stages()).toEqual(["visit", "product"]);
    await receive(JSON.stringify([step("visit", true)]));
    expect(stages()).toEqual([]);
  });

  it("leaves out a step of another release, and takes the others", async () => {
    const sent = [step("flown"), step("visit", false, "203.0.113.8")];
    expect((await receive(JSON.stringify(sent))).status).toBe(200);
    expect(stages()).toEqual(["visit"]);
  });

  it("writes down when a session was last used, and never an earlier time than it knows", async () => {
    const began = new Date(Date.now() - 3_600_000);
    const { id } = person("Ada");
    const key = db.transaction((tx) => beginSession(tx, id, null, began));
    const seen = () =>
      db
        .select()
        .from(sessions)
        .all()
        .map(({ seenAt }) => seenAt.getTime());
    const [{ keyHash } = { keyHash: "" }] = db.select().from(sessions).all();
    const at = later(1_800, began);
    await receive(JSON.stringify([{ kind: "session", what: keyHash, at: at.getTime() }]));
    expect(seen()).toEqual([at.getTime()]);
    await receive(JSON.stringify([{ kind: "session", what: keyHash, at: began.getTime() }]));
    expect(seen()).toEqual([at.getTime()]);
    expect(findSession(key, new Date())).toBeDefined();
  });

  it("believes nobody else: without a signature, with one of another body, or with an old one", async () => {
    const body = JSON.stringify([step("visit")]);
    const old = signSent(body, new Date(Date.now() - 360_000));
    for (const header of [null, "1 x", signSent("[]", new Date()), old])
      expect((await receive(body, header)).status).toBe(400);
    expect(stages()).toEqual([]);
  });

  it("takes no more than a message of ours has, and nothing but a message", async () => {
    expect((await receive("x".repeat(513 * 1024))).status).toBe(413);
    expect((loader() as Response).status).toBe(405);
  });
});
