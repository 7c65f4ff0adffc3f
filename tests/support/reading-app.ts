import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { openListener } from "~/web/request-listener.server";
import { networkTransport } from "./network";
import { openPlainCopies, READER } from "./plain-copies";
import { Visitor } from "./visitor";

type Build = ServerBuild & {
  entry: {
    module: {
      guardRoutes(routes: ServerBuild["routes"]): ServerBuild["routes"];
      openListener: typeof openListener;
    };
  };
};

/** The server build as a web process serves it, with the settings of this moment. */
async function serveBuild() {
  const place = pathToFileURL(join(process.cwd(), "build", "server", "index.js"));
  place.search = `?opened=${randomUUID()}`;
  Reflect.deleteProperty(globalThis, "loopWatchesConnections");
  const build = (await import(place.href)) as Build;
  const { guardRoutes, openListener } = build.entry.module;
  const server = createServer(openListener({ ...build, routes: guardRoutes(build.routes) }));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    visitor: () => new Visitor(networkTransport(port, process.env.PUBLIC_ORIGIN ?? ""), "127.0.0.1"),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Two machines on the file of this test, in this process: one that writes, and one that reads as if the file were the copies.
 * Its response of 421 says why the process in front of it would ask the writer.
 */
export async function openTwoMachines() {
  const writer = await serveBuild();
  for (const [name, value] of Object.entries(READER)) process.env[name] ??= value;
  const stop = openPlainCopies();
  const reader = await serveBuild();
  return {
    writer,
    reader,
    close() {
      reader.close();
      writer.close();
      stop();
    },
  };
}
