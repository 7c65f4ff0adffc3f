import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { askPublicAddress, redirectProblem } from "~/domain/system/health/public-address.server";
import { GOOD, KEY } from "../../../support/certificates";

let respond: RequestListener;
const listener: RequestListener = (request, response) => respond(request, response);
const http = createHttp(listener);
const https = createHttps({ key: KEY, cert: GOOD }, listener);
const portOf = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as AddressInfo).port;
};
const plain = `http://localhost:${await portOf(http)}`;
const secure = `https://localhost:${await portOf(https)}`;
const before = settings.publicOrigin;

beforeEach(() => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  Object.assign(settings, { publicOrigin: secure });
  respond = (_request, response) => response.end('{"status":"ok"}');
});
afterAll(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  Object.assign(settings, { publicOrigin: before });
  for (const server of [http, https]) {
    server.closeAllConnections();
    server.close();
  }
});

describe("our public address", () => {
  it("responds, and reports until when its certificate is valid", async () => {
    expect(await askPublicAddress()).toEqual({ ok: true, validUntil: new Date("2125-06-16T21:17:32Z") });
  });

  it("is asked once, and for no certificate, where it has no https", async () => {
    Object.assign(settings, { publicOrigin: plain });
    let connections = 0;
    http.on("connection", () => {
      connections += 1;
    });
    expect(await askPublicAddress()).toEqual({ ok: true });
    expect(connections).toBe(1);
  });

  it("is reported when another page responds there", async () => {
    respond = (_request, response) => response.end("Parked");
    expect(await askPublicAddress()).toEqual({
      ok: false,
      message: `${secure}/health answers 200, not ours.`,
    });
  });

  it("is named with its cause when its certificate isn’t trusted", async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "1";
    const other = new URL(secure);
    other.hostname = "127.0.0.1";
    Object.assign(settings, { publicOrigin: other.origin });
    const found = await askPublicAddress();
    expect(found).toMatchObject({
      ok: false,
      message: expect.stringMatching(/can’t be reached \([A-Z_]+\)/),
    });
  });
});

describe("the redirect to https", () => {
  it.each([
    [301, `${secure}/health`, true],
    [308, `${secure}/health`, true],
    [302, "https://elsewhere.example/health", false],
    [200, `${secure}/health`, false],
    [200, null, false],
  ])("with status %s to %s is as it should be: %s", async (status, target, isRight) => {
    respond = (_request, response) => response.writeHead(status, target ? { Location: target } : {}).end();
    const problem = await redirectProblem(`${plain}/health`, secure);
    expect(problem === null).toBe(isRight);
  });

  it("is reported when nobody listens at port 80", async () => {
    expect(await redirectProblem("http://127.0.0.1:9/health", secure)).toMatch(/can’t be reached/);
  });
});
