import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedApp, serveApp } from "../screens/support/served-app";

/** Whatever is asked for, and however it is written, passes the rate limit and the check of the host. */

const LIMIT = 60;
let served: ServedApp;
beforeAll(async () => {
  served = await serveApp("https://loop.example", {
    REQUESTS_PER_MINUTE: String(LIMIT),
    TRUSTED_PROXY_HOPS: "1",
  });
});
afterAll(async () => await served.close());

let clients = 0;
/** Sends a request line as somebody new, or as the client of this number. Gives the status. */
async function statusOf(line: string, host = "loop.example", client = ++clients): Promise<number> {
  const headers = `X-Forwarded-For: 198.51.${client >> 8}.${client & 255}\r\nAccept: text/html`;
  const first = await served.say(`${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\nConnection: close\r\n\r\n`);
  return Number(first.split(" ")[1]);
}

/** Request lines that Remix, the router or Node reads in a way of its own. */
const LINES = [
  ...["GET /about%0a", "GET /%0a", "GET /%0d%0aabout", "GET /about%E2%80%A8", "GET /hyperloop%0a/people"],
  ...["GET /about.data", "GET /about.data?_routes=nothing", "GET /_root.data?_routes=nothing"],
  ...["GET /__manifest", "GET /__manifest?p=/hyperloop&version=1", "GET /__manifest%0a"],
  ...[`GET ${"/a".repeat(3_000)}`, `GET /about${"/".repeat(3_000)}b`, "GET /hyperloop%2fpeople"],
  ...["GET //about//", "GET /%", "GET /%00", "GET /nowhere.png", "GET /build/client/assets/x.js"],
  ...["OPTIONS *", "OPTIONS /about", "PATCH /about%0a", "TRACE /about", "PROPFIND /%0a"],
  ...["GET http://loop.example/about%0a", "GET /\\about", "GET /csp-reports", "GET /auth/logout%0a"],
];

it("each counts for the limit", async () => {
  clients += 1;
  const sent = async (lines: readonly string[]) => {
    const statuses: [line: string, status: number][] = [];
    for (const line of lines) statuses.push([line, await statusOf(line, "loop.example", clients)]);
    return statuses;
  };
  const rest = Array.from({ length: LIMIT - 2 * LINES.length }, () => "GET /about");
  const statuses = await sent([...LINES, ...LINES, ...rest]);
  expect(statuses).toHaveLength(LIMIT);
  expect(statuses.filter(([, status]) => status === 429 || status >= 500)).toEqual([]);
  expect(await sent(LINES)).toEqual(LINES.map((line) => [line, 429]));
});

it.each([...LINES.filter((line) => !line.includes("http:")), "GET /favicon.svg", "GET /fonts/figtree.woff2"])(
  "%s is nothing under a name that is not ours",
  async (line) => expect([404, 421]).toContain(await statusOf(line, "evil.example")),
);

describe("our own name", () => {
  it.each(["LOOP.example", "loop.example.", "Loop.Example."])("is taken as %s, too", async (host) => {
    for (const path of ["/about", "/auth", "/favicon.svg", "/health"])
      expect(await statusOf(`GET ${path}`, host), path).toBe(200);
  });

  it("is refused when it is given twice", async () => {
    for (const path of ["/about", "/health", "/favicon.svg"]) {
      expect(await statusOf(`GET ${path}`, "loop.example\r\nHost: loop.example"), path).toBe(400);
      expect(await statusOf(`GET ${path}`, "loop.example\r\nHost: evil.example"), path).toBe(400);
    }
  });
});

describe("a question for the methods of an address", () => {
  it.each([
    ["/about", 204, "GET, HEAD"],
    ["/", 204, "GET, HEAD, POST"],
    ["*", 204, "GET, HEAD, POST"],
    ["/auth", 204, "GET, HEAD, POST"],
    ["/auth/login", 204, "POST"],
    ["/webhooks/stripe", 204, "POST"],
    ["/csp-reports", 204, "POST"],
    ["/health", 204, "GET, HEAD"],
    ["/nowhere", 404, undefined],
  ])("%s gives %i and their names: %s", async (path, status, allow) => {
    const headers = { "X-Forwarded-For": `203.0.113.${++clients}` };
    const response = await served.ask(path, { method: "OPTIONS", headers });
    expect([response.status, response.headers.allow, response.body.length > 0]).toEqual([
      ...[status, allow],
      status === 404,
    ]);
  });

  it("changes nothing where an API client may change something", async () => {
    const headers = { "X-Forwarded-For": `203.0.113.${++clients}` };
    const response = await served.ask("/api/discount-codes/some", { method: "PROPFIND", headers });
    expect([response.status, response.headers.allow]).toEqual([405, expect.stringContaining("PATCH")]);
  });
});

it("a GET that brings a body is refused, and its connection ends", async () => {
  expect(await statusOf("GET /about", "loop.example\r\nContent-Length: 5")).toBe(400);
  expect(await statusOf("GET /about", "loop.example\r\nTransfer-Encoding: chunked")).toBe(400);
  expect(await statusOf("GET /about", "loop.example\r\nContent-Length: 0")).toBe(200);
});

describe("what is made for browsers", () => {
  it("has no script of a page but our own, of which those of the back office would show it to everybody", () => {
    const names = readdirSync("build/client", { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => name.endsWith(".css")).length).toBeGreaterThan(10);
    const ours = names.filter((name) => name.startsWith("scripts/"));
    expect(new Set(ours.map((name) => name.replace(/-.{8}\.js$/, "")))).toContain("scripts/menu");
    expect(names.filter((name) => !ours.includes(name) && !name.endsWith(".css") && name.includes("."))).toEqual([]);
  });

  it("has all style sheets and scripts that a page asks for", async () => {
    const headers = () => ({ "X-Forwarded-For": `203.0.113.${++clients}` });
    const { body } = await served.ask("/years", { headers: headers() });
    const files = [...body.matchAll(/(?:href|src)="(\/(?:assets|scripts)\/[^"]+)"/g)].map(([, path]) => path);
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) expect((await served.ask(path ?? "", { headers: headers() })).status, path).toBe(200);
    expect(body).not.toMatch(/__manifest|modulepreload|__remixContext/);
  });
});
