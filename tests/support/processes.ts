import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const packages = createRequire(import.meta.url);
// Vite's own esbuild, so that one version builds everything.
const esbuild: typeof import("esbuild") = createRequire(packages.resolve("vite"))("esbuild");

/**
 * Runs the same module code in several processes, like several servers on one database. Gives what each of them
 * printed. The code is JavaScript with the imports of the app, bundled once for all; at `await together()` each process
 * waits until all the others have got there.
 */
export async function inProcesses(count: number, code: string): Promise<string[]> {
  const { outputFiles } = esbuild.buildSync({
    stdin: { contents: `${TOGETHER}\n${code}`, resolveDir: process.cwd() },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
  });
  const bundled = outputFiles[0]?.text ?? "";
  const processes = Array.from({ length: count }, () => startProcess(bundled));
  await Promise.all(processes.map(({ ready }) => ready));
  for (const { child } of processes) if (child.connected) child.send("go");
  return await Promise.all(processes.map(({ printed }) => printed));
}

const TOGETHER = `const together = () => new Promise((go) => {
  process.once("message", () => { process.disconnect(); go(); });
  process.send?.("here");
});`;

function startProcess(code: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-"], { stdio: ["pipe", "pipe", "pipe", "ipc"] });
  child.stdin?.end(code);
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
