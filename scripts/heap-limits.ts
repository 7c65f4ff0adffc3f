import { totalmem } from "node:os";

/**
 * How much memory JavaScript may use in each process, so that one that needs more dies, and is started again, before the
 * others starve. Photographs and books are made outside of these heaps, in processes with limits of their own.
 */

/** Shares of the machine: all web processes together, and the worker. The rest is for child processes and the system. */
const WEB_SHARE = 0.4;
const WORKER_SHARE = 0.25;
/** A start takes 60 MB of it. */
const LEAST_MB = 128;
/** More would only make garbage collections longer. */
const MOST_MB = 1024;

/** The memory of this machine in MB, or of its container where that has less. */
export function machineMemoryMb(): number {
  const limit = process.constrainedMemory();
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 1024 ** 2);
}

/** The heap limits in MB of a web process and of the worker. */
export function heapLimitsMb({ memoryMb, webProcesses }: { memoryMb: number; webProcesses: number }): {
  web: number;
  worker: number;
} {
  const within = (mb: number) => Math.round(Math.min(Math.max(mb, LEAST_MB), MOST_MB));
  return { web: within((memoryMb * WEB_SHARE) / webProcesses), worker: within(memoryMb * WORKER_SHARE) };
}
