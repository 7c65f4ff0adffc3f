import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, ensureProcesses, root } from "./steps.mjs";

/** Runs a bundled command, `node scripts/run.mjs staff list`: in production as it was built, elsewhere as the sources say. */

// Files and a relative DATA_DIR are found from the top, as by the start.
process.chdir(root);
if (process.env.APP_ENV !== "production") {
  ensureInstalled();
  ensureProcesses();
}
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(join(root, "build", "processes", `${name}.js`)).href);
