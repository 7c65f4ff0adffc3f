/**
 * The server build with the request guard around every route; remix-serve gets it instead of the build, and the server
 * that it opens uses our own listener (app/web/request-listener.server.ts).
 */
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import * as build from "#server-build";

export * from "#server-build";

const { drainBeforeClosing, guardRoutes, keepConnections, openListener } = build.entry.module;
export const routes = guardRoutes(build.routes);

const ofServe = createRequire(import.meta.resolve("@remix-run/serve/package.json"));

// Express makes its server here, as its documentation says: remix-serve calls it after this file was read.
ofServe("express").application.listen = (...where: Parameters<Server["listen"]>) => {
  const server = createServer(openListener({ ...build, routes }));
  keepConnections(server);
  drainBeforeClosing(server);
  return process.env.WEB_PROCESS ? listenTogether(server, where.at(-1) as () => void) : server.listen(...where);
};

/** One that reads copies stops while its bucket is silent, and its start ends it. */
const ALIVE_MS = 1_000;

/** Accepts from the socket that the start hands to all web processes. */
function listenTogether(server: Server, onListen: () => void): Server {
  process.on("message", (what, handle) => {
    if (what === "listener")
      server.listen(handle as Socket, () => {
        onListen();
        process.send?.("listening");
        if (process.env.ROLE === "reader") setInterval(() => process.send?.("alive"), ALIVE_MS).unref();
      });
    process.channel?.unref();
  });
  // Once remix-serve listens to signals.
  setImmediate(() => process.send?.("ready"));
  return server;
}

// The start holds a channel; when it is gone, this process drains and ends as if it had been asked to.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
if (!process.env.WEB_PROCESS) process.channel?.unref();
