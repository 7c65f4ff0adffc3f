import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { continueOnSupportedNode } from "./supported-node.mjs";

/**
 * Every npm command, `node scripts/run.mjs staff list`, on a supported Node: in production a bundle as it was built,
 * elsewhere a script beside this one, or a bundle as the sources say. Plain JavaScript that Node 20 reads.
 */

const SCRIPTS = [
  "start",
  "test",
  "test-other-nodes",
  "build",
  "bench",
  "mutate",
  "migrations",
  "testing/install-programs",
];
const root = fileURLToPath(new URL("..", import.meta.url));
/** What a start in production needs of an install and a build, in order, with the command that creates it. */
const MADE_BEFORE_PRODUCTION = [
  ["node_modules/@remix-run/serve/dist/cli.js", "npm ci --omit=dev"],
  ["build/server/index.js", "npm run build"],
  ["build/processes/worker.js", "npm run build"],
];

await continueOnSupportedNode();
const [name = ""] = process.argv.splice(2, 1);
// Files and a relative DATA_DIR are found from the top.
process.chdir(root);
const isProduction = process.env.APP_ENV === "production";
const isBundled = !SCRIPTS.includes(name) || (isProduction && name === "start");
if (isProduction && name === "start") requireInstalledAndBuilt();
if (isBundled && !isProduction) {
  const { ensureInstalled, ensureProcesses } = await import("./steps.ts");
  ensureInstalled();
  ensureProcesses();
}
if (isBundled) await import(pathToFileURL(join(root, "build", "processes", `${name}.js`)).href);
else await import(`./${name}.ts`);

/**
 * Production starts the existing build. It has no build tools, and its packages' lock file proves nothing about a
 * build: npm 10 rewrites that file when it removes the dev dependencies.
 */
function requireInstalledAndBuilt() {
  const [missing] = MADE_BEFORE_PRODUCTION.filter(([path]) => !existsSync(join(root, path)));
  if (!missing) return;
  const [path, command] = missing;
  console.error(
    `In production nothing is installed or built at the start, and ${path} is missing: run "${command}" first.`,
  );
  process.exit(1);
}
