import { readFileSync } from "node:fs";
import { join } from "node:path";

/** How often a process is looked at. */
const EVERY_MS = 200;
const KILOBYTES = 1024;

/**
 * Calls `exceed` once a child process holds more memory than its limit, also memory that no JavaScript engine counts.
 * Only Linux tells; elsewhere the limit of the JavaScript heap is the only one.
 */
export function watchMemory(
  processId: number | undefined,
  mostMegabytes: number,
  exceed: () => void,
): { stop(): void } {
  const timer = setInterval(() => {
    const megabytes = processId === undefined ? null : residentMegabytes(processId);
    if (megabytes !== null && megabytes <= mostMegabytes) return;
    clearInterval(timer);
    if (megabytes !== null) exceed();
  }, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Null where nothing tells, or the process has ended. */
function residentMegabytes(processId: number): number | null {
  try {
    const held = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(join("/", "proc", String(processId), "status"), "utf8"));
    return held === null ? null : Number(held[1]) / KILOBYTES;
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
