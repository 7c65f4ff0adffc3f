/** The server build with the gate before every route; what remix-serve is given in place of the build. */
import { createRequire } from "node:module";
import * as build from "../build/server/index.js";

export * from "../build/server/index.js";

const { loggedAddress, guardRoutes } = build.entry.module;
export const routes = guardRoutes(build.routes);

// The access log is remix-serve's own (morgan); told here how to write an address, it does so too where a request
// breaks off half-way.
const ofServe = createRequire(import.meta.resolve("@remix-run/serve/package.json"));
ofServe("morgan").token("url", (request) => loggedAddress(request.originalUrl ?? request.url ?? ""));
