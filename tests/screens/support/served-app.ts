import { spawn } from "node:child_process";
import { once } from "node:events";
import { request as ask } from "node:http";
import { connect } from "node:net";
import { freePort, untilResponding } from "../../../scripts/steps.ts";
import { WEB_PROGRAM } from "../../../scripts/web-processes.ts";
import { networkTransport } from "../../support/network";
import { Visitor } from "../../support/visitor";

/** The app as it is served: the production build behind Node's HTTP server, with an https origin. */

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface ServedApp {
  port: number;
  /** Requests with exactly these headers; Host defaults to the app's own. */
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<RawResponse>;
  /** A visitor with a browser of their own, whose requests go over the network. */
  visitor(): Visitor;
  /** Sends these bytes. Gives the first line of the response. */
  say(bytes: string): Promise<string>;
  /** Begins to post a form to this path and, once the app waits for the body, cuts the connection. */
  breakOff(path: string): Promise<void>;
  /** The app's log so far. */
  log(): string;
  /** Sends a signal to the app's process. */
  signal(name: NodeJS.Signals): void;
  /** The process's exit code, or the signal that ended it, once it has ended. */
  ended: Promise<number | NodeJS.Signals>;
  close(): Promise<void>;
}

export async function serveApp(publicOrigin: string, more: Record<string, string> = {}): Promise<ServedApp> {
  const port = await freePort(0);
  const child = spawn(process.execPath, WEB_PROGRAM, {
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
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  await untilResponding(`http://127.0.0.1:${port}/health`, { name: "web", child });
  const { host } = new URL(publicOrigin);
  return {
    port,
    ask: (path, { method = "GET", headers = {}, body = "" } = {}) =>
      new Promise((resolve, reject) => {
        const length = body === "" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
        const options = { host: "127.0.0.1", port, path, method, agent: false };
        const input = ask(
          { ...options, headers: { Host: host, Accept: "text/html", ...length, ...headers } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.once("end", () => {
              const { statusCode = 0 } = response;
              resolve({
                status: statusCode,
                headers: response.headers,
                body: Buffer.concat(chunks).toString("utf8"),
              });
            });
          },
        );
        input.once("error", reject);
        input.end(body);
      }),
    visitor: () => new Visitor(networkTransport(port, publicOrigin), "127.0.0.1"),
    say: (bytes) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
        let received = "";
        socket.on("data", (chunk) => {
          received += chunk;
        });
        socket.once("error", reject);
        socket.once("close", () => resolve(received.split("\r\n")[0] ?? ""));
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
    signal: (name) => child.kill(name),
    ended,
    async close() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
