/** The bundled server build (`package.json` says where it is), whose types are checked before it is made. */
declare module "#server-build" {
  import type { ServerBuild } from "@remix-run/node";

  export const entry: { module: typeof import("../app/entry.server") };
  export const mode: string;
  export const routes: ServerBuild["routes"];
  export const assets: ServerBuild["assets"];
  export const publicPath: ServerBuild["publicPath"];
  export const assetsBuildDirectory: ServerBuild["assetsBuildDirectory"];
  export const future: ServerBuild["future"];
  export const isSpaMode: ServerBuild["isSpaMode"];
}

/** What `develop.ts` uses of a package without types. */
declare module "express" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

  type Answer = ServerResponse & { status(code: number): Answer; json(body: object): void };
  type Handler = (request: IncomingMessage, response: Answer, next: () => void) => unknown;
  interface Application extends RequestListener {
    disable(setting: string): void;
    use(handler: Handler): void;
    all(path: string, handler: Handler): void;
  }
  const express: (() => Application) & { static(folder: string): Handler };
  export = express;
}
