import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { db } from "#db/client.server";
import { settings } from "#db/schema";
import { isSavingPaused, watchConnections } from "~/web/connection.server";
import { guardRoutes } from "~/web/request-guard.server";
import { openListener } from "~/web/request-listener.server";

/** A shop of one file and a few addresses, one of which writes when it is read, served as a web process serves. */

function write() {
  db.insert(settings).values({ key: "trial", value: "1", updatedAt: new Date() }).onConflictDoNothing().run();
  return new Response("wrote");
}

/** What pages say of themselves. */
const paused = () => new Response(isSavingPaused() ? "paused" : "saving");

function buildOfShop(): ServerBuild {
  const assetsBuildDirectory = mkdtempSync(join(tmpdir(), "build-"));
  writeFileSync(join(assetsBuildDirectory, "small.svg"), "<svg/>");
  const route = (path: string, module: object) => [path, { id: path, parentId: "root", path, module }] as const;
  const read = { loader: () => new Response("read"), action: () => new Response("changed") };
  const places = [
    "here",
    "hyperloop",
    "hyperloop/orders",
    "webhooks/stripe",
    "mailbox",
    "health",
    "hyperloops",
    "machines/lease",
  ];
  const routes = guardRoutes({
    root: { id: "root", path: "", module: { default: () => null } },
    ...Object.fromEntries([
      ...places.map((path) => route(path, read)),
      route("writes", { loader: write }),
      route("paused", { loader: paused }),
    ]),
  } as unknown as ServerBuild["routes"]);
  const assets = { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" };
  const entry = { module: { default: () => new Response("page"), handleError: () => {} } };
  const future = { v3_singleFetch: true };
  return { routes, assets, assetsBuildDirectory, entry, future, isSpaMode: false } as unknown as ServerBuild;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

export async function serveShop() {
  watchConnections();
  const server: Server = createServer(openListener(buildOfShop()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    async ask(path: string, { method = "GET", headers = {} }: Asked = {}) {
      const all = { Host: "localhost:3000", ...headers };
      const asking = request({ host: "127.0.0.1", port, path, method, headers: all, agent: false }).end();
      const [response] = await once(asking, "response");
      let text = "";
      for await (const piece of response) text += String(piece);
      return {
        status: Number(response.statusCode),
        reason: response.headers["x-loop-ask-writer"] ?? null,
        headers: response.headers as Record<string, string | undefined>,
        cookies: (response.headers["set-cookie"] ?? []) as string[],
        text,
      };
    },
    close: () => server.close(),
  };
}
