import { spawn } from "node:child_process";
import { once } from "node:events";
import { request as ask } from "node:http";
import { connect } from "node:net";
import { freePort, untilAnswering } from "../../../scripts/steps.mjs";
import { Visitor } from "../../support/visitor";
import { doorOverWire } from "../../support/wire";

/** The house as it is served: the production build behind Node's own server, under a name of https. */

export interface HeardAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface ServedApp {
  /** Asks with exactly these headers; the Host is ours unless one is given. */
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<HeardAnswer>;
  /** Somebody with a browser of their own, who asks over the wire. */
  visitor(): Visitor;
  /** Sends these bytes and gives the first line of what comes back. */
  say(bytes: string): Promise<string>;
  /** Announces a form for this path and, once the house waits for it, is gone: no farewell, as a line that breaks. */
  breakOff(path: string): Promise<void>;
  /** What it has written to its log by now. */
  log(): string;
  close(): Promise<void>;
}

export async function serveApp(publicOrigin: string, more: Record<string, string> = {}): Promise<ServedApp> {
  const port = await freePort(0);
  const child = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "scripts/serve.mjs"], {
    env: {
      ...process.env,
      ...more,
      NODE_ENV: "production",
      APP_ENV: "development",
      PORT: String(port),
      PUBLIC_ORIGIN: publicOrigin,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  await untilAnswering(`http://127.0.0.1:${port}/health`, { name: "web", child });
  const { host } = new URL(publicOrigin);
  return {
    ask: (path, { method = "GET", headers = {}, body = "" } = {}) =>
      new Promise((resolve, reject) => {
        const length = body === "" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
        const options = { host: "127.0.0.1", port, path, method, agent: false };
        const input = ask(
          { ...options, headers: { Host: host, Accept: "text/html", ...length, ...headers } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on("data", (chunk: Buffer) => chunks.push(chunk));
            answer.once("end", () => {
              const { statusCode = 0 } = answer;
              resolve({
                status: statusCode,
                headers: answer.headers,
                body: Buffer.concat(chunks).toString("utf8"),
              });
            });
          },
        );
        input.once("error", reject);
        input.end(body);
      }),
    visitor: () => new Visitor(doorOverWire(port, publicOrigin), "127.0.0.1"),
    say: (bytes) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
        let heard = "";
        socket.on("data", (chunk) => {
          heard += chunk;
        });
        socket.once("error", reject);
        socket.once("close", () => resolve(heard.split("\r\n")[0] ?? ""));
      }),
    breakOff: (path) =>
      new Promise((resolve, reject) => {
        const form = `Origin: ${publicOrigin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000`;
        const socket = connect(port, "127.0.0.1", () =>
          socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${form}\r\nExpect: 100-continue\r\n\r\n`),
        );
        socket.once("data", () => socket.resetAndDestroy());
        socket.once("error", reject);
        socket.once("close", () => resolve());
      }),
    log: () => said,
    async close() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
