/**
 * The server build with the request guard around every route; remix-serve gets it instead of the build, and the server
 * that it opens answers by our own listener (app/web/request-listener.server.ts).
 */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import * as build from "../build/server/index.js";

export * from "../build/server/index.js";

const { guardRoutes, openListener } = build.entry.module;
export const routes = guardRoutes(build.routes);

const ofServe = createRequire(import.meta.resolve("@remix-run/serve/package.json"));

// Express makes its server here, as its documentation says: remix-serve calls it after this file was read.
ofServe("express").application.listen = (...where) =>
  createServer(openListener({ ...build, routes })).listen(...where);

// The start holds a channel; when it is gone, this process drains and ends as if it had been asked to.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
