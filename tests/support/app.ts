import { AsyncResource } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, installGlobals, type RequestHandler, type ServerBuild } from "@remix-run/node";
import SqliteFile from "better-sqlite3";
import { SERVICE_SILENT_MS } from "~/domain/system/health/health-limits";
import type { createDocumentHandler } from "~/web/document-handler.server";
import type { handlersByCandidates } from "~/web/route-candidates";
import { type SentRequest, type Transport, Visitor } from "./visitor";

export interface App {
  /** The routes of the build, each wrapped in the request guard. */
  routes: ServerBuild["routes"];
  /** Ids of the routes with an action; the guard refuses bodies for all others. */
  withAction: ReadonlySet<string>;
  /** A visitor with a browser of their own, at a network address of their own; Remix's own handler may serve them. */
  visitor(servedBy?: "remix"): Visitor;
}

type Build = ServerBuild & {
  entry: {
    module: {
      guardRoutes(routes: ServerBuild["routes"]): ServerBuild["routes"];
      createDocumentHandler: typeof createDocumentHandler;
      handlersByCandidates: typeof handlersByCandidates;
    };
  };
};

let opened: Promise<App> | undefined;

/** Opens the app once per test file: the server build with the request guard, as `npm start` serves it. */
export function openApp(): Promise<App> {
  opened ??= open();
  return opened;
}

/** The same app after a restart with other settings: its modules are loaded again, with the same data folder. */
export function restartApp(settings: Readonly<Record<string, string>>): Promise<App> {
  Object.assign(process.env, settings);
  return open();
}

/**
 * No worker runs in the tests, so its sign of life, and what it found of the services, are made for `/ready`: as late as
 * is not yet taken for a clock that was wrong, and the sign of life again and again, while its file is there.
 */
function makeReady(): void {
  const folder = process.env.DATA_DIR ?? "";
  mkdirSync(join(folder, "run"), { recursive: true });
  const file = join(folder, "run", "worker.alive");
  writeFileSync(file, "");
  setInterval(() => {
    if (existsSync(file)) utimesSync(file, new Date(), new Date());
  }, 10_000).unref();
  const database = new SqliteFile(join(folder, "loop.db"));
  const insert = database.prepare("INSERT OR IGNORE INTO service_checks (name, ok_at) VALUES (?, ?)");
  for (const name of ["storage", "payments"]) insert.run(name, Date.now() + SERVICE_SILENT_MS - 10_000);
  database.close();
}

const arrivals = channel("http.server.request.start");

async function open(): Promise<App> {
  installGlobals({ nativeFetch: true });
  makeReady();
  // The bundle has React's production build; packages outside it choose theirs by NODE_ENV.
  const name = process.env.NODE_ENV === "development" ? "unbundled.js" : "index.js";
  const place = pathToFileURL(join(process.cwd(), "build", "server", name));
  place.search = `?opened=${randomUUID()}`;
  Reflect.deleteProperty(globalThis, "loopWatchesConnections");
  const build = (await import(place.href)) as Build;
  const { createDocumentHandler, guardRoutes, handlersByCandidates } = build.entry.module;
  const routes = guardRoutes(build.routes);
  const transportOf = (create: (some: Build) => RequestHandler): Transport => {
    const handlerFor = handlersByCandidates({ ...build, routes }, create);
    return {
      origin: process.env.PUBLIC_ORIGIN ?? "",
      ask: (request, address) =>
        new AsyncResource("visit").runInAsyncScope(async () => {
          const arrived = arrive(request, address);
          const { pathname, search } = request.url;
          const handle = handlerFor(pathname + search);
          return leave(await handle(arrived.request), arrived.response);
        }),
    };
  };
  const ours = transportOf(createDocumentHandler);
  const ofRemix = transportOf((some) => createRequestHandler(some, "production"));
  const withAction = Object.entries(build.routes).flatMap(([id, route]) => (route?.module.action ? [id] : []));
  let count = 0;
  return {
    routes,
    withAction: new Set(withAction),
    visitor(servedBy) {
      count += 1;
      return new Visitor(servedBy ? ofRemix : ours, `198.51.${100 + Math.floor(count / 250)}.${1 + (count % 250)}`);
    },
  };
}

/** The request as Node's HTTP server hands it on, with its remote address and headers. */
function arrive({ url, method, headers, body }: SentRequest, address: string) {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: address });
  const message = new IncomingMessage(socket);
  Object.assign(message, { method, url: url.pathname + url.search });
  message.headers = Object.fromEntries(headers);
  const response = new ServerResponse(message);
  arrivals.publish({ request: message, response });
  const read = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { request: new Request(url, { method: message.method, headers: read, body }), response };
}

/** The response with the headers that every response gets. */
function leave(webResponse: Response, response: ServerResponse): Response {
  for (const [name, value] of webResponse.headers) if (name !== "set-cookie") response.setHeader(name, value);
  response.writeHead(webResponse.status);
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.getHeaders())) headers.set(name, String(value));
  for (const cookie of webResponse.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return new Response(webResponse.body, { status: webResponse.status, headers });
}
