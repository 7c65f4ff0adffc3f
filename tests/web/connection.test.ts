import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  clientAddress,
  declaredOrigin,
  type HandledRequest,
  hasOddMethod,
  onResponse,
  watchConnections,
} from "~/web/connection.server";

const handled: HandledRequest[] = [];
const seen: unknown[] = [];
const server = createServer((asked, response) => {
  const origin = declaredOrigin(new Request("http://localhost/"));
  seen.push([clientAddress(), hasOddMethod(), origin, asked.headers.origin]);
  response.end("yes");
});
beforeAll(async () => {
  watchConnections();
  watchConnections();
  onResponse((one) => handled.push(one));
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => server.close());

async function ask(method: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const asking = request({ host: "127.0.0.1", port, path: "/about?x=1", method, headers, agent: false }).end();
  const [response] = await once(asking, "response");
  await once(response.resume(), "end");
}

it("without a proxy the client is who is connected, whatever it says of itself", async () => {
  await ask("GET", { "X-Forwarded-For": "203.0.113.7", Origin: "https://evil.example" });
  expect(seen.splice(0)).toEqual([["127.0.0.1", false, "https://evil.example", undefined]]);
});

it("each request is told of once, with its status and without its query", async () => {
  handled.length = 0;
  await ask("OPTIONS");
  expect(seen.splice(0)).toEqual([["127.0.0.1", true, null, undefined]]);
  expect(handled.map(({ address, status, isCut }) => ({ address, status, isCut }))).toEqual([
    { address: "/about", status: 200, isCut: false },
  ]);
});
