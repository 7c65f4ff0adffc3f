/**
 * The server build with the request guard around every route; remix-serve gets it instead of the build, and asks for
 * its request handler here, which knows the routes that can match an address.
 */
import { createRequire } from "node:module";
import * as build from "../build/server/index.js";

export * from "../build/server/index.js";

const { loggedAddress, logsAsJson, guardRoutes, handlersByCandidates } = build.entry.module;
export const routes = guardRoutes(build.routes);

const ofServe = createRequire(import.meta.resolve("@remix-run/serve/package.json"));

// remix-serve looks this function up when it opens its server, which is after this file was read.
const express = ofServe("@remix-run/express");
const { createRequestHandler } = express;
express.createRequestHandler = (options) => {
  const handlerFor = handlersByCandidates(options.build, (some) =>
    createRequestHandler({ ...options, build: some }),
  );
  return (request, response, next) => handlerFor(request.originalUrl)(request, response, next);
};

// In JSON the app writes a line for each request itself, and remix-serve's own access log (morgan) is silent. In text it
// is morgan's; this defines how it writes an address, also for requests that break off.
const morgan = ofServe("morgan");
if (logsAsJson) morgan.format("tiny", () => null);
else morgan.token("url", (request) => loggedAddress(request.originalUrl ?? request.url ?? ""));

// The start holds a channel; when it is gone, this process drains and ends as if it had been asked to.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
