import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Rows that another process writes into a machine's database, fifty a second, as its web processes and worker do. */

const EVERY_MS = 20;
const PROGRAM = "scripts/bench/harness/backup-writer.ts";

export function writeRows(dataFolder: string) {
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", PROGRAM, String(EVERY_MS)], {
    env: { ...process.env, DATA_DIR: dataFolder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let written = 0;
  if (child.stdout)
    createInterface({ input: child.stdout }).on("line", () => {
      written += 1;
    });
  return {
    count: () => written,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
