/**
 * The server build with the request guard around every route; remix-serve gets it instead of the build, and asks for
 * its request handler here, which knows the routes that can match an address.
 */
import { createRequire } from "node:module";
import * as build from "../build/server/index.js";

export * from "../build/server/index.js";

const { loggedAddress, guardRoutes, handlersByCandidates } = build.entry.module;
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

// The access log is remix-serve's own (morgan). This defines how it writes an address, also for requests that break
// off.
ofServe("morgan").token("url", (request) => loggedAddress(request.originalUrl ?? request.url ?? ""));
