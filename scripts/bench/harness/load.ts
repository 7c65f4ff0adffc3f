import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort, untilResponding } from "../../steps.ts";
import { AUTOCANNON, installTool } from "../../tools.mjs";
import { launchWebProcesses } from "../../web-processes.ts";
import { addressOf } from "./browser";

/** Load from this process: one page at a time, asked for over 32 connections, or fewer, that are kept open. */

const { default: autocannon }: { default: typeof import("autocannon") } = await import(
  pathToFileURL(join(installTool(AUTOCANNON), "autocannon.js")).href
);

const CONNECTIONS = 32;
/** Network addresses of each connection, and new ones each time: none comes near its limit of requests a minute. */
const ADDRESSES = 16;
let addresses = 0;

/** What a browser sends with every request, besides its cookies. */
const BROWSER_HEADERS = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br",
  "Accept-Language": "en-GB,en;q=0.9",
  "Sec-Fetch-Site": "same-origin",
};

export interface Load {
  perSecond: number;
  /** In milliseconds. */
  p99: number;
}

interface Asked {
  requests: number;
  cookie?: string;
  status?: number;
  /** In place of a browser's, which is shown a page instead of JSON. */
  accept?: string;
  connections?: number;
  /** The shop's own, where the machine has another address. */
  host?: string;
}

/** Asks for `url` so many times. Throws when a response is not the expected one. */
export async function load(url: string, asked: Asked): Promise<Load> {
  const { requests, cookie = "", status = 200, accept, connections = CONNECTIONS, host } = asked;
  const headers = {
    ...BROWSER_HEADERS,
    ...(accept ? { Accept: accept } : {}),
    ...(cookie ? { Cookie: cookie } : {}),
    ...(host ? { Host: host } : {}),
  };
  const began = performance.now();
  let lastResponse = began;
  const result = await autocannon({
    url,
    connections,
    amount: requests,
    setupClient(client) {
      // Autocannon's own clock ends on a whole second.
      client.on("response", () => {
        lastResponse = performance.now();
      });
      client.setRequests(
        Array.from({ length: ADDRESSES }, () => ({
          method: "GET",
          headers: { ...headers, "X-Forwarded-For": addressOf(addresses++) },
        })),
      );
    },
  });
  const responded = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  if (responded !== requests) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(
      `${url} answered ${statuses}, with ${result.errors} errors, instead of ${requests} times ${status}.`,
    );
  }
  return {
    perSecond: (requests * 1_000) / (lastResponse - began),
    p99: result.latency.p99,
  };
}

const RAW_SERVER = `
const server = require("node:http").createServer((_, answer) => answer.end("ok"));
process.on("message", (what, handle) => (what === "listener" ? server.listen(handle, () => process.send("listening")) : server.emit("connection", handle)));
process.send("ready");`;

/** A bare HTTP server in this many processes, responding with two bytes: what this machine can do at most. */
export async function openRawServer(count: number): Promise<{ url: string; close(): void }> {
  const port = await freePort(0);
  const programs = await launchWebProcesses({ port, host: "localhost", count }, () => ({
    child: spawn(process.execPath, ["-e", RAW_SERVER], { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
  }));
  const url = `http://localhost:${port}/`;
  await untilResponding(url, { name: "raw", child: programs[0]?.child });
  return {
    url,
    close() {
      for (const { child } of programs) child.kill();
    },
  };
}
