import { spawn } from "node:child_process";

/**
 * Runs the same module code in several processes, like several servers on one database. Gives what each of them
 * printed. The code is JavaScript with the imports of the app; at `await together()` each process waits until all the
 * others have got there.
 */
export async function inProcesses(count: number, code: string): Promise<string[]> {
  const processes = Array.from({ length: count }, () => startProcess(code));
  await Promise.all(processes.map(({ ready }) => ready));
  for (const { child } of processes) if (child.connected) child.send("go");
  return await Promise.all(processes.map(({ printed }) => printed));
}

const TOGETHER = `const together = () => new Promise((go) => {
  process.once("message", () => { process.disconnect(); go(); });
  process.send?.("here");
});`;

function startProcess(code: string) {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", `${TOGETHER}\n${code}`], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let [said, complained] = ["", ""];
  child.stdout?.on("data", (text) => {
    said += text;
  });
  child.stderr?.on("data", (text) => {
    complained += text;
  });
  const ready = new Promise<void>((resolve) => {
    child.once("message", () => resolve());
    child.once("close", () => resolve());
  });
  const printed = new Promise<string>((resolve, reject) => {
    child.once("close", (status) => {
      if (status === 0) resolve(said.trim());
      else reject(new Error(`A process of the test failed:\n${complained}`));
    });
  });
  printed.catch(() => {});
  return { child, ready, printed };
}
