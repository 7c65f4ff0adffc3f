import { lookup } from "node:dns/promises";
import { _createServerHandle } from "node:net";
import { availableParallelism } from "node:os";
import { machineMemoryMb } from "./heap-limits.mjs";

/**
 * The web processes: one for each processor, up to four and as far as the memory goes, unless WEB_PROCESSES says how
 * many. All accept from one socket, which is bound here and handed to each, so each drains and closes as if it were
 * alone, and while none of them lives, the kernel keeps new connections for the next.
 */

const MOST_BY_ITSELF = 4;
/** Of the machine's memory, for each of them: a machine with 512 MB has one. */
const MEMORY_MB_EACH = 512;

/** The arguments of Node for a web process. */
export const WEB_PROGRAM = ["node_modules/@remix-run/serve/dist/cli.js", "scripts/serve.mjs"];

/**
 * How many web processes these settings ask for on this machine.
 * @param {{ WEB_PROCESSES?: string }} env
 * @param {number} memoryMb
 */
export function countWebProcesses(env, memoryMb = machineMemoryMb()) {
  const most = Math.min(availableParallelism(), MOST_BY_ITSELF, Math.floor(memoryMb / MEMORY_MB_EACH));
  return Number(env.WEB_PROCESSES) || Math.max(1, most);
}

/**
 * Binds a port for web processes. `admit` waits until a child with a channel, whose program is WEB_PROGRAM with
 * WEB_PROCESS set, is ready, and has it accept; it rejects where the child ends before. `close` lets go of the port.
 * Throws where the port cannot be bound.
 * @param {{ port: number, host?: string }} where
 */
export async function bindPort({ port, host }) {
  const { address, family } = host ? await lookup(host) : { address: null, family: 4 };
  // Node's cluster binds by this function. A server made by `listen` would accept connections in this process too.
  const socket = _createServerHandle(address, port, family);
  if (typeof socket === "number") throw new Error(`Port ${port} cannot be opened (${socket}).`);
  return {
    /** @param {import("node:child_process").ChildProcess} child */
    async admit(child) {
      await untilReady(child);
      await handOver(child, socket);
    },
    close: () => socket.close(),
  };
}

/**
 * Starts `count` processes by `launch(number)`, from 1, and has them accept from one port. Throws when one ends before.
 * @template {{ child: import("node:child_process").ChildProcess }} Program
 * @param {{ port: number, host?: string, count: number }} where
 * @param {(number: number) => Program} launch
 */
export async function launchWebProcesses({ port, host, count }, launch) {
  const bound = await bindPort({ port, host });
  const programs = Array.from({ length: count }, (_, index) => launch(index + 1));
  await Promise.all(programs.map(({ child }) => bound.admit(child)));
  bound.close();
  return programs;
}

/**
 * Handed over earlier, a socket would be accepted from by Node itself before there is a server.
 * @param {import("node:child_process").ChildProcess} child
 */
async function untilReady(child) {
  await answerOf(child, () => {});
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {import("node:net").Server} socket
 */
async function handOver(child, socket) {
  await answerOf(child, (fail) => child.send("listener", socket, (error) => error && fail(error)));
}

/**
 * The next message of a child. Rejects where it ends before.
 * @param {import("node:child_process").ChildProcess} child
 * @param {(fail: (error: Error) => void) => void} ask
 * @returns {Promise<void>}
 */
function answerOf(child, ask) {
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code, signal) => reject(new Error(`A web process stopped with ${signal ?? code}.`)));
    ask(reject);
  });
}
