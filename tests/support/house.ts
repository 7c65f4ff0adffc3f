import { AsyncResource } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, installGlobals, type ServerBuild } from "@remix-run/node";
import { type Door, Visitor } from "./visitor";

interface House {
  /** The routes as they stand in the build, the gate before each. */
  routes: ServerBuild["routes"];
  /** Somebody with a browser of their own, at a network address of their own. */
  visitor(): Visitor;
}

type Build = ServerBuild & {
  entry: { module: { putGateBefore(routes: ServerBuild["routes"]): ServerBuild["routes"] } };
};

let opened: Promise<House> | undefined;

/** Opens the house once per test file: the server build with the gate before it, as `npm start` serves it. */
export function openHouse(): Promise<House> {
  opened ??= open();
  return opened;
}

async function open(): Promise<House> {
  installGlobals({ nativeFetch: true });
  const place = pathToFileURL(join(process.cwd(), "build", "server", "index.js"));
  const build = (await import(place.href)) as Build;
  const routes = build.entry.module.putGateBefore(build.routes);
  const handle = createRequestHandler({ ...build, routes }, "production");
  const door: Door = {
    origin: process.env.PUBLIC_ORIGIN ?? "",
    ask: (request, address) =>
      new AsyncResource("visit").runInAsyncScope(() => handle(arrive(request, address))),
  };
  let count = 0;
  return {
    routes,
    visitor() {
      count += 1;
      return new Visitor(door, `198.51.${100 + Math.floor(count / 250)}.${1 + (count % 250)}`);
    },
  };
}

const arrivals = channel("http.server.request.start");

/** The request as it is once Node's own server has spoken of it: where it comes from, with which headers. */
function arrive(request: Request, address: string): Request {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: address });
  const message = new IncomingMessage(socket);
  message.headers = Object.fromEntries(request.headers);
  arrivals.publish({ request: message, response: new ServerResponse(message) });
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Request(request, { headers });
}
