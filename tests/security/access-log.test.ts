import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fillIn, placesOf } from "../screens/support/requests";
import { type ServedApp, serveApp } from "../screens/support/served-app";
import { openApp } from "../support/app";

/** The access log contains no secret that would open something of somebody's. */

const ORIGIN = "https://loop.example";
const places = placesOf(await openApp());

let served: ServedApp;
beforeAll(async () => {
  served = await serveApp(ORIGIN, { REQUESTS_PER_MINUTE: "100000" });
});
afterAll(async () => await served.close());

let keys = 0;
/** A value that occurs nowhere else. */
function newKey(): string {
  keys += 1;
  return `key-${keys}-${"k".repeat(40)}`;
}

/** Waits until the log includes the last request, by making another one after it. */
async function untilLogged(): Promise<string> {
  const mark = `/last-${newKey()}`;
  await served.ask(mark);
  await vi.waitFor(() => expect(served.log()).toContain(mark));
  return served.log();
}

/** The parts of a public address that say what is shown and are no secret. */
const NO_SECRETS = new Set(["theme", "type", "picture", "hash", "provider", "call"]);

const secrets = places.flatMap(({ input, access }) => {
  const names = [...input.matchAll(/\/:(\w+)/g)].map(([, name = ""]) => name);
  return access.who === "anybody" && names.some((name) => !NO_SECRETS.has(name)) ? [input] : [];
});

describe("the access log", () => {
  it("knows which addresses carry a secret", () => {
    expect(secrets.sort()).toEqual([
      "/auth/reset-password/:token",
      "/confirm-email/:link",
      "/open-account/:link",
      "/print-files/:token",
      "/this-week/:token",
      "/unsubscribe/:email",
      "/uploads/:token",
      "/webhooks/printer/:token",
      "/your-order/:link",
      "/your-order/:link/address",
      "/your-order/:link/cancel",
      "/your-order/:link/receipt",
      "/your-order/:link/voucher",
    ]);
  });

  it.each(secrets)("has no secret of %s, however it is asked for", async (input) => {
    const key = newKey();
    const path = fillIn(input, { token: key, email: key, link: key });
    const odd = [
      ...[path, `${path}.data`, `${path}/`, `${path}?again=${key}`, path.replace("/", "//")],
      ...[path.replaceAll("/", "\\"), `/x/..${path}`, path.replace(/[a-z]/, (sign) => sign.toUpperCase())],
      path.replace(/[a-z]/, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
      ...[`${path}%`, `${path}/%ff`, `${path}).`],
    ];
    for (const one of odd) for (const method of ["GET", "HEAD", "POST", "PUT"]) await served.ask(one, { method });
    await served.say(`GET ${ORIGIN}${path} HTTP/1.1\r\nHost: loop.example\r\nConnection: close\r\n\r\n`);
    const log = await untilLogged();
    expect(log).toContain(input.replace(/:\w+/, "…"));
    expect(log).not.toContain(key);
  });

  it.each([...secrets, "/reset-password?token=:token", "/auth/callback?token=:token"])(
    "has no secret of %s where the request breaks off half-way",
    async (input) => {
      const key = newKey();
      const path = fillIn(input, { token: key, email: key, link: key });
      await served.breakOff(path);
      const log = await untilLogged();
      expect(log).toContain(input.replace(/:\w+/, "…").replace(/\?.*/, ""));
      expect(log).not.toContain(key);
    },
  );

  it("still tells of every other address", async () => {
    await served.ask("/loop-type/example/family/nobody?from=here");
    await served.ask("/proof/loop-1");
    const log = await untilLogged();
    expect(log).toContain("GET /loop-type/example/family/nobody 404");
    expect(log).toContain("GET /proof/loop-1 ");
  });
});

it("what breaks is noted without the secret of its address", async () => {
  const key = newKey();
  const report = { "csp-report": { "document-uri": `${ORIGIN}/this-week/${key}` } };
  const headers = { "Content-Type": "application/csp-report", "Sec-Fetch-Site": "same-origin" };
  await served.ask("/csp-reports", { method: "POST", headers, body: JSON.stringify(report) });
  const log = await untilLogged();
  expect(log).toContain('"path":"/this-week/…"');
  expect(log).not.toContain(key);
});
