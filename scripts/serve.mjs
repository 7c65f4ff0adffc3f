/** The server build with the gate before every route; what remix-serve is given in place of the build. */
import * as build from "../build/server/index.js";

export * from "../build/server/index.js";
export const routes = build.entry.module.putGateBefore(build.routes);
