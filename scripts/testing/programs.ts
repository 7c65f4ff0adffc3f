import { type ChildProcess, spawn } from "node:child_process";
import { root } from "../steps.ts";

/** Programs that a test run starts and waits for, each with a time limit. */

const running = new Set<ChildProcess>();

interface Options {
  env?: NodeJS.ProcessEnv;
  quiet?: boolean;
}

/**
 * Runs a program to its end, at most `minutes`. Returns its exit code, or null when it could not start or ran out of
 * time.
 */
export async function runWithin(
  minutes: number,
  command: string,
  args: readonly string[],
  { env = process.env, quiet = false }: Options = {},
): Promise<number | null> {
  return await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: quiet ? "ignore" : "inherit" });
    running.add(child);
    const alarm = setTimeout(() => {
      console.error(`${command} ${args.join(" ")} took longer than ${minutes} minutes and was stopped.`);
      child.kill("SIGKILL");
    }, minutes * 60_000);
    const finish = (code: number | null) => {
      clearTimeout(alarm);
      running.delete(child);
      resolve(code);
    };
    child.once("error", () => finish(null));
    child.once("exit", finish);
  });
}

/** Runs a package's program with this Node. */
export async function runNode(minutes: number, args: readonly string[], options?: Options): Promise<number | null> {
  return await runWithin(minutes, process.execPath, args, options);
}

export function stopPrograms(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}
