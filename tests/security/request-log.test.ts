import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { settings } from "~/adapters/settings.server";
import { freePort } from "../../scripts/steps.ts";
import { newEmail, registration } from "../screens/support/registrations";
import { fillIn } from "../screens/support/requests";
import { type ServedApp, serveApp } from "../screens/support/served-app";

/** One JSON line for each request and event, with the id that the visitor can quote, and without secrets. */

const ORIGIN = "https://loop.example";

let served: ServedApp;
let metricsPort = 0;
beforeAll(async () => {
  metricsPort = await freePort(0);
  served = await serveApp(ORIGIN, {
    REQUESTS_PER_MINUTE: "100000",
    LOG_FORMAT: "json",
    METRICS_PORT: String(metricsPort),
  });
});
afterAll(async () => await served.close());

type Line = Record<string, unknown>;

/** Every line of the log but what remix-serve says of its start. */
const lines = (): Line[] =>
  served
    .log()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("[remix-serve]"))
    .map((line) => JSON.parse(line) as Line);

async function lineOf(requestId: unknown): Promise<Line> {
  let found: Line | undefined;
  await vi.waitFor(() => {
    found = lines().find((line) => line.event === "request" && line.requestId === requestId);
    expect(found).toBeDefined();
  });
  return found ?? {};
}

describe("a request", () => {
  it("is one line of JSON with its time, id, route, method, status and duration", async () => {
    const response = await served.ask("/begin?discount=SPRING");
    expect(await lineOf(response.headers["x-request-id"])).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: "info",
      event: "request",
      requestId: response.headers["x-request-id"],
      route: "screens/begin/begin",
      method: "GET",
      address: "/begin",
      status: 200,
      durationMs: expect.any(Number),
      isCut: false,
    });
  });

  it.each([
    ["a call", "/api/csrf-token", "api/csrf-token"],
    ["a page without a loader of its own", "/about", "screens/front/about"],
    ["nothing that is there", "/nowhere", "api/unknown"],
    ["a file", "/favicon.svg", null],
    ["a page’s data", "/begin.data", "screens/begin/begin"],
  ])("of %s names its route", async (_, path, route) => {
    const response = await served.ask(path);
    expect((await lineOf(response.headers["x-request-id"])).route).toBe(route);
  });

  it("has an id of its own that its sender cannot choose", async () => {
    const headers = { "X-Request-Id": "mine" };
    const ids = [await served.ask("/about", { headers }), await served.ask("/about", { headers })].map(
      (response) => response.headers["x-request-id"],
    );
    expect(new Set([...ids, "mine"]).size).toBe(3);
  });

  it("cannot make a second line", async () => {
    const before = lines().length;
    const path = '/x%0d%0a{"level":"info"}\u001b[31m%1b';
    await served.say(`GET ${path} HTTP/1.1\r\nHost: loop.example\r\nConnection: close\r\n\r\n`);
    await served.ask("/after");
    await vi.waitFor(() => expect(served.log()).toContain("/after"));
    expect(lines().length).toBeLessThanOrEqual(before + 2);
    expect(served.log()).not.toContain("\u001b");
  });
});

it("a page that failed quotes the id that the log has beside the error", async () => {
  const file = new SqliteFile(join(settings.dataFolder, "loop.db"));
  file.exec("ALTER TABLE settings RENAME TO elsewhere");
  const response = await served.ask("/loop-theme");
  file.exec("ALTER TABLE elsewhere RENAME TO settings");
  file.close();
  const id = String(response.headers["x-request-id"]);
  expect(response.status).toBe(500);
  expect(response.body).toContain(`Reference: ${id}`);
  expect(lines().find(({ event, requestId }) => event === "request_failed" && requestId === id)).toMatchObject({
    level: "error",
    path: "/loop-theme",
  });
});

describe("no secret is in any line", () => {
  it.each([
    "/this-week/:token",
    "/unsubscribe/:email",
    "/confirm-email/:link",
    "/auth/reset-password/:token",
    "/uploads/:token",
  ])("of %s, which is logged by its route", async (address) => {
    const key = `canary-${Math.random().toString(36).slice(2)}-${"k".repeat(30)}`;
    const path = fillIn(address, { token: key, email: key, link: key });
    for (const method of ["GET", "POST", "PUT"]) {
      const response = await served.ask(`${path}?again=${key}`, { method });
      expect((await lineOf(response.headers["x-request-id"])).address).toBe(address.replace(/:\w+/, "…"));
    }
    expect(served.log()).not.toContain(key);
  });

  it("of what people type, nor of their cookies and headers", async () => {
    const browser = served.visitor();
    const email = newEmail("canary");
    await browser.visit("/register");
    await browser.submit("Create account", { ...registration(email) });
    const canaries = ["cookie-canary", "bearer-canary", "query-canary"];
    await served.ask("/reset-password?token=query-canary", {
      headers: { Cookie: "loop=cookie-canary", Authorization: "Bearer bearer-canary" },
    });
    await served.ask("/last-one");
    await vi.waitFor(() => expect(served.log()).toContain("/last-one"));
    for (const canary of [...canaries, email]) expect(served.log()).not.toContain(canary);
  });
});

describe("the port for those who run it", () => {
  const ask = (path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);

  it("has the metrics of the process and of the product", async () => {
    await served.ask("/begin");
    const text = await (await ask("/metrics")).text();
    expect(text).toMatch(
      /^loop_http_request_duration_seconds_count\{route="screens\/begin\/begin",status="2xx"\} [1-9]/m,
    );
    for (const name of [
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      "loop_emails_waiting",
      "loop_jobs_waiting",
      "loop_webhooks_waiting",
      "loop_alarms_open",
      "loop_disk_free_bytes",
    ])
      expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, "m"));
    expect(text).not.toContain("canary");
  });

  it("says of each check whether it fails, which the public address does not", async () => {
    const inside = await ask("/ready");
    const found = (await inside.json()) as { status: string; checks: { name: string; ok: boolean }[] };
    // No worker runs here.
    expect([inside.status, found.status]).toEqual([503, "failing"]);
    expect(found.checks.filter(({ ok }) => ok).map(({ name }) => name)).toContain("database");
    const outside = await served.ask("/ready");
    expect([outside.status, JSON.parse(outside.body)]).toEqual([503, { status: "failing" }]);
  });

  it("is not reached through the public one, and has nothing else", async () => {
    for (const path of ["/metrics", "/metrics/"])
      expect((await served.ask(path)).body).not.toContain("loop_emails_waiting");
    for (const path of ["/", "/begin", "/metrics/x"]) expect((await ask(path)).status).toBe(404);
  });
});
