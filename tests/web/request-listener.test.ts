import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { watchConnections } from "~/web/connection.server";
import { guardRoutes } from "~/web/request-guard.server";
import { openListener } from "~/web/request-listener.server";

/** A shop of one file and one address. */
function buildOfShop(): ServerBuild {
  const assetsBuildDirectory = mkdtempSync(join(tmpdir(), "build-"));
  writeFileSync(join(assetsBuildDirectory, "small.svg"), "<svg/>");
  const routes = guardRoutes({
    root: { id: "root", path: "", module: { default: () => null } },
    here: { id: "here", parentId: "root", path: "here", module: { loader: () => new Response("read") } },
  } as unknown as ServerBuild["routes"]);
  const assets = { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" };
  const entry = { module: { default: () => new Response("page"), handleError: () => {} } };
  const future = { v3_singleFetch: true };
  return { routes, assets, assetsBuildDirectory, entry, future, isSpaMode: false } as unknown as ServerBuild;
}

let server: Server;
beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue();
  watchConnections();
  server = createServer(openListener(buildOfShop()));
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => server.close());

async function ask(path: string, method = "GET", headers: Record<string, string> = {}, body = "") {
  const { port } = server.address() as AddressInfo;
  const all = { Host: "localhost:3000", ...headers };
  const asking = request({ host: "127.0.0.1", port, path, method, headers: all, agent: false }).end(body);
  const [response] = await once(asking, "response");
  let text = "";
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode, allow: response.headers.allow ?? null, text };
}

it("a file comes from memory, an address from its route, and nothing from anywhere else", async () => {
  expect(await ask("/small.svg")).toMatchObject({ status: 200, text: "<svg/>" });
  expect(await ask("/here")).toMatchObject({ status: 200, text: "read" });
  expect(await ask("/nowhere", "POST")).not.toMatchObject({ status: 200 });
});

it("a reading that brings a body is refused, and one that says it has none is given", async () => {
  expect(await ask("/here", "GET", { "Content-Length": "0" })).toMatchObject({ status: 200 });
  expect(await ask("/here", "GET", { "Content-Length": "1" }, "x")).toMatchObject({ status: 400 });
});

it("the methods of an address are told to who asks for them, and another one is refused", async () => {
  expect(await ask("/here", "OPTIONS")).toEqual({ status: 204, allow: "GET, HEAD", text: "" });
  const evil = { "Sec-Fetch-Site": "cross-site" };
  expect(await ask("/here", "OPTIONS", evil)).toEqual({ status: 204, allow: "GET, HEAD", text: "" });
  expect(await ask("/here", "PROPFIND")).toMatchObject({ status: 405, allow: "GET, HEAD" });
});
