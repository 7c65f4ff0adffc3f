import { spawn } from "node:child_process";
import { root } from "../steps.mjs";

/** Programs that a test run starts and waits for, each with a time limit. */

const running = new Set();

/**
 * Runs a program to its end, at most `minutes`. Returns its exit code, or null when it could not start or ran out of
 * time.
 */
export async function runWithin(minutes, command, args, { env = process.env, quiet = false } = {}) {
  return await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: quiet ? "ignore" : "inherit" });
    running.add(child);
    const alarm = setTimeout(() => {
      console.error(`${command} ${args.join(" ")} took longer than ${minutes} minutes and was stopped.`);
      child.kill("SIGKILL");
    }, minutes * 60_000);
    const finish = (code) => {
      clearTimeout(alarm);
      running.delete(child);
      resolve(code);
    };
    child.once("error", () => finish(null));
    child.once("exit", finish);
  });
}

/** Runs a package's program with this Node. */
export async function runNode(minutes, args, options) {
  return await runWithin(minutes, process.execPath, args, options);
}

export function stopPrograms(signal) {
  for (const child of running) child.kill(signal);
}
