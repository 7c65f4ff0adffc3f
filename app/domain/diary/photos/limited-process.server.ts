import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { join } from "node:path";

/**
 * Starts a bundled program of ours that reads files from outside: without secrets, and with limits
 * that the kernel keeps even when this process is gone.
 */
export function startLimited(
  program: string,
  args: readonly string[],
  limits: { megabytes: number; processorSeconds?: number },
  options: Pick<SpawnOptions, "stdio" | "timeout" | "killSignal">,
): ChildProcess {
  const command = [process.execPath, join(process.cwd(), "build", "processes", program), ...args];
  // Of glibc's allocator, whose many arenas would keep what a photo took.
  const env = { NODE_ENV: "production" as const, MALLOC_ARENA_MAX: "2" };
  const [file = "", ...rest] = process.platform === "win32" ? command : [...underLimits(limits), ...command];
  return spawn(file, rest, { ...options, env });
}

/** Where memory runs out, the kernel ends such a process first. */
function underLimits({ megabytes, processorSeconds }: { megabytes: number; processorSeconds?: number }) {
  const script = [
    "(echo 1000 > /proc/self/oom_score_adj) 2>/dev/null",
    `ulimit -d ${megabytes * 1024} 2>/dev/null`,
    ...(processorSeconds ? [`ulimit -t ${processorSeconds}`] : []),
    'exec "$0" "$@"',
  ].join("; ");
  return ["sh", "-c", script];
}
