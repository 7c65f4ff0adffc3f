import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ServedApp, serveApp } from "../screens/support/served-app";

/** Connections: how long they are kept, how they end, and what one of them may bring. */

const ORIGIN = "https://loop.example";

let served: ServedApp;

async function connected(): Promise<Socket> {
  const socket = connect(served.port, "127.0.0.1");
  // One that the app cuts off may end with an error.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const heading = (line: string, headers = "") =>
  `${line} HTTP/1.1\r\nHost: loop.example\r\nOrigin: ${ORIGIN}\r\n${headers}\r\n`;

const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const PARTS = "Content-Type: multipart/form-data; boundary=x\r\n";
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const JSON_BODY = "Content-Type: application/json\r\n";
const long = (bytes: number) => `Content-Length: ${bytes}\r\n`;

/** Requests that break off in the middle. */
const BROKEN_OFF = [
  `${heading("POST /auth", FORM + long(1_000))}abc`,
  `${heading("POST /auth", PARTS + long(1_000))}--x\r\nContent-Disp`,
  `${heading("POST /auth", FORM + CHUNKED)}5\r\nabcde\r\n`,
  `${heading("POST /auth", FORM + CHUNKED)}zz\r\n`,
  `${heading("POST /auth/login", JSON_BODY + long(1_000))}{"a":`,
  heading("POST /auth/login", JSON_BODY + long(1_000_000)) + "x".repeat(30_000),
  heading("POST /auth", FORM + long(1_000_000)) + "x".repeat(30_000),
  `${heading("POST /nowhere", JSON_BODY + long(1_000))}{`,
  `${heading("POST /csp-reports", long(1_000))}{`,
  `${heading("POST /webhooks/stripe", JSON_BODY + long(1_000))}{`,
];

describe("a process", () => {
  afterEach(async () => await served.close());

  it("a stop waits neither for a kept connection nor for one that has never said anything", async () => {
    served = await serveApp(ORIGIN);
    const silent = await connected();
    const kept = await connected();
    kept.write(heading("GET /health"));
    await once(kept, "data");
    const closed = Promise.all([silent, kept].map((socket) => once(socket.resume(), "close")));
    served.signal("SIGTERM");
    await closed;
    expect(await served.ended).toBe(0);
  });

  it("requests that break off leave nothing in the log but their own lines", async () => {
    served = await serveApp(ORIGIN, { LOG_FORMAT: "json", REQUESTS_PER_MINUTE: "100000" });
    for (let time = 0; time < 6; time += 1) {
      for (const [place, request] of BROKEN_OFF.entries()) {
        const socket = await connected();
        socket.write(request);
        // The app responds to those that it can refuse; the others break off once it has read what there is.
        if (time % 2) await served.ask("/health");
        if ((time + place) % 3) socket.resetAndDestroy();
        else socket.destroy();
      }
    }
    await served.ask("/health");
    const events = () =>
      served
        .log()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as { level: string; event: string; cause?: string; error?: string });
    const responded = () => events().filter(({ event }) => event === "request").length;
    await expect.poll(responded).toBeGreaterThanOrEqual(6 * BROKEN_OFF.length);
    expect(events().filter(({ level }) => level !== "info")).toEqual([]);
  });
});

describe("a connection", () => {
  beforeAll(async () => {
    served = await serveApp(ORIGIN);
  });
  afterAll(async () => await served.close());

  /** Sends this as far as it is taken, until the app cuts the connection. */
  async function untilCut(request: string): Promise<void> {
    const socket = await connected();
    const closed = new Promise<void>((resolve) => {
      socket.once("close", () => resolve());
    });
    socket.resume().write(request);
    await closed;
  }

  it("is kept longer than a proxy keeps its own, a minute as a rule", async () => {
    const { headers } = await served.ask("/health", { headers: { Connection: "keep-alive" } });
    expect(headers["keep-alive"]).toBe("timeout=75");
  });

  it("is cut that brings a body byte by byte", async () => {
    const crumbs = "1\r\na\r\n".repeat(4_000_000);
    for (const path of ["/auth", "/entry", "/auth/login", "/webhooks/stripe", "/nowhere"]) {
      const type = path === "/auth/login" || path === "/nowhere" ? JSON_BODY : FORM;
      await untilCut(heading(`POST ${path}`, type + CHUNKED) + crumbs);
    }
    expect((await served.ask("/health")).status).toBe(200);
  });

  it("is not cut that brings a form in a few hundred pieces", async () => {
    const socket = await connected();
    const body = "a=b&".repeat(200);
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join("");
    const response = once(socket, "data");
    socket.write(`${heading("POST /auth/login", JSON_BODY + CHUNKED)}${chunks}0\r\n\r\n`);
    expect(String((await response)[0])).toMatch(/^HTTP\/1\.1 400/);
    socket.destroy();
  });

  // The last, for it uses up what one address may ask for.
  it("is cut that brings thousands of requests before the first response", async () => {
    await untilCut(heading("GET /health").repeat(20_000));
    const lines = served.log().split("GET /health").length;
    expect(lines).toBeLessThan(5_000);
  });
});
