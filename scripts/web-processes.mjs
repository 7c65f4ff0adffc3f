import { once } from "node:events";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";

/**
 * The web processes: one for each processor, up to four, unless WEB_PROCESSES says how many. All accept from one
 * listening socket, which is opened here and handed to them, so each drains and closes as if it were alone.
 */

const MOST_BY_ITSELF = 4;

/** The arguments of Node for a web process. */
export const WEB_PROGRAM = ["node_modules/@remix-run/serve/dist/cli.js", "scripts/serve.mjs"];

/**
 * How many web processes these settings ask for.
 * @param {{ WEB_PROCESSES?: string }} env
 */
export function countWebProcesses(env) {
  return Number(env.WEB_PROCESSES) || Math.min(availableParallelism(), MOST_BY_ITSELF);
}

/**
 * Starts the processes by `launch(number)`, from 1, which gives a child with a channel whose program is WEB_PROGRAM with
 * WEB_PROCESS set to the number; once each is ready, opens `port` for all. Throws when one ends before, or when the port
 * cannot be opened.
 * @template {{ child: import("node:child_process").ChildProcess }} Program
 * @param {{ port: number, host?: string, count: number }} where
 * @param {(number: number) => Program} launch
 */
export async function launchWebProcesses({ port, host, count }, launch) {
  const programs = Array.from({ length: count }, (_, index) => launch(index + 1));
  await Promise.all(programs.map(({ child }) => untilReady(child)));
  const listener = createServer({ pauseOnConnect: true });
  // One that comes before this process has let go of the socket.
  listener.on("connection", (connection) => programs[0]?.child.send("connection", connection));
  await once(listener.listen(port, host), "listening");
  await Promise.all(programs.map(({ child }) => handOver(child, listener)));
  listener.close();
  return programs;
}

/**
 * Handed over earlier, a socket would be accepted from by Node itself before there is a server.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<void>}
 */
function untilReady(child) {
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`A web process stopped with ${code}.`)));
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {import("node:net").Server} listener
 * @returns {Promise<void>}
 */
function handOver(child, listener) {
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.send("listener", listener, (error) => error && reject(error));
  });
}
