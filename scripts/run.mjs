import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { continueOnSupportedNode } from "./supported-node.mjs";

/**
 * Every npm command, `node scripts/run.mjs staff list`, on a supported Node: a script beside this one, or a command that
 * was bundled, in production as it was built, elsewhere as the sources say.
 */

const SCRIPTS = ["start", "test", "test-other-nodes", "build", "bench", "mutate", "migrations"];

await continueOnSupportedNode();
const [name = ""] = process.argv.splice(2, 1);
const { ensureInstalled, ensureProcesses, root } = await import("./steps.mjs");
// Files and a relative DATA_DIR are found from the top, as by the start.
process.chdir(root);
if (SCRIPTS.includes(name)) await import(`./${name}.mjs`);
else {
  if (process.env.APP_ENV !== "production") {
    ensureInstalled();
    ensureProcesses();
  }
  await import(pathToFileURL(join(root, "build", "processes", `${name}.js`)).href);
}
