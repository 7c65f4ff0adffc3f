import { readdirSync, readFileSync } from "node:fs";

/**
 * The processor time of all threads of a process so far, in milliseconds, as Linux accounts for it: other processes on
 * the machine hardly change it.
 */
export function processorTimeOf(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000_000;
}
