import { createServer } from "node:http";
import { resolve } from "node:path";
import { createRequestHandler } from "@remix-run/express";
import { installGlobals, type ServerBuild } from "@remix-run/node";
import express from "express";
import { createServer as createVite } from "vite";

/** The web process with hot reload: the same request guard around the same routes, rebuilt as files change. */

installGlobals({ nativeFetch: true });
const app = express();
const server = createServer(app);
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } });
// Vite does not see which files a module reads: a text that changes counts as a change of the module that reads them.
vite.watcher.on("all", (_, path) => {
  if (path.endsWith(".yaml")) vite.watcher.emit("change", resolve("app/content/files.ts"));
});
app.disable("x-powered-by");
app.use(vite.middlewares);
app.use(express.static("public"));
// Remix responds to a foreign origin with its own 500 before the request guard runs, and here nothing removes the
// header.
app.use((request, response, next) => {
  const { origin } = request.headers;
  const isForeign = origin !== undefined && origin !== process.env.PUBLIC_ORIGIN;
  if (!isForeign || ["GET", "HEAD"].includes(request.method ?? "")) return next();
  return response.status(403).json({ error: "Forms only work from our own pages (csrf)." });
});
app.all(
  "*",
  createRequestHandler({
    mode: "development",
    build: async () => {
      const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild & {
        entry: { module: typeof import("../app/entry.server") };
      };
      return { ...build, routes: build.entry.module.guardRoutes(build.routes) };
    },
  }),
);
server.listen(Number(process.env.PORT ?? 3000));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await vite.close();
    process.exit(0);
  });
}
