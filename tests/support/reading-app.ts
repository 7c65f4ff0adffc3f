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

/**
 * The server build as a web process of a machine that only reads, on the file of this test, beside the app that writes it. A
 * response of 421 says why the process in front of it would ask the writer.
 */
export async function openReadingApp() {
  Object.assign(process.env, READER);
  const stop = openPlainCopies();
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
      stop();
    },
  };
}
