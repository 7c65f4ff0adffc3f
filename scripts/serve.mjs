/** The server build with the request guard around every route; remix-serve gets it instead of the build. */
import { createRequire } from "node:module";
import * as build from "../build/server/index.js";

export * from "../build/server/index.js";

const { loggedAddress, guardRoutes } = build.entry.module;
export const routes = guardRoutes(build.routes);

// The access log is remix-serve's own (morgan). This defines how it writes an address, also for requests that break
// off.
const ofServe = createRequire(import.meta.resolve("@remix-run/serve/package.json"));
ofServe("morgan").token("url", (request) => loggedAddress(request.originalUrl ?? request.url ?? ""));

// The start holds a channel; when it is gone, this process drains and ends as if it had been asked to.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
