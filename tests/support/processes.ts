import { spawn } from "node:child_process";

/**
 * Runs the same piece of a module in several processes at once, as two servers on one database would, and gives
 * what each of them printed. The code is TypeScript with the imports of the app.
 */
export async function inProcesses(count: number, code: string): Promise<string[]> {
  return await Promise.all(Array.from({ length: count }, () => inProcess(code)));
}

async function inProcess(code: string): Promise<string> {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [printed, complained] = ["", ""];
  child.stdout.on("data", (text) => {
    printed += text;
  });
  child.stderr.on("data", (text) => {
    complained += text;
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  if (status !== 0) throw new Error(`A process of the test failed:\n${complained}`);
  return printed.trim();
}
