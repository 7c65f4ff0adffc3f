import type { ChildProcess, SendHandle } from "node:child_process";
import { lookup } from "node:dns/promises";
import * as net from "node:net";
import { availableParallelism } from "node:os";
import { machineMemoryMb } from "./heap-limits.ts";

/**
 * The web processes: one for each processor, up to four and as far as the memory goes, unless WEB_PROCESSES says how
 * many. All accept from one socket, which is bound here and handed to each, so each drains and closes as if it were
 * alone, and while none of them lives, the kernel keeps new connections for the next.
 */

const MOST_BY_ITSELF = 4;
/** Of the machine's memory, for each of them: a machine with 512 MB has one. */
const MEMORY_MB_EACH = 512;

/** The arguments of Node for a web process, whose young generation would grow to 128 MB (`decisions.md`). */
export const WEB_PROGRAM = [
  "--max-semi-space-size=16",
  "node_modules/@remix-run/serve/dist/cli.js",
  "build/processes/serve.js",
];

/** How many web processes these settings ask for on this machine. */
export function countWebProcesses(
  env: Readonly<Record<string, string | undefined>>,
  memoryMb = machineMemoryMb(),
): number {
  const most = Math.min(availableParallelism(), MOST_BY_ITSELF, Math.floor(memoryMb / MEMORY_MB_EACH));
  return Number(env.WEB_PROCESSES) || Math.max(1, most);
}

interface Where {
  port: number;
  host?: string | undefined;
}

/** Node's own, without types: a socket that listens, or the number of an error. */
type CreateServerHandle = (
  address: string | null,
  port: number,
  family: number,
) => (SendHandle & { close(): void }) | number;
const { _createServerHandle } = net as unknown as { _createServerHandle: CreateServerHandle };

export interface BoundPort {
  admit(child: ChildProcess): Promise<void>;
  close(): void;
}

/**
 * Binds a port for web processes. `admit` waits until a child with a channel, whose program is WEB_PROGRAM with
 * WEB_PROCESS set, is ready, and has it accept; it rejects where the child ends before. `close` lets go of the port.
 * Throws where the port cannot be bound.
 */
export async function bindPort({ port, host }: Where): Promise<BoundPort> {
  const { address, family } = host ? await lookup(host) : { address: null, family: 4 };
  // Node's cluster binds by this function. A server made by `listen` would accept connections in this process too.
  const socket = _createServerHandle(address, port, family);
  if (typeof socket === "number") throw new Error(`Port ${port} cannot be opened (${socket}).`);
  return {
    async admit(child) {
      await untilReady(child);
      await handOver(child, socket);
    },
    close: () => socket.close(),
  };
}

/** Starts `count` processes by `launch(number)`, from 1, and has them accept from one port. Throws when one ends before. */
export async function launchWebProcesses<Program extends { child: ChildProcess }>(
  { port, host, count }: Where & { count: number },
  launch: (number: number) => Program,
): Promise<Program[]> {
  const bound = await bindPort({ port, host });
  const programs = Array.from({ length: count }, (_, index) => launch(index + 1));
  await Promise.all(programs.map(({ child }) => bound.admit(child)));
  bound.close();
  return programs;
}

/** Handed over earlier, a socket would be accepted from by Node itself before there is a server. */
async function untilReady(child: ChildProcess): Promise<void> {
  await responseOf(child, () => {});
}

async function handOver(child: ChildProcess, socket: SendHandle): Promise<void> {
  await responseOf(child, (fail) => child.send("listener", socket, (error) => error && fail(error)));
}

/** The next message of a child. Rejects where it ends before. */
function responseOf(child: ChildProcess, ask: (fail: (error: Error) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code, signal) => reject(new Error(`A web process stopped with ${signal ?? code}.`)));
    ask(reject);
  });
}
